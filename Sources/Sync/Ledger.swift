internal import EmojiArt
internal import Wire

/// The log of a document: the state with all edits, and the answer to each edit.
struct Ledger: ~Copyable {
    let epoch: UInt64
    /// The state with all edits applied, also those that are not durable yet.
    private(set) var state: StoredState
    private(set) var answers: [Int: AnswerWindow]
    /// The latest edits; the last is that of `state.revision`.
    private(set) var kept = KeptEdits()
    /// The number of emojis that all edits so far looked at: the work to apply them again.
    private(set) var replayedEmojis = 0

    /// Opens a log, and checks it as `DocumentSession.init` says.
    init(
        _ loaded: borrowing LoadedDocument,
        _ effects: inout [SessionEffect]
    ) throws(LoadError) {
        epoch = loaded.epoch
        state = loaded.state ?? .empty
        answers = loaded.answers
        var decoder = MessageDecoder()
        var previous: LoadedDocument.StoredEdit?
        for edit in loaded.edits {
            if let previous {
                guard edit.revision == previous.revision + 1 else {
                    throw .gap(revision: edit.revision)
                }
                try edit.check(after: previous.chain)
            }
            previous = edit
            if edit.revision > state.revision {
                let operation = try state.replay(edit, &decoder).operation
                replayedEmojis += operation.replayedEmojis(in: state.document)
            } else if edit.revision == state.revision, edit.chain != state.chain {
                throw .brokenChain(revision: edit.revision)
            }
            kept.append(edit.message, edit.chain)
            effects.append(.append(message: edit.message, revision: edit.revision))
        }
        guard previous == nil || previous?.revision == state.revision else {
            throw .gap(revision: state.revision)
        }
    }

    // MARK: Positions

    var position: Position {
        Position(epoch: epoch, revision: state.revision, chain: state.chain)
    }

    var draft: SnapshotDraft { SnapshotDraft(document: state.document, position: position) }

    /// How a client's position relates to this log.
    enum Standing {
        /// In this very history, and the edits after it are kept.
        case resumes
        /// Before the kept edits, or of another epoch, which the client sees by itself.
        case behind
        /// In no history that this one goes on from: after its end, or with another chain.
        case elsewhere
    }

    /// Finds a client's position in the log, of which a client may know `releasedRevision`.
    func standing(of position: Position, releasedRevision: Int) -> Standing {
        guard position.epoch == epoch else { return .behind }
        guard position.revision <= releasedRevision else { return .elsewhere }
        let age = state.revision - position.revision
        let chain: Checksum
        if age == 0 {
            chain = state.chain
        } else if position.revision == 0, age == kept.count {
            // No edit leads to the first position, so that none holds its chain.
            chain = .zero
        } else if let known = kept.chain(at: age) {
            chain = known
        } else {
            return .behind
        }
        return position.chain == chain ? .resumes : .elsewhere
    }

    /// Drops the oldest kept edits, but for `countMax` of those that are released.
    mutating func trim(
        to countMax: Int = Limits.keptEditsMax,
        releasedRevision: Int,
        _ effects: inout [SessionEffect]
    ) {
        if kept.trim(to: countMax, unreleased: state.revision - releasedRevision) {
            effects.append(.forget(upTo: state.revision - kept.count))
        }
    }

    // MARK: Answers

    /// How an edit relates to its client's edits so far.
    enum Turn {
        case next
        /// The edit of this mark was answered before.
        case known(AnswerWindow.Answer)
        /// It is not the next, which would be `expected`.
        case gap(expected: Int)
    }

    func turn(of edit: ClientMessage.Edit, by client: Int) -> Turn {
        // Not the whole window: while it is held here, an answer would copy it.
        if let answer = answers[client]?[edit.mark] { return .known(answer) }
        let next = lastSeq(of: client) + 1
        return edit.seq == next ? .next : .gap(expected: next)
    }

    func lastSeq(of client: Int) -> Int { answers[client]?.lastSeq ?? 0 }

    /// The answers to a client's latest edits that came up to a revision, and all refusals.
    func latestAnswers(to client: Int, upTo revision: Int) -> [ServerMessage.Answer] {
        (answers[client]?.entries ?? []).compactMap { mark, answer in
            if case .accepted(let accepted, _) = answer, accepted > revision { return nil }
            return ServerMessage.Answer(mark: mark, answer, of: client)
        }
    }

    func name(of direction: History.Direction, by client: Int) -> String? {
        state.history.next(direction, of: client)?.name
    }

    func history(of client: Int) -> [UInt8] {
        ServerMessage.history(
            revision: state.revision,
            undo: name(of: .undo, by: client),
            redo: name(of: .redo, by: client)
        ).encoded
    }

