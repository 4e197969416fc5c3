internal import EmojiArt
internal import Sync
internal import Wire

/// What a view knows of a document, and the changes that it has not got yet.
struct Shown {
    var scene = Scene()
    private var waiting = Scene.Changes()
    /// How many of those that wait were told.
    private var toldCount = 0
    private var background: Background?
    private var canvas: Canvas??

    /// Emojis in one piece of news: the text of more would take much memory at once.
    private static let emojisMax = 1_000

    /// Tells what a document has otherwise than the view, or a part of it with `more` to come.
    mutating func tell(_ document: Document, to writer: inout NewsWriter) {
        if waiting.isEmpty { waiting = scene.show(document) }
        writer.emojis(waiting.removed, waiting.put[toldCount...].prefix(Self.emojisMax), in: scene)
        waiting.removed = []
        toldCount += Self.emojisMax
        if toldCount < waiting.put.count {
            writer.flag("more")
        } else {
            (waiting, toldCount) = (Scene.Changes(), 0)
        }
        if background != document.background {
            background = document.background
            writer.background(document.background)
        }
        if canvas != .some(document.canvas) {
            canvas = .some(document.canvas)
            writer.bounds(document.canvas)
        }
    }
}

extension PageReplica {
    /// What happened since it was asked last, as JSON; empty when nothing did.
    package func news() -> [UInt8] {
        var writer = NewsWriter()
        writer.effects(&replica)
        if told.keptEditsVersion != replica.keptEditsVersion {
            told.keptEditsVersion = replica.keptEditsVersion
            writer.kept(replica.keptEdits())
        }
        shown.tell(replica.view, to: &writer)
        if told.presence != replica.ownPresence {
            told.presence = replica.ownPresence
            writer.ownPresence(replica.ownPresence)
        }
        let state = state()
        if told.state != state {
            told.state = state
            writer.state(state)
        }
        return writer.finished()
    }

    /// The changes that a view of the past has to draw, as JSON; empty when there are none.
    func pastNews() -> [UInt8] {
        var writer = NewsWriter()
        if let past { pastShown.tell(past.document, to: &writer) }
        return writer.finished()
    }

    /// What a page shows besides, as JSON.
    private func state() -> [UInt8] {
        var writer = JSONWriter()
        writer.integer("{\"pending\":", replica.pendingCount)
        if !replica.undecidedEdits.isEmpty {
            writer.integer(",\"undecided\":", replica.undecidedEdits.count)
        }
        writer.raw(replica.isSynced ? ",\"isSynced\":true" : ",\"isSynced\":false")
        writer.raw(replica.mayEdit ? ",\"mayEdit\":true" : ",\"mayEdit\":false")
        if let member = replica.member { writer.integer(",\"member\":", member) }
        if let client = replica.client { writer.integer(",\"client\":", client) }
        if let revision = replica.position?.revision { writer.integer(",\"revision\":", revision) }
        if let name = replica.undoName { writer.string(",\"undo\":", name) }
        if let name = replica.redoName { writer.string(",\"redo\":", name) }
        writer.raw("}")
        return writer.bytes
    }
}

/// Writes one piece of news: a JSON object with a field for each kind of change.
struct NewsWriter {
    private var json = JSONWriter()

    private mutating func name(_ name: String) {
        json.raw(json.bytes.isEmpty ? "{\"" : ",\"")
        json.raw(name)
        json.raw("\":")
    }

    /// All that was written; empty when nothing was.
    consuming func finished() -> [UInt8] {
        guard !json.bytes.isEmpty else { return [] }
        json.raw("}")
        return json.bytes
    }

    mutating func flag(_ flag: String) {
        name(flag)
        json.raw("true")
    }

    mutating func state(_ state: [UInt8]) {
        name("state")
        json.raw(state)
    }

    /// Takes the effects of a replica, and tells them in their order; members once, at the end.
    mutating func effects(_ replica: inout Replica) {
        guard !replica.effects.isEmpty else { return }
        var members: Set<Whole> = []
        name("effects")
        json.array(
            replica.effects.filter { effect in
                switch effect {
                case .presence(let numbers):
                    members.formUnion(numbers)
                    return false
                case .keep, .keepAnew: return false
                default: return true
                }
            }
        ) { $0.effect($1) }
        replica.effects.removeAll(keepingCapacity: true)
        guard !members.isEmpty else { return }
        name("members")
        let known = replica.members
        json.array(members.sorted()) { $0.member($1, known[$1]) }
    }

    mutating func kept(_ lines: [[UInt8]]) {
        name("kept")
        json.array(lines) { $0.string(String(decoding: $1, as: UTF8.self)) }
    }

