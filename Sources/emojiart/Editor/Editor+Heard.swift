internal import EmojiArt
internal import Sync
internal import Wire

// What the replica tells.
extension Editor {
    /// The replica tells something.
    mutating func hear(_ effect: ReplicaEffect) {
        switch effect {
        case .joined:
            link = .open
        case .edited(let edit, let isOwn):
            if isOwn, let walk = edit.walk { tell(walk, edit) }
            if let focus, edit.operation.deletedIDs.contains(focus) { self.focus = nil }
            follow()
        case .refused(_, _, let code):
            warn(RefusalCode(rawValue: code)?.text ?? "refused: \(code)")
            forgetGone()
        case .undecided: warn("edits may be there already: :unknown add, or :unknown drop")
        case .presence: follow()
        case .replaced: forgetGone()
        case .diverged(let revision):
            warn("state mismatch at revision \(revision): resynchronising")
        case .historyReplaced:
            warn("history replaced: saved edits may be lost, pending ones stay")
        case .access:
            // Who has no key came to look, whatever the server allows.
            guard replica.key != nil, isReadOnly == replica.mayEdit else { return }
            isReadOnly = !replica.mayEdit
            warn(isReadOnly ? RefusalCode.notPermitted.text : "you may edit this document now")
        case .acknowledged, .history, .pong, .send, .wake, .reconnect, .violated, .keep, .keepAnew:
            return
        }
    }

    mutating func lose(_ reason: String, retryAt: UInt64) {
        link = .lost(reason: reason, retryAt: retryAt)
        latencyMilliseconds = nil
    }

    private mutating func tell(_ walk: ServerMessage.Walk, _ edit: ServerMessage.Edit) {
        let done = walk.direction == .undo ? "undone" : "redone"
        // Named by what was done first: the undo of an add is a delete, and its redo a restore.
        let what =
            switch (walk.direction, edit.operation) {
            case (_, .none): "no effect"
            case (.undo, .delete(let ids)): "add \(Operation.count(ids.count))"
            case (.undo, .restore(let emojis)): "delete \(Operation.count(emojis.count))"
            case (.redo, .restore(let emojis)): "add \(Operation.count(emojis.count))"
            case (_, .replace): "restore"
            case (.undo, let operation), (.redo, let operation): operation.title
            }
        say("\(done): \(what)")
    }

    /// Nothing points at an emoji that is gone.
    private mutating func forgetGone() {
        if let focus, replica.view.emojis[focus] == nil { self.focus = nil }
    }
}

extension Operation {
    fileprivate var title: String {
        switch self {
        case .add(let emojis):
            "add \(emojis.count == 1 ? emojis[0].text.string : Self.count(emojis.count))"
        case .move(let ids, _, _): "move \(Self.count(ids.count))"
        case .scale(let ids, _): "resize \(Self.count(ids.count))"
        case .delete(let ids): "delete \(Self.count(ids.count))"
        case .arrange(let ids, let place): "\(Self.count(ids.count)) to \(place.rawValue)"
        case .background(.blank): "no background"
        case .background(.url): "set background"
        case .canvas(nil): "no bounds"
        case .canvas: "set bounds"
        case .restore(let emojis): "bring back \(Self.count(emojis.count))"
        case .resize(let items): "resize \(Self.count(items.count))"
        case .restack(let items): "rearrange \(Self.count(items.count))"
        case .replace: "restore"
        case .none: "nothing"
        }
    }

    static func count(_ number: Int) -> String {
        number == 1 ? "1 emoji" : "\(number) emojis"
    }
}
