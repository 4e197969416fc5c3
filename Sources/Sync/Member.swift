internal import EmojiArt
internal import Wire

/// A client, or a viewer, that is connected to a document now.
struct Member {
    /// Whether the member's welcome was sent: nothing may come before it.
    enum Stage {
        /// The welcome waits for a commit.
        case joining
        /// The member gets edits and presence.
        case live
        /// The snapshot that the member gets in place of edits is being written: answers and
        /// presence come after it.
        case lagging
    }

    var stage = Stage.joining
    let identity: ServerMessage.MemberIdentity
    /// What the member may do; nil where everybody edits.
    var access: Access?
    /// True for a member with a key that may only view, and so has no number.
    let lacksNumber: Bool
    var presence = Presence()
    /// What the others were told of the presence, and know from edits; nil when they do not know
    /// the member yet.
    var told: Presence?
    /// By which presence message that was told last.
    var toldBy = 0
    /// The version of everybody's presence that was written last before the member joined: it is
    /// in all later ones.
    var joinedAfter = 0
    var resyncs = Resyncs()
    /// Edits of this member whose answers wait for a commit.
    ///
    /// Its presence waits with them, so that a gesture that begins after an edit is not ended by
    /// it.
    var unanswered = 0
    /// The first presence message that could not be sent: what was told since comes later.
    var firstMissed: Int?

    init(
        identity: ServerMessage.MemberIdentity,
        access: Access?,
        lacksNumber: Bool = false
    ) {
        self.identity = identity
        self.access = access
        self.lacksNumber = lacksNumber
    }

    /// Whether the member is one of those that the others know.
    var isWelcomed: Bool { stage != .joining }

    /// Whether edits of the member are looked at, and not refused.
    var mayEdit: Bool { access.map { $0.role >= .editor } ?? true }

    /// What the others do not know yet; it counts as told from now on.
    ///
    /// - Parameters:
    ///   - number: the member's.
    ///   - message: the presence message that tells it.
    /// - Returns: nil for nothing.
    mutating func takeNews(as number: Int, toldBy message: Int) -> ServerMessage.MemberPatch? {
        let patch = told.map { presence.changes(since: $0) } ?? Presence.Patch(full: presence)
        guard told == nil || !patch.isEmpty else { return nil }
        let identity = told == nil ? self.identity : nil
        told = presence
        toldBy = message
        return ServerMessage.MemberPatch(member: number, identity: identity, presence: patch)
    }

    /// Drops deleted emojis from the selection.
    ///
    /// The others do the same when the delete arrives.
    ///
    /// - Parameter deleted: the ids.
    /// - Returns: whether what the others know changed.
    mutating func prune(_ deleted: Set<EmojiID>) -> Bool {
        _ = presence.prune(deleted)
        return told?.prune(deleted) ?? false
    }
}

extension Presence {
    /// The patch that makes an earlier presence this one.
    fileprivate func changes(since earlier: Presence) -> Patch {
        var patch = Patch()
        if selection != earlier.selection { patch.selection = selection }
        if cursor != earlier.cursor { patch.cursor = .some(cursor) }
        if gesture != earlier.gesture { patch.gesture = .some(gesture) }
        if signals != earlier.signals { patch.signals = signals.changes(since: earlier.signals) }
        return patch
    }
}
