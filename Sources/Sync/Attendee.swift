internal import EmojiArt
internal import Wire

/// A welcomed member: what it shares, and what the others know of that.
struct Attendee {
    let identity: ServerMessage.MemberIdentity
    var presence = Presence()
    /// The presence that the others got, and know from edits; nil when they do not know the member
    /// yet.
    private(set) var known: Presence?
    /// The presence message that the others know it by.
    ///
    /// A change by an edit counts for the next one: a member that gets presence of an earlier time,
    /// and has the edit already, gets the change too.
    private(set) var knownBy = 0
    /// The version of everybody's presence that was written last before the member joined: it is
    /// in all later ones.
    let joinedAfter: Int
    /// Edits of this member whose answers wait for a commit.
    ///
    /// Its presence waits with them, so that a gesture that begins after an edit is not ended by
    /// it.
    var unanswered = 0

    /// True for a newcomer that was not announced yet and shares nothing.
    var isSilent: Bool { known == nil && presence == Presence() }

    /// Takes what the others do not know yet; they know it from now on.
    mutating func takeNews(as number: Int, in message: Int) -> ServerMessage.MemberPatch? {
        let patch = known.map { presence.changes(since: $0) } ?? Presence.Patch(full: presence)
        guard known == nil || !patch.isEmpty else { return nil }
        let identity = known == nil ? self.identity : nil
        known = presence
        knownBy = message
        return ServerMessage.MemberPatch(member: number, identity: identity, presence: patch)
    }

    /// Ends the gesture that the others know of: they end it when the member's edit arrives.
    mutating func endKnownGesture(by message: Int) {
        guard known?.gesture != nil else { return }
        known?.gesture = nil
        knownBy = message
    }

    /// Drops deleted emojis from the selection: the others do when the delete arrives.
    mutating func prune(_ deleted: Set<EmojiID>, by message: Int) {
        _ = presence.prune(deleted)
        if known?.prune(deleted) == true { knownBy = message }
    }
}

extension Presence {
    fileprivate func changes(since earlier: Presence) -> Patch {
        var patch = Patch()
        if selection != earlier.selection { patch.selection = selection }
        if cursor != earlier.cursor { patch.cursor = .some(cursor) }
        if gesture != earlier.gesture { patch.gesture = .some(gesture) }
        if signals != earlier.signals { patch.signals = signals.changes(since: earlier.signals) }
        return patch
    }
}
