internal import Cryptography
internal import EmojiArt
package import Store
internal import Sync
internal import Synchronization
internal import Wire

extension LoadedDocument {
    /// Reads what the journal holds of a document.
    ///
    /// - Throws: `StoredState.DecodeError` for a snapshot that was damaged; `DamagedRecord` for a
    ///   name, key or answer that cannot be one.
    package init(_ stored: StoredDocument) throws {
        guard let name = DocumentName(stored.name) else { throw DamagedRecord(what: "the name") }
        self.init(name: name, epoch: stored.epoch)
        state = try stored.snapshot.map { try StoredState(decoding: $0.body) }
        edits = stored.edits.map { StoredEdit($0) }
        for (number, bytes) in stored.clients {
            guard number > 0, bytes.count == 16 else {
                throw DamagedRecord(what: "client \(number)")
            }
            keys[Int(number)] = ClientKey(bytes: bytes)
        }
        // Else the next newcomer would be given the number, the seqs and the undo of another.
        if let client = stored.lastSeq.keys.sorted().first(where: { keys[Int($0)] == nil }) {
            throw DamagedRecord(what: "client \(client), whose key is missing,")
        }
        try Self.compare(stored)
        answers = try Self.answers(of: stored)
    }

    /// The answers are read from an index, and the edits from their table: if one of them was
    /// damaged, they differ.
    private static func compare(_ stored: StoredDocument) throws {
        for edit in stored.edits where edit.seq > stored.lastSeq[edit.client] ?? 0 {
            throw DamagedRecord(what: "edit \(edit.revision), whose answer is missing,")
        }
        let first = stored.edits.first?.revision ?? .max
        for answer in stored.answers {
            guard case .accepted(let revision, let counter) = answer.verdict else { continue }
            guard revision <= stored.revision else {
                throw DamagedRecord(what: "edit \(revision), which is missing,")
            }
            guard revision >= first else { continue }
            let edit = stored.edits[Int(revision - first)]
            guard edit.client == answer.client, edit.seq == answer.seq, edit.mark == answer.mark,
                edit.counter == counter
            else {
                throw DamagedRecord(what: "edit \(revision)")
            }
        }
    }

    private static func answers(of stored: StoredDocument) throws -> [Int: AnswerWindow] {
        let byClient = Dictionary(grouping: stored.answers, by: \.client)
        var windows: [Int: AnswerWindow] = [:]
        for (client, last) in stored.lastSeq {
            let answers = (byClient[client] ?? []).sorted { $0.seq < $1.seq }
            var window = AnswerWindow(lastSeq: Int(last) - answers.count)
            for answer in answers {
                guard answer.seq == window.lastSeq + 1,
                    let verdict = AnswerWindow.Answer(answer.verdict)
                else {
                    throw DamagedRecord(what: "edit \(answer.seq) of client \(client)")
                }
                window.append(verdict, to: answer.mark)
            }
            windows[Int(client)] = window
        }
        return windows
    }
}

extension AnswerWindow.Answer {
    /// The answer as it is stored; nil for a refusal that no server gives, as codes have no digest.
    init?(_ verdict: StoredAnswer.Verdict) {
        switch verdict {
        case .accepted(let revision, let counter):
            self = .accepted(revision: Int(revision), counter: Int(counter))
        case .refused(let code):
            guard let code = RefusalCode(rawValue: code) else { return nil }
            self = .refused(code: code)
        }
    }
}

extension ServerMessage.Answer {
    /// The answer as a client gets it.
    init(_ answer: StoredAnswer) {
        switch answer.verdict {
        case .accepted(let revision, let counter):
            let client = Int(answer.client)
            let id = counter > 0 ? EmojiID(client: client, counter: Int(counter)) : nil
            self.init(mark: answer.mark, .accepted(revision: Int(revision), id: id))
        case .refused(let code): self.init(mark: answer.mark, .refused(code: code))
        }
    }
}

extension StoredState {
    /// The state as the journal keeps it.
    package var stored: StoredSnapshot {
        StoredSnapshot(revision: Int64(revision), body: encoded(), chain: chain.bits)
    }
}

extension LoadedDocument.StoredEdit {
    /// An edit as the journal gives it.
    package init(_ edit: Store.StoredEdit) {
        self.init(
            revision: Int(edit.revision),
            message: edit.body,
            chain: Checksum(edit.chain)
        )
    }
}

/// A record of the journal that cannot be what it says.
struct DamagedRecord: Error, CustomStringConvertible {
    let what: String

    var description: String { "the record of \(what) is damaged" }
}

extension ClientKey {
    /// Reads 16 bytes, the highest first.
    package init(bytes: [UInt8]) {
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.init(high: word(bytes[0..<8]), low: word(bytes[8..<16]))
    }

    /// The key as 16 bytes, the highest first.
    package var bytes: [UInt8] {
        [high, low].flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    /// The key of a client whose token names a user: with another user's it is another client.
    ///
    /// Without this, anyone who saw a key could undo its user's edits and take over the client.
    func bound(to user: String) -> ClientKey {
        let code = HMACSHA256(secret: Array(text.utf8)).code(of: Array(user.utf8))
        return ClientKey(bytes: Array(code.prefix(16)))
    }
}

/// A document's session on its way from the thread that made it to the loop.
///
/// Checking what is stored and replaying it takes as long as the edits took, up to a second for a
/// large document: the loop does not wait for it.
package final class LoadingSession: Sendable {
    let id: Int64
    let images: Set<String>
    let isFrozen: Bool
    /// The first of the edits that members can resume from; nil for none.
    let firstEdit: Int?
    private let session: Mutex<DocumentSession?>

    /// Makes the session.
    package init(_ stored: StoredDocument) throws {
        id = stored.document
        images = Set(stored.images)
        isFrozen = stored.isFrozen
        firstEdit = stored.edits.first.map { Int($0.revision) }
        session = Mutex(try DocumentSession(try LoadedDocument(stored)))
    }

    func take() -> DocumentSession? { session.withLock { $0.take() } }
}
