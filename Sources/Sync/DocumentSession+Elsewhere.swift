internal import EmojiArt
package import Wire

// Members that are connected to other nodes: known and told of here like those who are here, but
// nothing is sent to them.
extension DocumentSession {
    /// A member on another node has joined, or has news.
    ///
    /// - Parameters:
    ///   - patch: what is new, by a number that no member here has; of one that was not known its
    ///     identity is in it.
    ///   - known: the revision that the member's node had told its members by then.
    package mutating func takeIn(_ patch: ServerMessage.MemberPatch, asOf known: Int = .max) {
        let number = patch.member
        if members[number] == nil {
            guard let identity = patch.identity else { return }
            members[number] = Member(identity: identity, access: nil)
            members[number]?.stage = .elsewhere
            elsewhereCount += 1
            if let client = identity.client {
                elsewhere[client, default: []].append(number)
                // The older one may be of a node that died, and stay for a while.
                let older = memberOfClient[client].flatMap { members[$0] }
                if older?.stage ?? .elsewhere == .elsewhere { memberOfClient[client] = number }
            }
        }
        guard members[number]?.stage == .elsewhere else { return }
        // One that is in front of an edit that this node does not know yet waits for it with its
        // owner: so all ids are known, or were.
        var presence = remaining(patch.presence, asOf: known)
        // An edit has ended it here already: see `endGesture(of:)`.
        let client = members[number]?.identity.client
        if let client, clients[client]?.lastRevision ?? 0 > known { presence.gesture = .some(nil) }
        members[number]?.presence.apply(presence)
        newsworthy.insert(number)
    }

    /// Has what was taken in told in a later turn than this one.
    package mutating func tellSoon(now: UInt64) { askToWake(at: now + 1) }

    /// How many deletions are known that news may not know of.
    private static var deletionsMax: Int { 64 }

    /// Notes what an edit that is told has deleted.
    mutating func note(deleted ids: Set<EmojiID>, at revision: Int) {
        guard isOrderedElsewhere else { return }
        deletions.append((revision, ids))
        if deletions.count > Self.deletionsMax {
            forgottenDeletion = deletions.removeFirst().revision
        }
    }

    /// The patch without emojis that do not exist, or were deleted since the revision: who is told
    /// of a deletion deselects them, be they there again.
    private func remaining(_ patch: Presence.Patch, asOf known: Int) -> Presence.Patch {
        var patch = existing(patch)
        guard let selection = patch.selection, !selection.isEmpty else { return patch }
        if forgottenDeletion > known {
            patch.selection = []
        } else {
            let deleted = deletions.filter { $0.revision > known }.map(\.ids)
            patch.selection = selection.filter { id in !deleted.contains { $0.contains(id) } }
        }
        return patch
    }

    /// What other nodes have to know of the members here, as messages of which the first is full;
    /// from now on they are told what changes, if `isShared` is set.
    package func presenceHere() -> [[UInt8]] {
        let here = members.keys.sorted().compactMap { number -> ServerMessage.MemberPatch? in
            // Who was not told of yet is in what is told next.
            guard let member = members[number], member.stage != .elsewhere, let told = member.told
            else { return nil }
            let presence = Presence.Patch(full: told)
            return ServerMessage.MemberPatch(
                member: number,
                identity: member.identity,
                presence: presence
            )
        }
        return Self.messages(of: here, isFull: true, left: [])
    }

    /// Tells the other nodes of the members here among these patches, and of those who left.
    mutating func share(_ news: [ServerMessage.MemberPatch]) {
        let left = leftHere
        leftHere = []
        guard isShared else { return }
        let here = news.filter { members[$0.member]?.stage != .elsewhere }
        guard !here.isEmpty || !left.isEmpty else { return }
        effects.append(.share(messages: Self.messages(of: here, isFull: false, left: left)))
    }
}
