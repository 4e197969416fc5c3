internal import DequeModule

/// Who waits for a document of the past.
///
/// To make one anew takes up to seconds of a core, so few are made at a time: those who edit keep
/// theirs.
struct PastQueue {
    static let runningMax = 2
    /// How many may wait; more are turned away.
    static let waitingMax = 64

    private var runningCount = 0
    private var waiting: Deque<() -> Void> = []

    /// Begins, or waits for its turn; false when too many wait.
    mutating func add(_ begin: @escaping () -> Void) -> Bool {
        guard waiting.count < Self.waitingMax else { return false }
        waiting.append(begin)
        beginNext()
        return true
    }

    mutating func finish() {
        runningCount -= 1
        beginNext()
    }

    private mutating func beginNext() {
        guard runningCount < Self.runningMax, let begin = waiting.popFirst() else { return }
        runningCount += 1
        begin()
    }
}
