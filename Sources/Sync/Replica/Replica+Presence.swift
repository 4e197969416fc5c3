public import EmojiArt
public import Wire

extension Replica {
    /// Shares a new selection with the other members.
    public mutating func select(_ ids: [EmojiID], now: UInt64) {
        share(Presence.Patch(selection: Array(Set(ids).sorted().prefix(Limits.idsMax))), now: now)
    }

    /// Shares where this member points; nil for nowhere.
    public mutating func point(at cursor: Presence.Cursor?, now: UInt64) {
        share(Presence.Patch(cursor: .some(cursor)), now: now)
    }

    /// Shares a drag or pinch in flight: how far it has come.
    public mutating func gesture(_ gesture: Presence.Gesture, now: UInt64) {
        share(Presence.Patch(gesture: .some(gesture)), now: now)
    }

    /// Ends the drag or pinch in flight: exactly one edit.
    ///
    /// - Returns: the edit's `ref`; nil when there was no gesture, or it did nothing.
    @discardableResult
    public mutating func endGesture(now: UInt64) -> Int? {
        guard let gesture = presence.gesture else { return nil }
        guard let operation = gesture.operation else {
            cancelGesture(now: now)
            return nil
        }
        // The edit itself ends the gesture at the others: no presence is sent for it.
        presence.gesture = nil
        unsharedPresence.gesture = nil
        return edit(.operation(operation))
    }

    /// Cancels the drag or pinch in flight: no edit.
    public mutating func cancelGesture(now: UInt64) {
        guard presence.gesture != nil else { return }
        share(Presence.Patch(gesture: .some(nil)), now: now)
    }

    /// Shares signals: what changed of them.
    public mutating func signal(_ patch: Presence.Signals.Patch, now: UInt64) {
        share(Presence.Patch(signals: patch), now: now)
    }

    /// What this member shares.
    public var ownPresence: Presence { presence }

    /// Shares what changed of all this.
    public mutating func share(_ patch: Presence.Patch, now: UInt64) {
        presence.apply(patch)
        if let selection = patch.selection { unsharedPresence.selection = selection }
        if let cursor = patch.cursor { unsharedPresence.cursor = cursor }
        if let gesture = patch.gesture { unsharedPresence.gesture = gesture }
        unsharedPresence.signals.merge(patch.signals)
        wake(now: now)
    }

    /// Sends the presence that is due: the first change at once, later ones about 30 times a
    /// second, the latest value of each.
    public mutating func wake(now: UInt64) {
        // Not due yet, it is asked for again: the alarm may have come earlier, for something else.
        wakeAt = nil
        guard connection == .live, !unsharedPresence.isEmpty else { return }
        guard now >= presenceDue else { return askToWake() }
        presenceDue = now + UInt64(Limits.presenceIntervalMilliseconds)
        sharePresence(whole: false)
    }

    /// Sends what the server does not know of the presence; all of it on a new connection.
    mutating func sharePresence(whole: Bool) {
        if whole {
            unsharedPresence = presence == Presence() ? .init() : .init(full: presence)
        }
        guard !unsharedPresence.isEmpty else { return }
        send(.presence(unsharedPresence))
        unsharedPresence = Presence.Patch()
    }

    mutating func receive(_ update: ServerMessage.PresenceUpdate) {
        var numbers = update.members.map { $0.member } + update.left
        if update.isFull {
            numbers += members.keys
            members = [:]
        }
        for patch in update.members {
            if let identity = patch.identity {
                members[patch.member] = RemoteMember(identity: identity, presence: Presence())
            }
            members[patch.member]?.presence.apply(patch.presence)
        }
        for number in update.left { members.removeValue(forKey: number) }
        effects.append(.presence(of: numbers))
    }

    /// An edit ends its member's gesture, and a delete leaves every selection.
    mutating func settlePresence(after edit: ServerMessage.Edit) {
        let deleted = Set(edit.operation.deletedIDs)
        if !deleted.isEmpty { deselect { deleted.contains($0) } }
        // The members' presence came with the welcome: it knows of the edits before that already.
        guard edit.revision > welcomedRevision else { return }
        // Of several nodes two may have a member of the client for a while.
        let numbers = members.filter { member in
            member.value.identity.client == edit.client && member.value.presence.gesture != nil
        }.keys
        var changed = Array(numbers)
        for number in changed { members[number]?.presence.gesture = nil }
        if !deleted.isEmpty {
            for number in members.keys
            where members[number]?.presence.prune(deleted) ?? false { changed.append(number) }
        }
        if !changed.isEmpty { effects.append(.presence(of: changed)) }
    }

    /// Drops emojis from the own selection, and says so: if one was deleted and brought back before
    /// the server heard of this selection, the others still see it selected.
    mutating func deselect(where isGone: (EmojiID) -> Bool) {
        guard presence.selection.contains(where: isGone) else { return }
        presence.selection.removeAll(where: isGone)
        unsharedPresence.selection = presence.selection
        askToWake()
    }

    /// An edit that is sent while a gesture goes on ends it at the others: it is shared again.
    mutating func resumeGesture() {
        guard let gesture = presence.gesture else { return }
        unsharedPresence.gesture = .some(gesture)
        askToWake()
    }

    /// A selection that was shared before the edit that adds its emojis was sent lost them at the
    /// server, which knew of none: it is shared again.
    mutating func resumeSelection(of added: [NewEmoji]) {
        guard !presence.selection.isEmpty,
            added.contains(where: { presence.selection.contains($0.id) })
        else { return }
        unsharedPresence.selection = presence.selection
        askToWake()
    }

    private mutating func askToWake() {
        guard wakeAt == nil else { return }
        wakeAt = presenceDue
        effects.append(.wake(at: presenceDue))
    }
}

extension Presence.Gesture {
    /// The operation that the gesture ends in; nil when it would do nothing.
    public var operation: Operation? {
        let hasEffect =
            switch self {
            case .move(_, let dx, let dy): dx != 0 || dy != 0
            case .scale(_, let factor): factor.numerator != factor.denominator
            }
        return hasEffect && !ids.isEmpty ? result : nil
    }
}
