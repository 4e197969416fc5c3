internal import Store
package import WebSockets

extension Server {
    /// How long an edit may wait for its answer until the server says that it is not ready.
    private static let patienceNanoseconds: UInt64 = 10_000_000_000

    /// Why the server should get no new clients; nil when it should.
    ///
    /// - Parameter unansweredNanoseconds: for how long the oldest edit waits, of all loops.
    /// - Returns: a sentence.
    package func unreadiness(_ unansweredNanoseconds: UInt64) -> String? {
        if entrance.listener == nil { return "The server is starting." }
        if drain != nil { return "The server is shutting down: it is answering the last edits." }
        if journal.statistics.isReplaced {
            return "The journal's file was removed or replaced: edits wait unanswered. See the log."
        }
        if journal.statistics.isStalled {
            return "The disk is full: edits wait unanswered until there is space."
        }
        if holds.isDiskLow {
            return "The disk is nearly full: edits wait unanswered until there is space."
        }
        if isOverloaded { return "The disk cannot keep up: the queue of edits is full." }
        if unansweredNanoseconds > Self.patienceNanoseconds {
            let seconds = unansweredNanoseconds / 1_000_000_000
            return "The disk does not answer: an edit has waited for \(seconds) s."
        }
        return nil
    }

    /// For how long the oldest edit waits for its answer; 0 when none does.
    var unansweredNanoseconds: UInt64 {
        guard let oldest = metrics.unanswered.oldest else { return 0 }
        let now = EventLoop.readNanoseconds()
        return max(now, oldest) - oldest
    }

    /// Answers to `/readyz`.
    package func tellReadiness(to exchange: HTTPExchange) {
        gather(\.unansweredNanoseconds) { [unowned self] parts in
            let cause = unreadiness(parts.max() ?? 0)
            exchange.respond(
                cause.map { HTTPResponse(status: 503, text: $0) }
                    ?? HTTPResponse(status: 200, text: "ready")
            )
        }
    }

    /// The answer to `/healthz`.
    package var health: HTTPResponse {
        journal.statistics.isStalled ? .diskFull : HTTPResponse(status: 200, text: "ok")
    }
}
