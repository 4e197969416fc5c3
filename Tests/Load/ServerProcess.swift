internal import Foundation

/// A server on this machine, as the kernel tells of its process.
struct ServerProcess {
    private let process: Int32

    init(_ process: Int32) { self.process = process }

    /// What it has used since its start.
    struct Use {
        /// Processor time of all threads in nanoseconds, to the scheduler's precision.
        var nanoseconds: UInt64 = 0
        /// Bytes that the kernel was given for the disk.
        var writtenBytes: UInt64 = 0
    }

    /// What it has used since its start; nil when there is no such process.
    var use: Use? {
        guard let nanoseconds, let writtenBytes else { return nil }
        return Use(nanoseconds: nanoseconds, writtenBytes: writtenBytes)
    }

    private var nanoseconds: UInt64? {
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

    private var writtenBytes: UInt64? { figure("write_bytes:", in: "io").map(UInt64.init) }

    /// Resident memory in bytes; nil when there is no such process.
    var residentBytes: Int? { figure("VmRSS:", in: "status").map { $0 << 10 } }

    /// The number in the line of a file of the process that begins so.
    private func figure(_ name: String, in file: String) -> Int? {
        let text = try? String(contentsOfFile: "/proc/\(process)/\(file)", encoding: .utf8)
        let line = text?.split(separator: "\n").first { $0.hasPrefix(name) }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }
}