    /// For each emoji that is put: id, text, x, y, size, and where it is in the drawing order.
    ///
    /// That is `false` for where it was, or what it is right below: another emoji, 0 for the one
    /// before it here, null for none.
    mutating func emojis(
        _ removed: [EmojiID],
        _ put: ArraySlice<Scene.Put>,
        in scene: borrowing Scene
    ) {
        if !removed.isEmpty {
            name("removed")
            json.emojiIDs(removed)
        }
        guard !put.isEmpty else { return }
        name("put")
        json.raw("[")
        var last: EmojiID?
        var place = -1
        for put in put {
            guard let emoji = scene.document.emojis[put.id] else { continue }
            if last != nil { json.raw(",") }
            json.emojiID(emoji.id)
            json.string(",", emoji.text.string)
            json.integer(",", emoji.x)
            json.integer(",", emoji.y)
            json.integer(",", emoji.size)
            place -= 1
            if !put.hasMoved {
                json.raw(",false")
            } else if let above = scene.emoji(above: emoji, from: &place) {
                json.raw(above == last ? ",0" : ",")
                if above != last { json.emojiID(above) }
            } else {
                json.raw(",null")
            }
            last = emoji.id
        }
        json.raw("]")
    }

    mutating func background(_ background: Background) {
        name("background")
        if case .url(let url) = background { json.string(url.string) } else { json.raw("null") }
    }

    mutating func bounds(_ canvas: Canvas?) {
        name("canvas")
        guard let canvas else { return json.raw("null") }
        json.integer("{\"width\":", canvas.width)
        json.integer(",\"height\":", canvas.height)
        json.raw("}")
    }

    mutating func ownPresence(_ presence: Presence) {
        name("own")
        json.raw("{")
        json.shared(presence)
        json.raw("}")
    }
}

extension JSONWriter {
    fileprivate mutating func effect(_ effect: ReplicaEffect) {
        switch effect {
        case .send(let message):
            string("{\"type\":\"send\",\"text\":", String(decoding: message, as: UTF8.self))
        case .joined: raw("{\"type\":\"joined\"")
        case .edited(let edit, let isOwn):
            raw(
                isOwn
                    ? "{\"type\":\"edited\",\"isOwn\":true" : "{\"type\":\"edited\",\"isOwn\":false"
            )
            integer(",\"revision\":", edit.revision)
        case .acknowledged(_, let ref, let revision, let ids):
            integer("{\"type\":\"acknowledged\",\"ref\":", ref)
            integer(",\"revision\":", revision)
            raw(",\"ids\":")
            emojiIDs(ids)
        case .refused(_, let ref, let code):
            integer("{\"type\":\"refused\",\"ref\":", ref)
            string(",\"code\":", code)
            if let text = RefusalCode(bytesOf: code)?.text { string(",\"text\":", text) }
        case .undecided(let ref): integer("{\"type\":\"undecided\",\"ref\":", ref)
        case .reconnect: raw("{\"type\":\"reconnect\"")
        case .history: raw("{\"type\":\"history\"")
        case .replaced: raw("{\"type\":\"replaced\"")
        case .diverged: raw("{\"type\":\"diverged\"")
        case .historyReplaced: raw("{\"type\":\"historyReplaced\"")
        case .pong(let number): integer("{\"type\":\"pong\",\"number\":", number)
        case .access: raw("{\"type\":\"access\"")
        case .wake(let time): integer("{\"type\":\"wake\",\"at\":", time)
        case .violated(let reason): string("{\"type\":\"violated\",\"reason\":", reason)
        case .presence, .keep, .keepAnew:
            preconditionFailure("News has a place of its own for these.")
        }
        raw("}")
    }

    fileprivate mutating func member(_ number: Whole, _ member: Replica.RemoteMember?) {
        integer("{\"member\":", number)
        if let member {
            if let client = member.identity.client { integer(",\"client\":", client) }
            string(",\"name\":", member.identity.name)
            string(",\"colour\":", member.identity.colour.description)
            if let user = member.identity.user { string(",\"user\":", user) }
            raw(",")
            shared(member.presence)
        }
        raw("}")
    }

    /// Appends all of a presence.
    fileprivate mutating func shared(_ presence: Presence) {
        raw("\"selection\":")
        emojiIDs(presence.selection)
        var patch = Presence.Patch(full: presence)
        patch.selection = nil
        patch.signals = Presence.Signals.Patch(
            view: .some(presence.signals.view),
            activity: presence.signals.activity,
            chat: .some(presence.signals.chat),
            reaction: .some(presence.signals.reaction),
            hasLaser: presence.signals.hasLaser
        )
        presencePatch(patch)
    }
}
