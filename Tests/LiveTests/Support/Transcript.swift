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
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            var seen = 0
            while true {
                while seen < complete.count {
                    if isWanted(complete[seen]) { return complete[seen] }
                    seen += 1
                }
                guard !hasEnded, condition.wait(until: deadline) else { return nil }
            }
        }
    }

    /// Waits until so many lines are there; false when the output or the time ends before.
    func waitForLines(_ count: Int, within seconds: Double = Wait.seconds) -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while complete.count < count {
                guard !hasEnded, condition.wait(until: deadline) else { return false }
            }
            return true
        }
    }

    /// Waits for the end of the output; all lines, or nil when it does not end within the time.
    func wholeLines(within seconds: Double = Wait.seconds) -> [String]? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            while !hasEnded {
                guard condition.wait(until: deadline) else { return nil }
            }
            return complete
        }
    }

    /// Waits for a line and takes away all up to it; nil when the output or the time ends.
    func take(
        through isLast: (String) -> Bool,
        within seconds: Double = Wait.seconds
    ) -> [String]? {
        let deadline = Date(timeIntervalSinceNow: seconds)
        return condition.withLock {
            var seen = 0
            while true {
                while seen < complete.count {
                    seen += 1
                    guard isLast(complete[seen - 1]) else { continue }
                    defer { complete.removeFirst(seen) }
                    return Array(complete[..<seen])
                }
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
