internal import EmojiArt
internal import Wire

/// Who made each emoji what it is: found by applying all edits that are kept, one after another.
struct Blame {
    /// An edit that did something to an emoji.
    struct Mark: Equatable {
        let revision: Int
        let client: Int
        let time: Int

        init(_ edit: ServerMessage.Edit) {
            (revision, client, time) = (edit.revision, edit.client, edit.time)
        }
    }

    /// The edits that made an emoji what it is; nil for one that is not kept.
    struct Marks {
        var added: Mark?
        var position: Mark?
        var size: Mark?
        var order: Mark?
    }

    private(set) var document: Document
    private var marks: [EmojiID: Marks] = [:]

    /// Begins with what the document was before the edits that are kept.
    init(_ document: Document) { self.document = document }

    /// Takes the next edit; false when it does not fit, as it is of another history.
    mutating func take(_ edit: ServerMessage.Edit) -> Bool {
        guard let applied = try? document.apply(edit.operation),
            document.checksum == edit.checksum
        else { return false }
        let mark = Mark(edit)
        switch applied.step {
        // Those that come back under their ids are who they were.
        case .added(let ids): for id in ids where marks[id] == nil { add(id, mark, edit) }
        case .moved(let ids, _, _): for id in ids { marks[id, default: Marks()].position = mark }
        case .resized(let changes, _):
            for change in changes { marks[change.id, default: Marks()].size = mark }
        case .restacked(let changes):
            for change in changes { marks[change.id, default: Marks()].order = mark }
        case .replaced(let replaced):
            for change in replaced.changed { take(change, mark) }
        case .deleted, .background, .canvas, nil: break
        }
        return true
    }

    /// What is known of an emoji.
    subscript(id: EmojiID) -> Marks { marks[id] ?? Marks() }

    private mutating func add(_ id: EmojiID, _ mark: Mark, _ edit: ServerMessage.Edit) {
        guard case .add = edit.operation else { return }
        marks[id] = Marks(added: mark, position: mark, size: mark, order: mark)
    }

    private mutating func take(_ change: Replaced.Change, _ mark: Mark) {
        let (before, after) = (change.before, change.after)
        var own = marks[after.id] ?? Marks()
        if before.x != after.x || before.y != after.y { own.position = mark }
        if before.size != after.size { own.size = mark }
        if before.z != after.z { own.order = mark }
        marks[after.id] = own
    }
}
