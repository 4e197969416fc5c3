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
    }

    var stage = Stage.joining
    let identity: ServerMessage.MemberIdentity
    var presence = Presence()
    /// What the others do not know yet; nil for nothing.
    var news: News?
    /// Edits of this member whose answers wait for a commit. Its presence waits with them, so that
    /// a gesture that begins after an edit is not ended by it.
    var unanswered = 0
    /// Whether a presence message could not be sent: the member then gets all of it later.
    var missedPresence = false

    struct News {
        var isNew: Bool
        var patch: Presence.Patch
    }

    init(identity: ServerMessage.MemberIdentity) {
        self.identity = identity
        news = News(isNew: true, patch: Presence.Patch())
    }

    /// Takes in what the member changed; a later value replaces an earlier one that was not told.
    mutating func update(_ patch: Presence.Patch) {
        presence.apply(patch)
        var news = self.news ?? News(isNew: false, patch: Presence.Patch())
        if let selection = patch.selection { news.patch.selection = selection }
        if let cursor = patch.cursor { news.patch.cursor = cursor }
        if let gesture = patch.gesture { news.patch.gesture = gesture }
        self.news = news
    }
}
