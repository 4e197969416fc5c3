internal import EmojiArt
internal import Wire

// Presence: the latest value of each member, told together, seldom enough to stay cheap.
extension DocumentSession {
    /// Sends the presence that is due.
    ///
    /// Called at the end of each turn in which the session was called, and at the time of a `wake`
    /// effect.
    ///
    /// The first change goes out at once; later ones wait until `Limits.presenceIntervalMilliseconds`
    /// have passed, or longer where members times bytes would pass the document's budget.
    ///
    /// - Parameter now: the monotonic clock, in milliseconds.
    public mutating func wake(now: UInt64) {
        if let wakeAt, wakeAt <= now { self.wakeAt = nil }
        let silenced = newsworthy.intersection(justEdited)
        justEdited = []
        if !silenced.isEmpty { askToWake(at: max(presenceDue, now + 1)) }
        let talkers = newsworthy.subtracting(silenced).filter { number in
            members[number].map { $0.stage == .live && $0.unanswered == 0 } ?? false
        }
        guard !talkers.isEmpty || !left.isEmpty else { return }
        guard now >= presenceDue else { return askToWake(at: presenceDue) }
        var update = ServerMessage.PresenceUpdate(left: left)
        left = []
        newsworthy.subtract(talkers)
        for number in talkers.sorted() {
            guard let news = members[number]?.takeNews(as: number) else { continue }
            update.members.append(news)
        }
        guard !update.members.isEmpty || !update.left.isEmpty else { return }
        let message = ServerMessage.presence(update).encoded
        let receivers = members.filter { $0.value.stage == .live && !$0.value.missedPresence }
            .keys.sorted()
        effects.append(.sendPresence(to: receivers, message: message))
        let cost = message.count * receivers.count * 1_000 / Limits.presenceBytesPerSecond
        presenceDue = now + UInt64(max(Limits.presenceIntervalMilliseconds, cost))
    }

    private mutating func askToWake(at time: UInt64) {
        guard wakeAt.map({ time < $0 }) ?? true else { return }
        wakeAt = time
        effects.append(.wake(at: time))
    }

    /// A presence message could not be sent to a member, because it is slow.
    public mutating func missed(_ number: Int) {
        members[number]?.missedPresence = true
    }

    /// A member that was slow has read all: it gets the presence of everyone anew.
    public mutating func drained(_ number: Int) {
        guard members[number]?.missedPresence == true else { return }
        sendFullPresence(to: number)
    }

    mutating func sendFullPresence(to number: Int) {
        members[number]?.missedPresence = false
        // Only what the others were told: what waits for a commit waits for this member too.
        let all = members.keys.sorted().compactMap { other -> ServerMessage.MemberPatch? in
            guard let member = members[other], member.stage == .live else { return nil }
            return ServerMessage.MemberPatch(
                member: other,
                identity: member.identity,
                presence: Presence.Patch(full: member.told ?? Presence())
            )
        }
        let update = ServerMessage.PresenceUpdate(isFull: true, members: all)
        effects.append(.send(to: number, message: ServerMessage.presence(update).encoded))
    }

    /// The patch without emojis that do not exist: others' ids cannot be made to haunt a selection.
    func existing(_ patch: Presence.Patch) -> Presence.Patch {
        guard let selection = patch.selection,
            selection.contains(where: { state.document.emojis[$0] == nil })
        else { return patch }
        var patch = patch
        patch.selection = selection.filter { state.document.emojis[$0] != nil }
        return patch
    }
}
