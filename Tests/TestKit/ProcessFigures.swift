internal import Foundation

/// What a process holds, as the kernel tells it.
package struct ProcessFigures {
    /// Memory in use, in bytes.
    package let residentBytes: Int
    /// The most memory that ever was in use, in bytes.
    package let peakBytes: Int
    /// Open descriptors.
    package let descriptors: Int
    /// CPU time so far, in seconds, of threads that have ended too; the kernel counts hundredths.
    package let cpuSeconds: Double

    /// Reads the figures; nil when there is no such process.
    package init?(of process: Int32) {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        func bytes(_ name: String) -> Int? {
            let line = status?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
        }
        guard let resident = bytes("VmRSS"), let peak = bytes("VmHWM"),
            let open = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd"),
            let cpu = Self.cpuSeconds(of: process)
        else { return nil }
        (residentBytes, peakBytes) = (resident, peak)
        descriptors = open.count
        cpuSeconds = cpu
    }

    /// Of all its threads, in user and kernel mode: fields 14 and 15 (page proc(5)).
    private static func cpuSeconds(of process: Int32) -> Double? {
        let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        // The second field is a name in parentheses, in which spaces and parentheses may be.
        let fields = line?.split(separator: ")").last?.split(separator: " ")
        guard let fields, fields.count > 12, let user = Double(fields[11]),
            let system = Double(fields[12])
        else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// How many times as much memory a program takes that was built with a sanitizer.
    package static let sanitizerFactor =
        ProcessInfo.processInfo.environment["EMOJIART_SANITIZER"] == nil ? 1 : 16
}
