import Foundation
import Synchronization
import TestKit

/// A client that was written from the protocol's page alone, on a thread of its own.
///
/// It reads messages as JSON with Foundation, keeps its position with its own digest, connects
/// again at once whenever a connection ends, and writes down all that it sees.
final class RawPeer: Sendable {
    struct Plan: Sendable {
        var name: String
        var port: Int
        var document = "picnic"
        /// The client's key, told by a small number; 0 is a viewer.
        var key = 0
        /// How many edits it makes, and from which seed.
        var edits = 0
        var seed: UInt64 = 0
        var writer = 0
        /// Seconds that it waits for a word of the server.
        var patience = 2
    }

    struct Progress: Sendable {
        var revision = -1
        /// The chain that its own digest has for that revision (CK7).
        var chain = ""
        var answered = 0
        var resumes = 0
        var hasEnded = false
        /// What it could not make sense of.
        var complaints: [String] = []
    }

    /// What the two threads share: the peer's own does not keep the peer.
    private final class Desk: Sendable {
        struct State {
            var progress = Progress()
            var isStopping = false
        }

        let state = Mutex(State())
    }

    private let desk = Desk()

    init(_ plan: Plan, _ known: KnownEmojis, _ history: History) {
        let desk = desk
        Thread {
            var session = RawSession(plan, known, history)
            while !desk.state.withLock({ $0.isStopping }) {
                session.live { progress in
                    desk.state.withLock { state in
                        state.progress = progress
                        return !state.isStopping
                    }
                }
            }
            desk.state.withLock { $0.progress.hasEnded = true }
        }.start()
    }

    deinit { stop() }

    var progress: Progress { desk.state.withLock { $0.progress } }

    /// Ends it, within its patience.
    func stop() { desk.state.withLock { $0.isStopping = true } }
}
