import Synchronization

/// The longest time without an acknowledgement, from a moment on.
final class AckGaps: Sendable {
    private struct State {
        var last = ContinuousClock.now
        var longest = Duration.zero
    }

    private let state = Mutex(State())

    /// Forgets what was: the time counts from now.
    func begin() { state.withLock { $0 = State() } }

    /// An acknowledgement came.
    func tick() {
        state.withLock { state in
            let now = ContinuousClock.now
            state.longest = max(state.longest, now - state.last)
            state.last = now
        }
    }

    /// The longest so far, in seconds; the time that goes on now counts.
    var seconds: Double {
        state.withLock { max($0.longest, .now - $0.last) } / .seconds(1)
    }
}
