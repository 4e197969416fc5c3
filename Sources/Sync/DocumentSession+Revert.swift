internal import EmojiArt
public import Wire

// Going back to an earlier revision is an edit like any other: one place in the order, durable,
// undone in one step. What the document was then is read from the journal before the edit is
// applied, as that takes time; and what is applied is the difference.
extension DocumentSession {
    /// The revision whose state has to be read before the message can be taken; nil for a message
    /// that needs none, also one that is answered already.
    public func pastNeeded(for message: ClientMessage, from number: Int) -> Int? {
        guard case .edit(let seq, .revert(let revision)) = message,
            let member = members[number], member.isWelcomed, member.mayEdit,
            let client = member.identity.client,
            seq == (clients[client]?.lastSeq ?? 0) + 1,
            revision <= state.revision
        else { return nil }
        return revision
    }

    /// What takes the document back: a replacement, or why there is none.
    ///
    /// `outOfRange` for a revision that is still to come, `notKept` without its state, and
    /// `tooMany` when the edit, or its undo, would be no message that a server may send.
    func replacement(to revision: Int, _ past: Document?) -> ClientMessage.Request {
        guard revision <= state.revision else { return .invalid(.outOfRange) }
        guard let past else { return .invalid(.notKept) }
        let replacement = Operation.replace(state.document.replacement(towards: past))
        var document = state.document
        let applied: Applied
        do { applied = try document.apply(replacement) } catch {
            return .invalid(RefusalCode(error))
        }
        let undo = applied.step.map { document.inverse(of: $0) } ?? .none
        guard applied.operation.isSendable, undo.isSendable else { return .invalid(.tooMany) }
        return .operation(replacement)
    }
}

extension Operation {
    /// Bytes of an edit's message besides its operation, at most.
    private static let frameBytes = 512

    /// Whether an edit with this operation is a message that a server may send.
    var isSendable: Bool {
        if case .replace(let replacement) = self {
            let most = max(replacement.ids.count, replacement.emojis.count)
            guard most <= Limits.itemsMax else { return false }
        }
        var writer = JSONWriter()
        writer.operation(self)
        return writer.bytes.count + Self.frameBytes <= Limits.serverMessageBytesMax
    }
}
