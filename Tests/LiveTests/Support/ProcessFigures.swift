import Foundation

/// What a process holds, as the kernel tells it.
struct ProcessFigures {
    /// Memory in use, in bytes, and the most that ever was.
    let residentBytes: Int
    let peakBytes: Int
    /// Open descriptors.
    let descriptors: Int

    /// Reads the figures; nil when there is no such process.
    init?(of process: Int32) {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func bytes(_ name: String) -> Int? {
            let line = status?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
        }
        guard let resident = bytes("VmRSS"), let peak = bytes("VmHWM"),
            let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")
        else { return nil }
        (residentBytes, peakBytes) = (resident, peak)
        descriptors = open.count
    }

    /// How many times as much memory a program takes that was built with a sanitizer.
    static let sanitizerFactor =
        ProcessInfo.processInfo.environment["EMOJIART_SANITIZER"] == nil ? 1 : 16
}
