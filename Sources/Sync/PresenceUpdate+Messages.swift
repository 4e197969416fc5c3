internal import EmojiArt
internal import Wire

extension ServerMessage.PresenceUpdate {
    /// Encodes patches in messages of about `Limits.snapshotPartBytes`: the part of a longer one
    /// that does not fit in a slow peer's socket is copied for it.
    ///
    /// Only the first of a full presence says so: the others add to it, and name nobody who left.
    static func messages(
        of patches: [ServerMessage.MemberPatch],
        isFull: Bool,
        left: [Int]
    ) -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var left = left[...]
        // Where thousands are cut off at once, the message would be one that no client reads.
        while left.count > Limits.itemsMax {
            let some = Self(left: Array(left.prefix(Limits.itemsMax)))
            messages.append(ServerMessage.presence(some).encoded)
            left.removeFirst(Limits.itemsMax)
        }
        var update = Self(isFull: isFull, left: Array(left))
        var bytes = 0
        for patch in patches {
            bytes += patch.bytesMax
            if bytes > Limits.snapshotPartBytes, !update.members.isEmpty {
                messages.append(ServerMessage.presence(update).encoded)
                update = Self()
                bytes = patch.bytesMax
            }
            update.members.append(patch)
        }
        messages.append(ServerMessage.presence(update).encoded)
        return messages
    }
}

extension ServerMessage.MemberPatch {
    /// The bytes that the patch takes in a message, about.
    var bytesAbout: Int {
        let who = identity.map { 55 + $0.name.utf8.count } ?? 0
        return 45 + who + 9 * presence.idCount + (presence.signals.isEmpty ? 0 : 80)
    }

    /// A bound on the bytes that the patch takes in a message: an id takes at most 24, and a chat
    /// twice its own.
    fileprivate var bytesMax: Int {
        let chat = presence.signals.chat ?? nil
        return 1_024 + 24 * presence.idCount + 2 * (chat?.utf8.count ?? 0)
    }
}

extension Presence.Patch {
    var idCount: Int { (selection?.count ?? 0) + ((gesture ?? nil)?.ids.count ?? 0) }
}

extension Presence {
    var idCount: Int { selection.count + (gesture?.ids.count ?? 0) }
}
