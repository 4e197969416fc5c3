internal import Hosting
internal import Operations
internal import Store

/// Figures as `/metrics` tells them, read back.
///
/// It reads what `PrometheusWriter` writes: a line a figure, without times.
struct MetricsReading: Equatable, Sendable {
    /// The values by name and labels, as they stand in the text.
    private var values: [String: Double] = [:]

    init() {}

    /// Reads a page; lines that are none of it are left out.
    init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " "),
                let value = Double(line[line.index(after: space)...])
            else { continue }
            values[String(line[..<space])] = value
        }
    }

    /// A figure; 0 when it is not told.
    subscript(name: String) -> Double { values[name] ?? 0 }

    /// The sum of a family's figures, whatever their labels.
    func sum(of family: String) -> Double {
        values.reduce(0) { $1.key.hasPrefix(family + "{") ? $0 + $1.value : $0 }
    }

    /// A label's value of a family that has one figure, such as `emojiart_build_info`.
    func label(_ name: String, of family: String) -> String? {
        guard let key = values.keys.first(where: { $0.hasPrefix(family + "{") }) else { return nil }
        let parts = key.split(separator: "\"", omittingEmptySubsequences: false)
        let index = parts.firstIndex { $0.hasSuffix("\(name)=") }
        return index.flatMap { $0 + 1 < parts.count ? String(parts[$0 + 1]) : nil }
    }

    /// The value that a share of a histogram's values does not exceed, of those that were counted
    /// since an earlier reading; nil when there are none.
    func quantile(_ share: Double, of family: String, since earlier: MetricsReading) -> Double? {
        let start = "\(family)_bucket{le=\""
        var bounds: [(bound: Double, count: Double)] = []
        for (key, value) in values where key.hasPrefix(start) {
            guard let bound = Double(key.dropFirst(start.count).dropLast(2)) else { continue }
            bounds.append((bound, value - earlier[key]))
        }
        bounds.sort { $0.bound < $1.bound }
        var before = 0.0
        var buckets: [(bound: Double, count: Int)] = []
        for (bound, count) in bounds where bound.isFinite {
            buckets.append((bound, Int(count - before)))
            before = count
        }
        let all = self["\(family)_count"] - earlier["\(family)_count"]
        return Histogram.quantile(share, of: buckets, beyond: Int(all - before))
    }
}
