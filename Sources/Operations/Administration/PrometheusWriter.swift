internal import EmojiArt
internal import Foundation
internal import Store

/// Writes figures in the text format of Prometheus, version 0.0.4.
///
/// One family after another, each with what it means; times are told in seconds.
struct PrometheusWriter {
    private(set) var bytes: [UInt8] = []
    private let help: [String: String]

    /// Makes a writer of families, each with what it means.
    init(help: [String: String]) { self.help = help }

    /// What a figure of one family has in braces.
    typealias Labels = [(name: String, value: String)]

    /// A value that only grows; its name ends with `_total`.
    mutating func counter(_ name: String, _ value: Int) {
        counters(name, [([], value)])
    }

    mutating func counters(_ name: String, _ values: [(Labels, Int)]) {
        precondition(name.hasSuffix("_total"), "Prometheus tells counters by their names.")
        family(name, "counter")
        for (labels, value) in values { sample(name, labels, "\(value)") }
    }

    /// A value that goes up and down.
    mutating func gauge(_ name: String, _ value: Int, _ labels: Labels = []) {
        family(name, "gauge")
        sample(name, labels, "\(value)")
    }

    /// A value in millionths of the unit.
    mutating func gauge(_ name: String, millionths value: Int) {
        family(name, "gauge")
        sample(name, [], Self.decimal(millionths: value))
    }

    mutating func counter(_ name: String, millionths value: Int) {
        family(name, "counter")
        sample(name, [], Self.decimal(millionths: value))
    }

    /// A histogram; one of microseconds is told in seconds.
    mutating func histogram(
        _ name: String,
        _ histogram: Histogram,
        isTime: Bool = true
    ) {
        family(name, "histogram")
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

    private mutating func family(_ name: String, _ type: String) {
        guard let help = help[name] else { preconditionFailure("\(name) has no help.") }
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
        var writer = JSONWriter()
        writer.millionths(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

/// What the kernel tells of this process (proc(5)), by the names that Prometheus's own libraries
/// give it.
struct ProcessFigures {
    private(set) var residentBytes = 0
    private(set) var processorMicroseconds = 0
    private(set) var startMicroseconds = 0

    /// Ticks of a second, in which the kernel tells times to programs (USER_HZ).
    private static let ticksPerSecond = 100
    private static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// The figures now; what the kernel does not tell is 0.
    static var current: ProcessFigures {
        var figures = ProcessFigures()
        let memory = fields("/proc/self/statm")
        if memory.count > 1 { figures.residentBytes = (Int(memory[1]) ?? 0) * pageBytes }
        // The second field is the program's name in parentheses, which may hold anything.
        let status = fields("/proc/self/stat", after: ")")
        if status.count > 19 {
            let ticks = (Int(status[11]) ?? 0) + (Int(status[12]) ?? 0)
            figures.processorMicroseconds = ticks * 1_000_000 / ticksPerSecond
            let sinceBoot = (Int(status[19]) ?? 0) * 1_000_000 / ticksPerSecond
            figures.startMicroseconds = bootSeconds * 1_000_000 + sinceBoot
        }
        return figures
    }

    /// When the machine began, in seconds since 1970; it does not change while it runs.
    private static let bootSeconds: Int = {
        let lines = text("/proc/stat").split(separator: "\n")
        let line = lines.first { $0.hasPrefix("btime ") }
        return line.flatMap { Int($0.dropFirst(6)) } ?? 0
    }()

    private static func fields(_ path: String, after mark: Character? = nil) -> [Substring] {
        let text = text(path)
        let start = mark.flatMap { text.lastIndex(of: $0) }.map { text.index(after: $0) }
        return text[(start ?? text.startIndex)...].split { $0 == " " || $0 == "\n" }
    }

    private static func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
}
