import EmojiArt
import Sync
import Wire

@testable import FuzzTargets

/// A journal in memory: what was handed to it, and how much of that would survive a crash.
struct FakeJournal {
    private var book = RecordBook(of: Fixture.name, epoch: Fixture.epoch)
    /// States that are not durable yet, each with the number of records before it.
    private var states: [(after: Int, bytes: [UInt8], isAsked: Bool)] = []
    private var state: [UInt8]?
    /// What no journal could store, with the sentence that was broken.
    private(set) var violations: [String] = []

    /// Records that are not durable yet.
    var waiting: Int { book.waiting }
    /// The durable edits, ascending.
    var edits: [LoadedDocument.StoredEdit] { book.durable.edits }
    /// The keys of the durable clients, by number.
    var keys: [Int: ClientKey] { book.durable.keys }
    /// The durable answers by client.
    var answers: [Int: AnswerWindow] { book.durable.answers }
    /// The mark of each durable edit.
    var marks: [UInt64] {
        book.records.prefix(book.durableCount).compactMap { record in
            if case .edit(_, _, _, let mark, _, _, _, _) = record { mark } else { nil }
        }
    }

    mutating func append(_ record: Record) { expect { journal in try journal.book.submit(record) } }

    /// Appends a state: one that the session asked for, or the test.
    mutating func append(_ state: StoredState, isAsked: Bool) {
        states.append((book.records.count, state.encoded(), isAsked))
    }

    /// What a store would find of answers.
    func found(_ searches: [AnswerSearch]) -> AnswerSearch.Found { book.found(searches) }

    /// Makes the next records durable, and the states stored among and right after them.
    ///
    /// - Returns: whether a state is among them that the session asked for.
    @discardableResult
    mutating func commit(_ count: Int) -> Bool {
        book.commit(count)
        let stored = states.prefix { $0.after <= book.durableCount }
        states.removeFirst(stored.count)
        state = stored.last?.bytes ?? state
        return stored.contains(where: \.isAsked)
    }

    /// Drops what is not durable.
    mutating func crash() {
        states = []
        expect { journal in journal.book = try journal.book.prefix(journal.book.durableCount) }
    }

    private mutating func expect(_ body: (inout FakeJournal) throws -> Void) {
        do { try body(&self) } catch { violations.append("\(error)") }
    }

    /// The document as it was at a revision, from the edits up to it.
    func document(at revision: Int) throws -> Document { try book.document(at: revision) }

    /// What a reader of the durable part gives, read anew from the stored bytes: `keeping` is how
    /// many edits before the stored state are given too.
    func loaded(epoch: UInt64, keeping: Int = .max) throws -> LoadedDocument {
        var loaded = book.durable
        loaded.epoch = epoch
        loaded.state = try state.map { bytes in try StoredState(decoding: bytes) }
        loaded.edits.removeFirst(max(0, (loaded.state?.revision ?? 0) - min(keeping, edits.count)))
        return loaded
    }
}
