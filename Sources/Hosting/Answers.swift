internal import EmojiArt
internal import Store
internal import Tokens
internal import WebSockets
internal import Wire

/// Answers that take long, or that several ask for.
///
/// Event-loop thread only.
final class Answers {
    private var shared = SharedAnswers()
    private var past = PastQueue()
    private var lists = Lists()
    private unowned let server: Server
    private lazy var alarm = Alarm(server.alarms) { [unowned self] _ in listNext() }

    /// The lists of documents that clients wait for: one is made at a time, off the loop, and a
    /// pause that is longer the more documents there are lets a processor do other things.
    private struct Lists {
        var isBusy = false
        /// How many were begun: who asks later wants to know of what happened meanwhile.
        var round = 0
        /// When the next may be made.
        var due: UInt64 = 0
        /// Each makes one, and gives the milliseconds that it took.
        var waiting: [@Sendable () -> UInt64] = []
        /// How much longer the pause is than the making.
        static let pauseFactor: UInt64 = 10
    }

    init(of server: Server) { self.server = server }

    /// Answers with what others may be asking for as well.
    ///
    /// - Parameters:
    ///   - key: what is asked for.
    ///   - exchange: who asks.
    ///   - make: makes the answer if nobody has yet, and calls back from any thread.
    func answer(
        _ key: SharedAnswers.Key,
        _ exchange: HTTPExchange,
        _ make: (_ completion: @escaping @Sendable (HTTPResponse) -> Void) -> Void
    ) {
        guard shared.ask(for: key, exchange) else { return }
        server.perform(make) { [unowned self] in shared.finish(key, $0) }
    }

    /// Answers with the documents that a token covers, or all where none is asked for.
    func list(for grant: Grant?, to exchange: HTTPExchange) {
        let patterns = grant?.documents.map(\.text)
        answer(.list(patterns, round: lists.round), exchange) { completion in
            let journal = server.journal
            lists.waiting.append {
                let start = EventLoop.readNanoseconds()
                let summaries = journal.list().filter { grant?.covers($0.name) ?? true }
                completion(.list(summaries))
                return (EventLoop.readNanoseconds() - start) / 1_000_000
            }
            listNext()
        }
    }

    /// Makes the next list, if it is time.
    private func listNext() {
        guard !lists.isBusy, !lists.waiting.isEmpty else { return }
        guard server.now >= lists.due else { return alarm.set(at: lists.due) }
        lists.isBusy = true
        lists.round += 1
        server.offload(lists.waiting.removeFirst()) { [unowned self] milliseconds in
            lists.isBusy = false
            lists.due = server.now + milliseconds * Lists.pauseFactor
            listNext()
        }
    }

    /// Rebuilds a document as it was at a moment, off the loop; false when too many rebuilds wait.
    func rebuild(
        _ name: DocumentName,
        at moment: Moment,
        then: @escaping (PastAnswer) -> Void
    ) -> Bool {
        past.add { [unowned self] in
            server.perform { [journal = server.journal] done in
                PastRebuild(journal: journal, completion: done).start(name, at: moment)
            } then: { [unowned self] (answer: PastAnswer) in
                past.finish()
                then(answer)
            }
        }
    }
}
