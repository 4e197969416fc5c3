internal import Synchronization

/// The way to interrupt the loop: its driver sees that it was raised, and runs the loop.
package final class Wake: Sendable {
    private let raised = Mutex(false)

    package init() {}

    /// Whether it was raised since it was last asked.
    func take() -> Bool {
        raised.withLock { raised in
            defer { raised = false }
            return raised
        }
    }

    /// Asks for a turn of the loop.
    package func raise() { raised.withLock { $0 = true } }
}
