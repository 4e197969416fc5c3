internal import Store

/// Writes figures in the text format of Prometheus, version 0.0.4.
///
/// One family after another, each with what it means; times are told in seconds.
struct PrometheusWriter {
    private(set) var bytes: [UInt8] = []

    /// What a figure of one family has in braces.
    typealias Labels = [(name: String, value: String)]

    /// A value that only grows; its name ends with `_total`.
    mutating func counter(_ name: String, _ help: String, _ value: Int) {
        counters(name, help, [([], value)])
    }

    mutating func counters(_ name: String, _ help: String, _ values: [(Labels, Int)]) {
        precondition(name.hasSuffix("_total"), "Prometheus tells counters by their names.")
        family(name, help, "counter")
        for (labels, value) in values { sample(name, labels, "\(value)") }
    }

    /// A value that goes up and down.
    mutating func gauge(_ name: String, _ help: String, _ value: Int, _ labels: Labels = []) {
        family(name, help, "gauge")
        sample(name, labels, "\(value)")
    }

    /// A value in millionths of the unit.
    mutating func gauge(_ name: String, _ help: String, millionths value: Int) {
        family(name, help, "gauge")
        sample(name, [], Self.decimal(millionths: value))
    }

    mutating func counter(_ name: String, _ help: String, millionths value: Int) {
        family(name, help, "counter")
        sample(name, [], Self.decimal(millionths: value))
    }

    /// A histogram; one of microseconds is told in seconds.
    mutating func histogram(
        _ name: String,
        _ help: String,
        _ histogram: Histogram,
        isTime: Bool = true
    ) {
        family(name, help, "histogram")
        func text(_ value: Int) -> String {
            isTime ? Self.decimal(millionths: value) : "\(value)"
        }
        var count = 0
        for (bound, more) in zip(histogram.bounds, histogram.counts) {
            count += more
            sample(name + "_bucket", [("le", text(bound))], "\(count)")
        }
        sample(name + "_bucket", [("le", "+Inf")], "\(histogram.count)")
        sample(name + "_sum", [], text(histogram.sum))
        sample(name + "_count", [], "\(histogram.count)")
    }

    private mutating func family(_ name: String, _ help: String, _ type: String) {
        line("# HELP \(name) \(help)")
        line("# TYPE \(name) \(type)")
    }

    private mutating func sample(_ name: String, _ labels: Labels, _ value: String) {
        let list = labels.map { "\($0.name)=\"\($0.value)\"" }.joined(separator: ",")
        line("\(name)\(list.isEmpty ? "" : "{\(list)}") \(value)")
    }

    private mutating func line(_ text: String) {
        bytes += text.utf8
        bytes.append(UInt8(ascii: "\n"))
    }

    /// A decimal with as few digits as can be.
    static func decimal(millionths value: Int) -> String {
        let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        let sign = value < 0 ? "-" : ""
        guard part > 0 else { return "\(sign)\(whole)" }
        var digits = Array(String(part + 1_000_000).dropFirst())
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(String(digits))"
    }
}
