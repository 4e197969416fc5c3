public import EmojiArt
public import Wire

/// A rule of whoever hosts documents: looks at each edit before it is put in order, and lets it
/// through, refuses it, or lets a part of it through.
///
/// It is asked on the thread that owns the session, for every edit: it answers at once. What it
/// says is decided once, before the order; edits that are in the order are never looked at again.
/// An edit that is sent again after its answer is not judged anew.
public protocol EditRule: Sendable {
    /// Judges an edit.
    ///
    /// - Parameters:
    ///   - operation: what would be done; of an undo, redo or revert, what that comes to. A
    ///     revert that is too long will be refused: the rule sees only a part of it.
    ///   - context: who asks for it, and where.
    /// - Returns: what becomes of it.
    func judge(_ operation: Operation, in context: EditContext) -> EditVerdict
}

/// Who asks for an edit, and what it would change.
public struct EditContext: Sendable {
    /// The document's name.
    public let name: DocumentName
    /// The document as it is before the edit.
    public let document: Document
    /// The sender's number in the document.
    public let client: Int
    /// What the sender may do, and who it is; nil where no tokens are asked for.
    public let access: Access?
    /// Whether it is an undo, a redo or a revert, of which nothing can be left out.
    public let isWalk: Bool
}

extension DocumentSession {
    /// The part of a request that the rules leave; `past` is the state that a revert goes back to.
    func judged(
        _ request: ClientMessage.Request,
        of client: Int,
        access: Access?,
        past: Document?
    ) -> ClientMessage.Request {
        if case .operation(.background(.url(let url))) = request, url.isData,
            acceptsPicture?(url) == false
        {
            return .invalid(.badBackground)
        }
        guard !rules.isEmpty else { return request }
        let (document, history) = (ledger.state.document, ledger.state.history)
        var operation: Operation
        var isWalk = false
        switch request {
        case .operation(let asked): operation = asked
        case .walk(let direction):
            // Nothing to walk is refused as such when it is applied.
            guard let entry = history.next(direction, of: client) else { return request }
            operation = document.inverse(of: entry.step)
            isWalk = true
        case .revert:
            // Without the state to go back to it is refused as such.
            guard let past else { return request }
            operation = .replace(document.replacement(towards: past, upTo: Limits.itemsMax))
            isWalk = true
        case .invalid: return request
        }
        let asked = operation
        for rule in rules {
            let context = EditContext(
                name: name,
                document: document,
                client: client,
                access: access,
                isWalk: isWalk
            )
            switch rule.judge(operation, in: context) {
            case .accept: continue
            case .refuse: return .invalid(.againstRule)
            case .replace(let other):
                guard !isWalk else { return .invalid(.againstRule) }
                operation = other
            }
        }
        if operation == asked { return request }
        return operation.isSendable ? .operation(operation) : .invalid(.tooMany)
    }
}
