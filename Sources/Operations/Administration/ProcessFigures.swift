internal import Foundation

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
