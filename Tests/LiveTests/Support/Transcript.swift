import Foundation

/// What a program has written to one of its outputs, line by line, as it comes.
///
/// The lock of the condition protects everything.
final class Transcript: @unchecked Sendable {
    private let condition = NSCondition()
    private var complete: [String] = []
    private var partial = Data()
    private var hasEnded = false

    /// Reads a pipe to its end, on a thread of its own.
    init(of pipe: Pipe) {
        let handle = pipe.fileHandleForReading
        Thread {
            while true {
                // Not read(upToCount:), which waits for all that it may read.
                let data = handle.availableData
                if data.isEmpty { return self.end() }
                self.take(data)
            }
        }.start()
    }

    /// The complete lines so far.
    var lines: [String] { condition.withLock { complete } }

    /// Waits for a line, also one that has come already; nil when the output or the time ends.
    func line(
        within seconds: Double = Wait.seconds,
        where isWanted: (String) -> Bool
    ) -> String? {
        var seen = 0
        return wait(within: seconds) {
            defer { seen = complete.count }
            return complete[seen...].first(where: isWanted)
        }
    }

    /// Waits until so many lines are there; false when the output or the time ends before.
    func waitForLines(_ count: Int) -> Bool {
        wait { complete.count < count ? nil : true } ?? false
    }

    /// Waits for the end of the output; all lines, or nil when it does not end within the time.
    func wholeLines() -> [String]? { wait { hasEnded ? complete : nil } }

    /// Waits for a line and takes away all up to it; nil when the output or the time ends.
    func take(through isLast: (String) -> Bool) -> [String]? {
        var seen = 0
        return wait {
            guard let last = complete[seen...].firstIndex(where: isLast) else {
                seen = complete.count
                return nil
            }
            defer { complete.removeFirst(last + 1) }
            return Array(complete[...last])
        }
    }

    /// Asks at once and after each change; nil when the output or the time ends without an answer.
    private func wait<Answer>(
        within seconds: Double = Wait.seconds,
        for answer: () -> Answer?
    ) -> Answer? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while true {
                if let found = answer() { return found }
                guard !hasEnded, condition.wait(until: deadline) else { return nil }
            }
        }
    }

    private func take(_ data: Data) {
        condition.withLock {
            partial += data
            while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
                complete.append(String(decoding: partial[partial.startIndex..<end], as: UTF8.self))
                partial = Data(partial[(end + 1)...])
            }
            condition.broadcast()
        }
    }

    private func end() {
        condition.withLock {
            if !partial.isEmpty { complete.append(String(decoding: partial, as: UTF8.self)) }
            partial = Data()
            hasEnded = true
            condition.broadcast()
        }
    }
}
