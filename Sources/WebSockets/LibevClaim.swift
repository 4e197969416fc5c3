internal import Synchronization

/// The right to the process's one libev loop.
///
/// A second one would abort the process in libev's signal handling: better an error than that.
enum LibevClaim {
    private static let isTaken = Mutex(false)

    /// Takes the right; false when a loop that has not ended has it.
    static func take() -> Bool {
        isTaken.withLock { isTaken in
            defer { isTaken = true }
            return !isTaken
        }
    }

    /// Gives it back, once the context is gone.
    static func release() { isTaken.withLock { $0 = false } }
}
