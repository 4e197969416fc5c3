internal import EmojiArt
internal import Sync
internal import Wire

/// What a session handed out to be stored, how much of that is durable, and whether it fits
/// together.
struct RecordBook {
    private(set) var records: [Record] = []
    private(set) var durableCount = 0
    /// What a journal gives back of the durable records.
    private(set) var durable: LoadedDocument
    /// The edits, in order.
    private(set) var edits: [LoadedDocument.StoredEdit] = []
    private var keys: [Int: ClientKey] = [:]
    /// The last seq of each client that was answered.
    private var lastSeqs: [Int: Int] = [:]

    /// Makes the empty book of a document.
    init(of name: DocumentName, epoch: UInt64) {
        durable = LoadedDocument(name: name, epoch: epoch)
    }

    /// How many records wait to be durable.
    var waiting: Int { records.count - durableCount }

    var revision: Int { edits.count }
    var durableRevision: Int { durable.edits.count }

    /// The chain after each edit; that of revision 0 is the first.
    var chains: [Checksum] { [.zero] + edits.map(\.chain) }

    /// The document as it was at a revision, from the edits up to it.
    func document(at revision: Int) throws(Finding) -> Document {
        var state = StoredState.empty
        var decoder = MessageDecoder()
        for edit in edits.prefix(revision) {
            do { try state.replay(edit, &decoder) } catch {
                throw Finding("the past cannot be rebuilt: \(error)")
            }
        }
        return state.document
    }

    /// Takes the next record.
    mutating func submit(_ record: Record) throws(Finding) {
        switch record {
        case .edit(let next, let client, let seq, _, _, _, let message, let chain):
            try promise(next == revision + 1, "edit \(next) comes after edit \(revision)")
            let before = edits.last?.chain ?? .zero
            try promise(
                Position.extend(before, by: message.span) == chain,
                "the chain of edit \(next) is not that of its bytes"
            )
            try answer(seq, of: client)
            edits.append(.init(revision: next, message: message, chain: chain))
        case .refusal(let client, let seq, _, _): try answer(seq, of: client)
        case .client(let number, let key):
            try promise(keys[number] == nil, "client \(number) has two keys")
            try promise(!keys.values.contains(key), "a key has two numbers")
            keys[number] = key
        }
        records.append(record)
    }

    private mutating func answer(_ seq: Int, of client: Int) throws(Finding) {
        let last = lastSeq(of: client)
        try promise(seq == last + 1, "seq \(seq) of client \(client) comes after \(last)")
        lastSeqs[client] = seq
    }

    /// The next records, so many, are durable.
    mutating func commit(_ count: Int) {
        for record in records[durableCount..<durableCount + count] {
            switch record {
            case .edit(let revision, let client, _, let mark, let counter, _, _, _):
                durable.edits.append(edits[revision - 1])
                durable.answers[client, default: AnswerWindow()]
                    .append(.accepted(revision: revision, counter: counter), to: mark)
            case .refusal(let client, _, let mark, let code):
                durable.answers[client, default: AnswerWindow()]
                    .append(.refused(code: code), to: mark)
            case .client(let number, let key): durable.keys[number] = key
            }
        }
        durableCount += count
    }

    /// The last seq of a client that has its answer.
    func lastSeq(of client: Int) -> Int { lastSeqs[client] ?? 0 }

    /// The last seq of a client that has a durable answer.
    private func durableSeq(of client: Int?) -> Int { durable.answers[client ?? 0]?.lastSeq ?? 0 }

    /// Checks that a message tells of nothing that could still vanish.
    func check(_ message: ServerMessage, to client: Int?) throws(Finding) {
        let isDurable: Bool
        switch message {
        case .welcome(let welcome):
            isDurable =
                welcome.position.revision <= durableRevision
                && welcome.seq <= durableSeq(of: welcome.client)
                && welcome.answers.allSatisfy { isStored($0) }
        case .snapshot(let part): isDurable = part.header?.position.revision ?? 0 <= durableRevision
        case .edit(let edit): isDurable = edit.revision <= durableRevision
        case .answers(let answers): isDurable = answers.allSatisfy { isStored($0) }
        case .refused(let seq, _): isDurable = seq <= durableSeq(of: client)
        case .history(let revision, _, _): isDurable = revision <= durableRevision
        case .presence, .pong, .access: isDurable = true
        }
        try promise(isDurable, "this leaves before it is durable: \(message)")
    }

    /// Returns true if the edit of an accepted answer is durable, or the answer is a refusal.
    private func isStored(_ answer: ServerMessage.Answer) -> Bool {
        if case .accepted(let revision, _) = answer.verdict {
            revision <= durableRevision
        } else {
            true
        }
    }

    private func isHere(_ position: Position) -> Bool {
        let index = position.revision - 1
        return edits.indices.contains(index) && edits[index].chain == position.chain
    }

    /// What a store would find of answers, also of those that are not durable yet.
    func found(_ searches: [AnswerSearch]) -> AnswerSearch.Found {
        var found = AnswerSearch.Found()
        for record in records {
            guard
                case .edit(let revision, let client, let seq, let mark, let counter, _, _, _) =
                    record
            else { continue }
            let isAsked = searches.contains { search in
                let isThere = search.unverified.map { isHere($0) } ?? true
                return search.client == client && seq < search.before
                    && revision > (isThere ? search.after : 0) && search.marks.contains(mark)
            }
            guard isAsked else { continue }
            let id = counter > 0 ? EmojiID(client: client, counter: counter) : nil
            found.answers.append(.init(mark: mark, .accepted(revision: revision, id: id)))
        }
        return found
    }

    /// The book of a journal that lost all but its first records.
    func prefix(_ count: Int) throws(Finding) -> RecordBook {
        var book = RecordBook(of: durable.name, epoch: durable.epoch)
        for record in records.prefix(count) { try book.submit(record) }
        book.commit(count)
        return book
    }
}
