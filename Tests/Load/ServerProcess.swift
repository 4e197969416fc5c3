internal import Foundation

/// A server on this machine, as the kernel tells of its process.
struct ServerProcess {
    private let process: Int32

    init(_ process: Int32) { self.process = process }

    /// Processor time of all threads in nanoseconds, to the scheduler's precision; nil when there
    /// is no such process.
    var nanoseconds: UInt64? {
        let folder = "/proc/\(process)/task"
        guard let tasks = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            return nil
        }
        return tasks.reduce(0) { sum, task in
            // proc(5): time on a processor, time in line, number of turns.
            let text = try? String(contentsOfFile: "\(folder)/\(task)/schedstat", encoding: .utf8)
            return sum + (text?.split(separator: " ").first.flatMap { UInt64($0) } ?? 0)
        }
    }

    /// Resident memory in bytes; nil when there is no such process.
    var residentBytes: Int? {
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 << 10 }
    }
}
