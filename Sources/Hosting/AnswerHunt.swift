internal import EmojiArt
internal import Store
internal import Sync
internal import WebSockets
internal import Wire

/// The search of a store for answers that a hello asks about, a slice at a time: commits go in
/// between.
struct AnswerHunt: Sendable {
    private let journal: any DocumentStore
    private let document: Int64
    private let completion: StoreCompletion<AnswerSearch.Found>
    private var searches: [AnswerSearch]
    private var found = AnswerSearch.Found()
    /// Slices that are still read: who edited more since gets no answer for older edits.
    private var slicesLeft = 200

    init(
        _ journal: any DocumentStore,
        _ document: Int64,
        _ searches: [AnswerSearch],
        completion: @escaping StoreCompletion<AnswerSearch.Found>
    ) {
        (self.journal, self.document, self.searches) = (journal, document, searches)
        self.completion = completion
    }

    /// Reads the next slice, and goes on until all is read.
    func goOn() {
        var hunt = self
        guard let search = hunt.searches.first else { return hunt.completion(.success(hunt.found)) }
        guard hunt.slicesLeft > 0 else {
            hunt.found.isTrimmed = true
            return hunt.completion(.success(hunt.found))
        }
        hunt.slicesLeft -= 1
        if let position = search.unverified { return hunt.verify(position) }
        let next = hunt
        journal.answers(
            of: document,
            to: Int64(search.client),
            before: Int64(search.before),
            after: Int64(search.after)
        ) { result in
            switch result {
            case .success(let answers): next.taking(answers, of: search).goOn()
            case .failure(let error): next.completion(.failure(error))
            }
        }
    }

    /// Looks whether the log has a position; if not, all of the client's edits are searched.
    private func verify(_ position: Position) {
        let revision = Int64(position.revision)
        journal.edits(of: document, after: revision - 1, upTo: revision) { result in
            switch result {
            case .success(let edits):
                let isThere = edits.first?.chain == position.chain.bits
                var next = self
                next.searches = searches.map { search in
                    AnswerSearch(
                        client: search.client,
                        before: search.before,
                        after: isThere ? search.after : 0,
                        marks: search.marks
                    )
                }
                next.goOn()
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    private func taking(_ answers: StoredAnswers, of search: AnswerSearch) -> AnswerHunt {
        var hunt = self
        for answer in answers.answers where search.marks.contains(answer.mark) {
            hunt.found.answers.append(ServerMessage.Answer(answer))
        }
        switch answers.rest {
        case .none: hunt.searches.removeFirst()
        case .trimmed:
            hunt.searches.removeFirst()
            hunt.found.isTrimmed = true
        case .more(let seq):
            hunt.searches[0].before = Int(seq)
        }
        return hunt
    }
}

extension Server {
    /// Searches the store for answers, for a guest that waits for its welcome.
    func search(_ searches: [AnswerSearch], for member: Int, in document: OpenDocument) {
        // What was ordered is in the journal's queue ahead of the reading.
        turn.submit()
        let (name, opening, id) = (document.name, document.opening, document.id)
        let isTaken = answers.search(id, searches) { [unowned self] result in
            guard let document = documents.find(name, opening: opening) else { return }
            switch result {
            case .success(let found): document.searched(member, found)
            case .failure:
                if let guest = document.guests[member] {
                    turnAway(guest, because: "the document cannot be searched")
                }
            }
        }
        if !isTaken, let guest = document.guests[member] {
            turnAway(guest, because: "too many searches for answers")
        }
    }
}
