internal import Glibc
internal import Synchronization

/// Writes to the terminal on a thread of its own: whoever gives it bytes never waits.
///
/// Lives as long as the process.
final class TerminalWriter: Sendable {
    private struct Job: Sendable {
        let bytes: [UInt8]
        /// The time that it is for.
        let time: Int
        let whenWritten: @Sendable (_ isWhole: Bool) -> Void
    }

    private static let chunkBytes = 65_536

    /// A frame at most, and what takes the terminal over before it.
    private let jobs = Mutex<[Job]>([])
    private let output: Int32
    /// A byte in this pipe: there is a job, or the one that is done may be over.
    private let wakeIn: Int32
    private let wakeOut: Int32

    init(to output: Int32) {
        self.output = output
        var ends: [Int32] = [-1, -1]
        let made = unsafe pipe(&ends)
        precondition(made == 0, "A pipe is always to be had at start.")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (wakeOut, wakeIn) = (ends[0], ends[1])
        DeviceThread.start { self.run() }
    }

    func write(_ bytes: [UInt8], whenWritten: @escaping @Sendable (_ isWhole: Bool) -> Void) {
        let job = Job(bytes: bytes, time: OutputGate.current, whenWritten: whenWritten)
        jobs.withLock { $0.append(job) }
        // Also has a job that waits for the terminal see that its time is over.
        var byte: UInt8 = 0
        while unsafe Glibc.write(wakeIn, &byte, 1) < 0, errno == EINTR {}
    }

    private func run() {
        while true {
            waitForWake()
            while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                job.whenWritten(send(job))
            }
        }
    }

    /// Writes until all is written, or the terminal is no longer ours, or has gone.
    ///
    /// - Returns: whether all is written.
    private func send(_ job: Job) -> Bool {
        var offset = 0
        while offset < job.bytes.count {
            guard OutputGate.beginWrite(for: job.time) else { return false }
            let count = unsafe job.bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
                return unsafe Glibc.write(
                    output,
                    rest.baseAddress,
                    min(rest.count, Self.chunkBytes)
                )
            }
            let error = errno
            OutputGate.finishWrite()
            if count > 0 {
                offset += count
            } else if error == EAGAIN {
                waitForRoom()
            } else if error != EINTR {
                return false
            }
        }
        return true
    }

    /// Waits until the terminal reads, or there is news.
    private func waitForRoom() {
        var waiting = [
            pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: wakeOut, events: Int16(POLLIN), revents: 0),
        ]
        unsafe poll(&waiting, 2, -1)
        if waiting[1].revents != 0 { waitForWake() }
    }

    private func waitForWake() {
        var bytes: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        while unsafe read(wakeOut, &bytes, bytes.count) < 0, errno == EINTR {}
    }
}
