internal import EmojiArt
internal import Wire

// Presence: the latest value of each member, told together, seldom enough to stay cheap.
extension DocumentSession {
    /// Sends the presence that is due.
    ///
    /// Called at the end of each turn in which the session was called, and at the time of a `wake`
    /// effect.
    ///
    /// The first change goes out at once; later ones wait for
    /// `Limits.presenceIntervalMilliseconds`, or longer where members times bytes would pass the
    /// document's budget.
    ///
    /// - Parameter now: the monotonic clock, in milliseconds.
    public mutating func wake(now: UInt64) {
        if let wakeAt, wakeAt <= now { self.wakeAt = nil }
        answerResyncs(now: now)
        probe(now: now)
        let silenced = newsworthy.intersection(justEdited)
        justEdited = []
        if !silenced.isEmpty { askToWake(at: max(presenceDue, now + 1)) }
        let talkers = newsworthy.subtracting(silenced).filter { number in
            members[number].map { $0.isWelcomed && $0.unanswered == 0 } ?? false
        }
        guard !talkers.isEmpty || !left.isEmpty else { return }
        guard now >= presenceDue else { return askToWake(at: presenceDue) }
        newsworthy.subtract(talkers)
        let message = presenceNumber + 1
        var news: [ServerMessage.MemberPatch] = []
        for number in talkers.sorted() {
            guard let patch = members[number]?.takeNews(as: number, toldBy: message) else {
                continue
            }
            news.append(patch)
        }
        guard !news.isEmpty || !left.isEmpty else { return }
        presenceNumber = message
        departures.add(left, toldBy: message)
        let receivers = members.filter { $0.value.stage == .live && $0.value.firstMissed == nil }
            .keys.sorted()
        var bytes = 0
        for message in Self.messages(of: news, isFull: false, left: left) {
            effects.append(.sendPresence(to: receivers, message: message))
            bytes += message.count
        }
        left = []
        let cost = bytes * receivers.count * 1_000 / Limits.presenceBytesPerSecond
        presenceDue = now + UInt64(max(Limits.presenceIntervalMilliseconds, cost))
    }

    /// Encodes patches in messages of about `Limits.snapshotPartBytes`: of a longer one, what does
    /// not fit in a slow peer's socket is copied for it.
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
            let some = ServerMessage.PresenceUpdate(left: Array(left.prefix(Limits.itemsMax)))
            messages.append(ServerMessage.presence(some).encoded)
            left.removeFirst(Limits.itemsMax)
        }
        var update = ServerMessage.PresenceUpdate(isFull: isFull, left: Array(left))
        var bytes = 0
        for patch in patches {
            bytes += patch.bytesMax
            if bytes > Limits.snapshotPartBytes, !update.members.isEmpty {
                messages.append(ServerMessage.presence(update).encoded)
                update = ServerMessage.PresenceUpdate()
                bytes = patch.bytesMax
            }
            update.members.append(patch)
        }
        messages.append(ServerMessage.presence(update).encoded)
        return messages
    }

    mutating func askToWake(at time: UInt64) {
        guard wakeAt.map({ time < $0 }) ?? true else { return }
        wakeAt = time
        effects.append(.wake(at: time))
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

    /// The patch without a long selection and gesture that the document has no room for: who joins
    /// gets everyone's presence at once, and must not be closed for it.
    ///
    /// - Complexity: O(members) for a patch of many ids.
    func affordable(_ patch: Presence.Patch, of number: Int) -> Presence.Patch {
        guard patch.idCount > Limits.presenceIDsFree, var own = members[number]?.presence else {
            return patch
        }
        own.apply(patch)
        let others = members.reduce(0) { sum, member in
            member.key == number
                ? sum : sum + member.value.presence.idCount
        }
        guard others + own.idCount > Limits.presenceIDsPerDocumentMax else {
            return patch
        }
        var patch = patch
        if patch.selection != nil { patch.selection = [] }
        if patch.gesture != nil { patch.gesture = .some(nil) }
        return patch
    }
}

extension ServerMessage.MemberPatch {
    /// A bound on the bytes that the patch takes in a message: an id takes at most 24, and a chat
    /// twice its own.
    fileprivate var bytesMax: Int {
        let chat = presence.signals.chat ?? nil
        return 1_024 + 24 * presence.idCount + 2 * (chat?.utf8.count ?? 0)
    }
}

extension Presence.Patch {
    /// How many ids it names.
    fileprivate var idCount: Int { (selection?.count ?? 0) + ((gesture ?? nil)?.idCount ?? 0) }
}

extension Presence {
    /// How many ids it names.
    fileprivate var idCount: Int { selection.count + (gesture?.idCount ?? 0) }
}

extension Presence.Gesture {
    /// How many ids it names.
    fileprivate var idCount: Int {
        switch self {
        case .move(let ids, _, _), .scale(let ids, _): ids.count
        }
    }
}
