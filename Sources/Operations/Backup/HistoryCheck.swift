internal import Cryptography
internal import EmojiArt
internal import Hosting
internal import SQLiteStore
internal import Store
internal import StoreTables
internal import Sync
internal import Wire

/// Goes through all that is stored of a document, and finds what does not fit together.
///
/// The edits are applied one after another, from the first that is kept: each must have the bytes
/// that its chain was made of, and lead to the state that it led to when it was made.
final class HistoryCheck {
    private let journal: StoredJournal
    private let document: StoredJournal.Document
    private let end: Int
    private var states: [Int: StoredState] = [:]
    /// Where the edits have led; nil as long as there is no state to apply them to.
    private var reached: StoredState?
    private var decoder = MessageDecoder()
    private var previous: StoredEdit?
    private var first: Int?
    private var outcome: DocumentCheck

    private init(
        _ document: StoredJournal.Document,
        of journal: StoredJournal,
        upTo end: Int = .max
    ) {
        self.document = document
        self.journal = journal
        self.end = end
        outcome = DocumentCheck(document: document.name)
    }

    static func check(
        _ document: StoredJournal.Document,
        of journal: StoredJournal
    ) -> DocumentCheck {
        let check = HistoryCheck(document, of: journal)
        do throws(StorageError) {
            _ = try check.run()
            try check.checkClients()
            try check.checkImages()
            if check.outcome.problems.isEmpty { try check.open() }
        } catch {
            check.outcome.note("\(error)")
        }
        return check.outcome
    }

    /// The state of a document at a revision.
    ///
    /// - Throws: `BackupError` when there is none, or what reading gives.
    static func state(
        of document: StoredJournal.Document,
        at revision: Int,
        in journal: StoredJournal
    ) throws -> StoredState {
        let check = HistoryCheck(document, of: journal, upTo: revision)
        let state = try check.run()
        if let problem = check.outcome.problems.first {
            throw BackupError.damaged(document.name, [problem])
        }
        guard let state, state.revision == revision else {
            throw BackupError.noRevision(document.name, revision)
        }
        return state
    }

    /// Goes through the edits; returns the state at the end of them, if it can be had.
    private func run() throws(StorageError) -> StoredState? {
        if DocumentName(document.name) == nil { outcome.note("the document's name is invalid") }
        try readStates()
        var isSound = true
        try journal.forEachEdit(of: document.id) { edit in
            guard edit.revision <= end else { return false }
            outcome.edits += 1
            isSound = take(edit)
            return isSound
        }
        guard isSound else { return nil }
        if first == nil {
            let last = states.keys.filter { $0 <= end }.max()
            reached = last.flatMap { states[$0] } ?? StoredState.empty
        }
        guard let state = reached else {
            if end == .max { outcome.note("the stored state before the first edit is missing") }
            return nil
        }
        if end == .max, let last = states.keys.max(), last > state.revision {
            outcome.note("the log ends at edit \(state.revision), before stored state \(last)")
        }
        outcome.revision = state.revision
        outcome.emojis = state.document.emojis.count
        outcome.chain = state.chain
        return state
    }

    private func readStates() throws(StorageError) {
        for snapshot in try journal.snapshots(of: document.id) {
            let revision = Int(snapshot.revision)
            do throws(StoredState.DecodeError) {
                let state = try StoredState(decoding: snapshot.body)
                guard state.revision == revision, state.chain.bits == snapshot.chain else {
                    outcome.note("stored state \(revision) does not match its record")
                    continue
                }
                states[revision] = state
            } catch {
                outcome.note("revision \(revision): \(error)")
            }
        }
    }

    /// Takes the next edit; false when it is not what it should be.
    private func take(_ edit: StoredEdit) -> Bool {
        let revision = Int(edit.revision)
        if let previous {
            guard edit.revision == previous.revision + 1 else {
                return fail("edits are missing between \(previous.revision) and \(revision)")
            }
        } else {
            first = revision
            reached = revision == 1 ? StoredState.empty : states[revision - 1]
        }
        do throws(LoadError) {
            if let read = try reached?.replay(LoadedDocument.StoredEdit(edit), &decoder) {
                guard read.client == edit.client, read.seq == edit.seq, read.time == edit.time
                else { return fail("edit \(revision) does not match its record") }
            } else {
                try follow(edit)
            }
        } catch {
            return fail("\(error)")
        }
        previous = edit
        guard let state = states[revision] else { return true }
        guard state.chain.bits == edit.chain else {
            return fail("stored state \(revision) belongs to another history")
        }
        guard let now = reached else {
            // Edits before the oldest state that is kept are only there to be looked at.
            reached = state
            return true
        }
        return now.document.checksum == state.document.checksum
            || fail("stored state \(revision) differs from the edits")
    }

    /// Checks an edit that there is no state to apply to.
    private func follow(_ edit: StoredEdit) throws(LoadError) {
        guard let previous else { return }
        let chain = Position.extend(Checksum(previous.chain), by: edit.body.span)
        guard chain.bits == edit.chain else { throw .brokenChain(revision: Int(edit.revision)) }
    }

    private func fail(_ problem: String) -> Bool {
        outcome.note(problem)
        return false
    }
}

// MARK: - Besides the edits

extension HistoryCheck {
    /// Every one of a client's last seqs was used up once, by an edit or a refusal that there is.
    private func checkClients() throws(StorageError) {
        // Of a log that was cut off, or begins with a state, older seqs are not kept.
        if first == 1 || first == nil && states.isEmpty {
            let kept = Int64(JournalOptions().answerSeqs)
            for range in try journal.seqRanges(of: document.id)
            where range.count < min(range.last, kept) {
                outcome.note("edits or refusals of client \(range.client) are missing")
            }
        }
        for code in try journal.refusalCodes(of: document.id)
        where RefusalCode(rawValue: code) == nil {
            outcome.note("unknown refusal code '\(code)'")
        }
    }

    private func checkImages() throws(StorageError) {
        try journal.forEachImage(of: document.id) { image, size in
            outcome.images += 1
            guard SHA256Digest.of(image.body) == image.digest, image.body.count == Int(size) else {
                outcome.note("image \(image.digest) was changed after it was stored")
                return
            }
        }
    }

    private func open() throws(StorageError) {
        let stored = try journal.stored(document)
        do { _ = try LoadingSession(stored) } catch { outcome.note("\(error)") }
    }
}