    /// The patch without emojis that do not exist: a member cannot select another's future ids.
    func existing(_ patch: Presence.Patch) -> Presence.Patch {
        guard let selection = patch.selection,
            selection.contains(where: { state.document.emojis[$0] == nil })
        else { return patch }
        var patch = patch
        patch.selection = selection.filter { state.document.emojis[$0] != nil }
        return patch
    }

    // MARK: Edits

    struct Accepted {
        let edit: ServerMessage.Edit
        let message: [UInt8]
        let chain: Checksum
        /// Clients that lost undo steps by it.
        let forgotten: [Int]
    }

    /// Appends a client's next edit to the log, or refuses it for good.
    ///
    /// - Throws: the reason of the refusal; it uses up the seq too.
    mutating func decide(
        _ asked: ClientMessage.Edit,
        of client: Int,
        time: Int,
        past: Document?
    ) throws(RefusalCode) -> Accepted {
        do throws(RefusalCode) {
            let requested: Operation
            var walk: ServerMessage.Walk?
            var revert: Int?
            switch asked.request {
            case .operation(let operation):
                if case .add(let new) = operation, new.contains(where: { $0.id.client != client }) {
                    throw .foreignID
                }
                requested = operation
            case .walk(let direction):
                guard let entry = state.history.next(direction, of: client) else {
                    throw direction == .undo ? .nothingToUndo : .nothingToRedo
                }
                requested = state.document.inverse(of: entry.step)
                walk = ServerMessage.Walk(direction, of: entry.revision)
            case .revert(let revision):
                requested = try replacement(to: revision, past)
                revert = revision
            case .invalid(let code): throw code
            }
            let applied: Applied
            do { applied = try state.document.apply(requested) } catch { throw RefusalCode(error) }
            let edit = ServerMessage.Edit(
                revision: state.revision + 1,
                client: client,
                seq: asked.seq,
                time: time,
                walk: walk,
                revert: revert,
                operation: applied.operation,
                checksum: state.document.checksum
            )
            let forgotten = state.record(applied.step, of: edit)
            let message = ServerMessage.edit(edit).encoded
            state.revision = edit.revision
            state.chain = Position.extend(state.chain, by: message.span)
            answers[client, default: AnswerWindow()].append(
                .accepted(revision: edit.revision, counter: asked.counter),
                to: asked.mark
            )
            kept.append(message, state.chain)
            replayedEmojis += applied.operation.replayedEmojis(in: state.document)
            return Accepted(edit: edit, message: message, chain: state.chain, forgotten: forgotten)
        } catch {
            answers[client, default: AnswerWindow()].append(.refused(code: error), to: asked.mark)
            throw error
        }
    }

    /// The operation that takes the document back to an earlier revision: one edit like any other,
    /// and one step to undo.
    ///
    /// - Throws: `outOfRange` for a revision that is still to come, `notKept` without its state,
    ///   and `tooMany` when the edit, or its undo, would be no message that a server may send.
    private func replacement(
        to revision: Int,
        _ past: Document?
    ) throws(RefusalCode) -> Operation {
        guard revision <= state.revision else { throw .outOfRange }
        guard let past else { throw .notKept }
        let difference = state.document.replacement(towards: past, upTo: Limits.itemsMax)
        // Checked first: the rest takes long, and many such reverts would hold up all documents.
        guard difference.isWithinLimits else { throw .tooMany }
        let replacement = Operation.replace(difference)
        var document = state.document
        let applied: Applied
        do { applied = try document.apply(replacement) } catch { throw RefusalCode(error) }
        let undo = applied.step.map { document.inverse(of: $0) } ?? .none
        guard applied.operation.isSendable, undo.isSendable else { throw .tooMany }
        return replacement
    }
}

extension Replacement {
    fileprivate var isWithinLimits: Bool { max(ids.count, emojis.count) <= Limits.itemsMax }
}

extension Operation {
    /// Bytes of an edit's message besides its operation, at most.
    private static let frameBytes = 512

    /// True if an edit with this operation is a message that a server may send.
    var isSendable: Bool {
        if case .replace(let replacement) = self, !replacement.isWithinLimits { return false }
        var writer = JSONWriter()
        writer.operation(self)
        return writer.bytes.count + Self.frameBytes <= Limits.serverMessageBytesMax
    }

    /// About the number of emojis that are looked at when this is applied again: to find one by its
    /// id takes as long as to pass some in a row.
    fileprivate func replayedEmojis(in document: Document) -> Int {
        switch self {
        case .arrange(let ids, _): ids.count + document.emojis.count / 64
        case .add(let emojis): emojis.count
        case .restore(let emojis): emojis.count
        case .move(let ids, _, _), .scale(let ids, _), .delete(let ids): ids.count
        case .resize(let items), .restack(let items): items.count
        case .replace(let replacement): replacement.ids.count + replacement.emojis.count
        case .background, .canvas, .none: 1
        }
    }
}
