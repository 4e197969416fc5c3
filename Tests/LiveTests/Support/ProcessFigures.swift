import Foundation

/// What a process holds, as the kernel tells it.
struct ProcessFigures {
    /// Memory in use, in bytes.
    let residentBytes: Int
    /// Open descriptors.
    let descriptors: Int

    /// Reads the figures; nil when there is no such process.
    init?(of process: Int32) {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        guard let match = status?.firstMatch(of: /VmRSS:\s+(\d+) kB/), let kilobytes = Int(match.1),
            let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
        else { return nil }
        residentBytes = kilobytes << 10
        descriptors = open.count
    }

    /// How many times as much memory a program takes that was built with a sanitizer.
    static let sanitizerFactor =
        ProcessInfo.processInfo.environment["EMOJIART_SANITIZER"] == nil ? 1 : 16
}
