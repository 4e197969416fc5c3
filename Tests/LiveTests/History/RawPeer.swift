import Foundation
import Synchronization
import TestKit

/// A client that was written from the protocol's page alone, on a thread of its own.
///
/// It reads messages as JSON with Foundation, keeps its position with its own digest, connects
/// again at once whenever a connection ends, and writes down all that it sees.
final class RawPeer: Sendable {
    /// What it does.
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

    /// How far it has come.
    struct Progress: Sendable {
        var revision = -1
        var answered = 0
        var connections = 0
        var resumes = 0
        var hasEnded = false
        /// What it could not make sense of.
        var complaints: [String] = []
    }

    private struct State {
        var progress = Progress()
        var isStopping = false
    }

    private let state = Mutex(State())

    init(_ plan: Plan, _ known: KnownEmojis, _ history: History) {
        Thread {
            var session = RawSession(plan, known, history)
            while !self.state.withLock({ $0.isStopping }) {
                session.live { progress in
                    self.state.withLock { state in
                        state.progress = progress
                        return !state.isStopping
                    }
                }
            }
            self.state.withLock { $0.progress.hasEnded = true }
        }.start()
    }

    var progress: Progress { state.withLock { $0.progress } }

    /// Ends it, within its patience.
    func stop() { state.withLock { $0.isStopping = true } }
}
