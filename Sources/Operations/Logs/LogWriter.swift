internal import DequeModule
internal import Foundation
internal import Synchronization

/// Writes lines to standard error beside those who have something to say.
///
/// A pipe that nobody reads holds up this thread alone: what does not fit in the queue meanwhile is
/// left out and counted, and the next line that is written says how much.
final class LogWriter: Sendable {
    static let shared = LogWriter()

    private struct State {
        var lines: Deque<[UInt8]> = []
        var byteCount = 0
        /// Lines that were left out, and how many of them were told of.
        var droppedCount = 0
        var toldCount = 0
        var isStarted = false
        var isWriting = false
    }

    private static let byteCountMax = 262_144
    /// Seconds that the end of the process waits for what is still to be written.
    private static let endSeconds = 1.0

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    var droppedCount: Int { state.withLock { $0.droppedCount } }

    /// Takes a line, with its end.
    func write(_ line: [UInt8]) {
        let (isTaken, isFirst) = state.withLock { state in
            guard state.byteCount + line.count <= Self.byteCountMax else {
                state.droppedCount += 1
                return (false, false)
            }
            state.lines.append(line)
            state.byteCount += line.count
            defer { state.isStarted = true }
            return (true, !state.isStarted)
        }
        if isFirst {
            atexit { LogWriter.shared.finish() }
            Thread.detachNewThread { [self] in run() }
        }
        if isTaken { bell.signal() }
    }

    private func run() -> Never {
        while true {
            bell.wait()
            let (line, droppedCount) = state.withLock { state in
                state.isWriting = true
                let line = state.lines.popFirst() ?? []
                state.byteCount -= line.count
                defer { state.toldCount = state.droppedCount }
                return (line, state.droppedCount - state.toldCount)
            }
            put(line)
            if droppedCount > 0 {
                put(Array("... \(droppedCount) lines of the log were dropped\n".utf8))
            }
            state.withLock { $0.isWriting = false }
        }
    }

    /// One write a line: lines of several processes do not mix.
    private func put(_ line: [UInt8]) {
        try? FileHandle.standardError.write(contentsOf: Data(line))
    }

    /// Waits until all is written, but not long.
    private func finish() {
        let end = Date.now + Self.endSeconds
        while Date.now < end, state.withLock({ !$0.lines.isEmpty || $0.isWriting }) {
            usleep(1_000)
        }
    }
}
