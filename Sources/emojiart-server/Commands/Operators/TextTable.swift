internal import Foundation

/// Rows of text in columns, as wide as they have to be.
struct TextTable {
    private let titles: [String]
    private let isNumber: [Bool]
    private var rows: [[String]] = []

    /// Makes a table; numbers stand at the right of their columns.
    init(_ columns: [(title: String, isNumber: Bool)]) {
        titles = columns.map(\.title)
        isNumber = columns.map(\.isNumber)
    }

    mutating func add(_ row: [String]) {
        precondition(row.count == titles.count, "a row has a cell for each column")
        rows.append(row)
    }

    var lines: [String] {
        let all = [titles] + rows
        let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = row.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - row[column].count)
                return isNumber[column] ? space + row[column] : row[column] + space
            }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }

    func print() {
        for line in lines { Swift.print(line) }
    }
}

/// Numbers as people read them.
enum Figure {
    /// Bytes with the largest unit of which there is at least one.
    static func bytes(_ count: Int) -> String {
        let units = ["B", "KiB", "MiB", "GiB", "TiB"]
        var value = Double(count)
        var unit = 0
        while value >= 1_024, unit < units.count - 1 {
            value /= 1_024
            unit += 1
        }
        return "\(unit == 0 ? String(count) : rate(value)) \(units[unit])"
    }

    /// A number with a digit behind the point while it is small.
    static func rate(_ value: Double) -> String {
        guard value.isFinite else { return "-" }
        if value == 0 || value >= 99.95 { return String(Int(value.rounded())) }
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    /// Seconds, in the unit in which they are read best; `-` for none.
    static func time(_ seconds: Double?) -> String {
        guard let seconds else { return "-" }
        if seconds < 0.001 { return "\(Int((seconds * 1_000_000).rounded())) us" }
        return seconds < 1 ? "\(rate(seconds * 1_000)) ms" : "\(rate(seconds)) s"
    }

    static func date(milliseconds: Int) -> String {
        Date(timeIntervalSince1970: Double(milliseconds / 1_000)).formatted(.iso8601)
    }
}
