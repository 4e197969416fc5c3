import EmojiArt
import Wire

// Presence of members whole: for newcomers, and for those who missed some of it.
extension DocumentSession {
    /// Everybody's presence as it was told at some time, as messages for all who come after.
    struct WholePresence {
        /// Members from which on newcomers share it.
        static let membersMin = 64

        /// Which of those that were written this is: edits change what is told without a message,
        /// so that two may follow the same one.
        var version = 0
        /// The last presence message before.
        let number: Int
        /// How many members it names.
        let count: Int
        let messages: [[UInt8]]
    }

    /// A presence message could not be sent to a member, because it is slow.
    public mutating func missed(_ number: Int) {
        guard members[number]?.stage == .live, members[number]?.firstMissed == nil else { return }
        members[number]?.firstMissed = presenceNumber
    }

    /// A member that was slow has read all: it gets whole what the others were told meanwhile.
    ///
    /// Not everybody's presence as long as few did something: to read that takes a slow member so
    /// long, in a document of thousands, that it misses the next, and would never come to rest.
    /// Where many did, everybody's is shared, and takes no memory for each who is slow.
    public mutating func drained(_ number: Int) {
        guard let first = members[number]?.firstMissed else { return }
        guard let left = departures.since(first) else { return sendFullPresence(to: number) }
        let news = presences { $1.toldBy >= first }
        if members.count >= WholePresence.membersMin, !areFew(news.count + left.count) {
            return sendFullPresence(to: number)
        }
        members[number]?.firstMissed = nil
        guard !news.isEmpty || !left.isEmpty else { return }
        send(news, left: left, to: number)
    }

    /// Sends a member everybody's presence, and its own.
    ///
    /// In a crowd those who come one after the other get the same messages, and then what changed
    /// since: to write everybody for each would take the square of the members.
    mutating func sendFullPresence(to number: Int) {
        members[number]?.firstMissed = nil
        guard members.count >= WholePresence.membersMin else {
            for message in wholePresence().messages {
                effects.append(.send(to: number, message: message))
            }
            return
        }
        if let whole = sharedPresence, let left = departures.since(whole.number + 1) {
            let news = presences { member, it in
                it.toldBy > whole.number || it.joinedAfter >= whole.version || member == number
            }
            if areFew(news.count + left.count) {
                sendShared(whole, to: number)
                return send(news, left: left, to: number)
            }
        }
        var whole = wholePresence()
        whole.version = (sharedPresence?.version ?? 0) + 1
        sharedPresence = whole
        sendShared(whole, to: number)
    }

    /// Whether so many changes are better told to a member alone than with everybody's presence.
    ///
    /// To write n members anew for each k newcomers costs n / k for each of these, and what changed
    /// since k / 2: least when k * k is 2 n.
    private func areFew(_ changes: Int) -> Bool { changes * changes <= 2 * members.count }

    /// Notes that edits changed what the others know of a member: who gets presence that was
    /// written before, and has those edits in its state already, has to be told.
    mutating func changedByEdit(_ number: Int) { members[number]?.toldBy = presenceNumber + 1 }

    private func wholePresence() -> WholePresence {
        let all = presences { _, _ in true }
        return WholePresence(
            number: presenceNumber,
            count: all.count,
            messages: Self.messages(of: all, isFull: true, left: [])
        )
    }

    private mutating func sendShared(_ whole: WholePresence, to number: Int) {
        effects.append(
            .sendEverybody(to: number, messages: whole.messages, version: whole.version)
        )
    }

    private mutating func send(
        _ news: [ServerMessage.MemberPatch],
        left: [Int],
        to number: Int
    ) {
        for message in Self.messages(of: news, isFull: false, left: left) {
            effects.append(.send(to: number, message: message))
        }
    }

    /// Members' presences, whole, as the others were told of them: what waits for a commit waits
    /// for whoever gets this too.
    private func presences(
        where isMeant: (_ number: Int, Member) -> Bool
    ) -> [ServerMessage.MemberPatch] {
        // Numbers are sorted in place of members: a crowd's newcomers all come by here.
        var places: [(number: Int, place: Dictionary<Int, Member>.Index)] = []
        for place in members.indices where members.values[place].isWelcomed {
            let number = members.keys[place]
            if isMeant(number, members.values[place]) { places.append((number, place)) }
        }
        places.sort { $0.number < $1.number }
        return places.map { number, place in
            ServerMessage.MemberPatch(
                member: number,
                identity: members.values[place].identity,
                presence: Presence.Patch(full: members.values[place].told ?? Presence())
            )
        }
    }
}
