internal import Dispatch
internal import Synchronization

/// Goes on with a loop while the loop's thread waits for the disk for long.
///
/// The loop's thread lends the loop for the time of each wait. A second thread looks each
/// `patienceMilliseconds`: if it finds the loop lent twice for the same wait, it runs it until the
/// wait is over. It sleeps when there was no wait meanwhile. One of both has the loop at a time,
/// and sees what the other did.
package final class Deputy: Sendable {
    private enum Place {
        /// The loop's thread has the loop.
        case home
        /// Its thread waits, and has done nothing with it since.
        case lent
        /// The deputy has it.
        case taken
        /// The deputy has it, and the loop's thread waits for it.
        case wantedBack
    }

    private struct State {
        var place = Place.home
        /// How often the loop was lent.
        var count = 0
        var hasThread = false
        var isAsleep = false
        var hasEnded = false
    }

    private static let patienceMilliseconds = 10

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)
    private let back = DispatchSemaphore(value: 0)
    private let run: @Sendable () -> Void

    /// Makes one that has no thread yet; `run` runs the loop until it is wanted back, or ends.
    package init(run: @escaping @Sendable () -> Void) { self.run = run }

    /// True while the loop's thread waits for the deputy to return the loop.
    package var isWantedBack: Bool { state.withLock { $0.place == .wantedBack } }

    /// Lends the loop while `wait` runs, on the loop's thread; `recall` makes the loop look whether
    /// it is wanted back.
    ///
    /// Where the system gives no thread, nobody goes on.
    package func lend(_ wait: () -> Void, recall: () -> Void) {
        let isAsleep = state.withLock { state in
            precondition(state.place == .home, "A loop is lent once at a time.")
            state.place = .lent
            state.count += 1
            if !state.hasThread { state.hasThread = Offload.start { [self] in stand() } }
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if isAsleep { bell.signal() }
        wait()
        let isTaken = state.withLock { state in
            state.place = state.place == .taken ? .wantedBack : .home
            return state.place == .wantedBack
        }
        guard isTaken else { return }
        recall()
        bell.signal()
        back.wait()
    }

    /// Ends the thread; the loop is not lent any more.
    package func end() {
        let isAsleep = state.withLock { state in
            state.hasEnded = true
            return state.isAsleep
        }
        if isAsleep { bell.signal() }
    }

    private enum Step {
        case look
        case sleep
        case run
        case end
    }

    private func stand() {
        // The loan that was the last when it looked.
        var seen = 0
        while true {
            switch look(&seen) {
            case .look: _ = bell.wait(timeout: .now() + .milliseconds(Self.patienceMilliseconds))
            case .sleep: bell.wait()
            case .run:
                run()
                // The run also ends with the loop: then its thread does not know yet.
                bell.wait()
                state.withLock { $0.place = .home }
                back.signal()
            case .end: return
            }
        }
    }

    private func look(_ seen: inout Int) -> Step {
        state.withLock { state in
            if state.hasEnded { return .end }
            let isNew = state.count != seen
            seen = state.count
            if isNew { return .look }
            if state.place == .lent {
                state.place = .taken
                return .run
            }
            state.isAsleep = true
            return .sleep
        }
    }
}
