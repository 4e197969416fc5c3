internal import EmojiArt
internal import Store
internal import Sync
internal import Tokens
internal import WebSockets
internal import Wire

/// Answers that take long, or that several ask for.
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
        var due: UInt64 = 0
        /// Each makes one, and gives the milliseconds that it took.
        var waiting: [@Sendable () -> UInt64] = []
        /// How much longer the pause is than the making.
        static let pauseFactor: UInt64 = 10
    }

    init(of server: Server) { self.server = server }

    /// Answers with what others may be asking for as well.
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

    /// Searches the store for answers to edits, off the loop; false when too many searches and
    /// rebuilds wait.
    func search(
        _ document: Int64,
        _ searches: [AnswerSearch],
        then: @escaping (Result<AnswerSearch.Found, StorageError>) -> Void
    ) -> Bool {
        past.add { [unowned self] in
            server.perform { [journal = server.journal] done in
                AnswerHunt(journal, document, searches, completion: done).goOn()
            } then: { [unowned self] (result: Result<AnswerSearch.Found, StorageError>) in
                past.finish()
                then(result)
            }
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

/// Answers to HTTP clients that ask for the same: made once, and held once while anybody reads.
struct SharedAnswers {
    /// What is asked for: equal keys have equal answers.
    enum Key: Hashable {
        case export(DocumentName, DocumentFormat, opening: Int, revision: Int)
        case past(DocumentName, DocumentFormat, document: Int64, revision: Int)
        case image(DocumentName, digest: String)
        /// The documents that match patterns, or all: for those who asked before it was begun.
        case list([String]?, round: Int)
    }

    /// An answer whose content goes when nobody reads it any more.
    private struct Kept {
        var response: HTTPResponse
        weak var content: HTTPContent?
    }

    private enum Answer {
        case coming([HTTPExchange])
        case kept(Kept)
    }

    private var answers: [Key: Answer] = [:]

    /// Answers a client, now or when the answer comes.
    ///
    /// - Returns: whether the answer has to be made, and then `finish` to be called.
    mutating func ask(for key: Key, _ exchange: HTTPExchange) -> Bool {
        switch answers[key] {
        case .coming(let others):
            answers[key] = .coming(others + [exchange])
            return false
        case .kept(let kept):
            if let content = kept.content {
                var response = kept.response
                response.content = content
                exchange.respond(response)
                return false
            }
        case nil: break
        }
        answers[key] = .coming([exchange])
        return true
    }

    /// An answer is made: all who asked get it.
    mutating func finish(_ key: Key, _ response: HTTPResponse) {
        guard case .coming(let exchanges) = answers.removeValue(forKey: key) else { return }
        for exchange in exchanges { exchange.respond(response) }
        answers = answers.filter { entry in
            if case .kept(let kept) = entry.value { kept.content != nil } else { true }
        }
        if case .list = key { return }
        guard response.status == 200 else { return }
        var empty = response
        empty.content = HTTPContent([])
        answers[key] = .kept(Kept(response: empty, content: response.content))
    }
}
