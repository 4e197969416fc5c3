internal import DequeModule

/// Who waits for a document of the past.
///
/// To make one anew takes up to seconds of a core, so few are made at a time: those who edit keep
/// theirs.
struct PastQueue {
    /// What is done with the answer, on the loop.
    typealias Completion = (PastAnswer) -> Void

    /// How many are made at a time.
    static let runningMax = 2
    /// How many may wait; more are turned away.
    static let waitingMax = 64

    private var running: [Int: Completion] = [:]
    private var waiting: Deque<(begin: (_ token: Int) -> Void, Completion)> = []
    private var nextToken = 0

    /// Begins, or waits for its turn; false when too many wait.
    mutating func add(
        _ begin: @escaping (_ token: Int) -> Void,
        _ completion: @escaping Completion
    ) -> Bool {
        guard waiting.count < Self.waitingMax else { return false }
        waiting.append((begin, completion))
        beginNext()
        return true
    }

    /// One is made; gives what is done with it.
    mutating func finish(_ token: Int) -> Completion? {
        let completion = running.removeValue(forKey: token)
        beginNext()
        return completion
    }

    private mutating func beginNext() {
        guard running.count < Self.runningMax, let (begin, completion) = waiting.popFirst() else {
            return
        }
        nextToken += 1
        running[nextToken] = completion
        begin(nextToken)
    }
}
