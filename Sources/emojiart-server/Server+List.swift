internal import EmojiArt
internal import Storage
internal import Tokens
internal import WebSockets

/// The lists of documents that clients wait for: one is made at a time, off the loop, and a pause
/// that is longer the more documents there are lets a processor do other things.
struct Listing {
    /// Whether one is being made.
    var isBusy = false
    /// How many were begun: who asks later wants to know of what happened meanwhile.
    var round = 0
    /// When the next may be made.
    var due: UInt64 = 0
    var waiting: [@Sendable () -> Void] = []
    /// How much longer the pause is than the making.
    static let pauseFactor: UInt64 = 10
}

extension Server {
    /// Answers with the documents that a token covers, or all where none is asked for.
    func list(for grant: Grant?, to exchange: HTTPExchange) {
        let patterns = grant?.documents.map(\.text)
        answer(.list(patterns, round: listing.round), exchange) { completion in
            let (journal, mailbox) = (journal, journalMailbox)
            listing.waiting.append {
                let start = EventLoop.readNanoseconds()
                let summaries = journal.list().filter { grant?.covers($0.name) ?? true }
                completion(.list(summaries))
                let milliseconds = (EventLoop.readNanoseconds() - start) / 1_000_000
                mailbox.post(.errand { $0.endListing(after: milliseconds) })
            }
            listNext()
        }
    }

    /// Makes the next list, if it is time.
    func listNext() {
        guard !listing.isBusy, !listing.waiting.isEmpty else { return }
        guard now >= listing.due else { return loop.setAlarm(at: listing.due) }
        listing.isBusy = true
        listing.round += 1
        let make = listing.waiting.removeFirst()
        Offload.run { make() }
    }

    private func endListing(after milliseconds: UInt64) {
        listing.isBusy = false
        listing.due = now + milliseconds * Listing.pauseFactor
        listNext()
    }
}
