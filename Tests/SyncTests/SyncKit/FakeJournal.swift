import EmojiArt
import Sync
import Wire

/// A journal in memory: what was handed to it, and how much of that would survive a crash.
struct FakeJournal {
    /// What the journal holds, in the order in which it was handed over.
    private enum Item {
        case record(Record)
        case state([UInt8], isAsked: Bool)
    }

    private var items: [Item] = []
    private var durableItems = 0
    /// Records that are not durable yet.
    private(set) var waiting = 0
    /// The durable edits, ascending.
    private(set) var edits: [LoadedDocument.StoredEdit] = []
    /// Who made each durable edit.
    private(set) var authors: [(client: Int, seq: Int)] = []
    /// The keys of the durable clients, by number.
    private(set) var keys: [Int: ClientKey] = [:]
    /// The durable answers by client.
    private(set) var answers: [Int: AnswerWindow] = [:]
    /// What no journal could store, with the sentence that was broken.
    private(set) var violations: [String] = []
    private var state: [UInt8]?

    mutating func append(_ record: Record) {
        items.append(.record(record))
        waiting += 1
    }

    /// Appends a state: one that the session asked for, or the test.
    mutating func append(_ state: StoredState, isAsked: Bool) {
        items.append(.state(state.encoded(), isAsked: isAsked))
    }

    /// Makes the next records durable, and the states stored among and right after them.
    ///
    /// - Returns: whether a state is among them that the session asked for.
    @discardableResult
    mutating func commit(_ count: Int) -> Bool {
        var left = count
        var isStored = false
        while durableItems < items.count {
            switch items[durableItems] {
            case .record(let record):
                guard left > 0 else { return isStored }
                left -= 1
                waiting -= 1
                harden(record)
            case .state(let bytes, let isAsked):
                state = bytes
                isStored = isStored || isAsked
            }
            durableItems += 1
        }
        precondition(left == 0, "Only what was handed over becomes durable.")
        return isStored
    }

    /// Drops what is not durable.
    mutating func crash() {
        items.removeSubrange(durableItems...)
        waiting = 0
    }

    private mutating func harden(_ record: Record) {
        switch record {
        case .edit(let revision, let client, let seq, _, let message, let chain):
            expect(revision == edits.count + 1, "edits are stored without a gap")
            edits.append(.init(revision: revision, message: message, chain: chain))
            authors.append((client, seq))
            answer(client, seq, .accepted(revision: revision))
        case .refusal(let client, let seq, let code):
            answer(client, seq, .refused(code: code.rawValue))
        case .client(let number, let key):
            expect(keys[number] == nil, "a number is given once")
            expect(!keys.values.contains(key), "a key has one number")
            keys[number] = key
        }
    }

    private mutating func answer(_ client: Int, _ seq: Int, _ answer: AnswerWindow.Answer) {
        answers[client, default: AnswerWindow()].append(answer)
        expect(answers[client]?.lastSeq == seq, "each seq is answered once, in order")
    }

    private mutating func expect(_ isTrue: Bool, _ sentence: String) {
        if !isTrue { violations.append(sentence) }
    }

    /// What a reader of the durable part gives, read anew from the stored bytes: `keeping` is how
    /// many edits before the stored state are given too.
    func loaded(epoch: UInt64, keeping: Int = .max) throws -> LoadedDocument {
        let state = try self.state.map { bytes in try StoredState(decoding: bytes) }
        let first = max(0, (state?.revision ?? 0) - min(keeping, edits.count))
        return LoadedDocument(
            name: Fixture.name,
            epoch: epoch,
            state: state,
            edits: Array(edits[first...]),
            keys: keys,
            answers: answers
        )
    }
}
