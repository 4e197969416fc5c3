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
    /// Not everybody's presence: to read that takes a slow member so long, in a document of
    /// thousands, that it misses the next, and would never come to rest.
    public mutating func drained(_ number: Int) {
        guard let first = members[number]?.firstMissed else { return }
        guard let left = departures.since(first) else { return sendFullPresence(to: number) }
        members[number]?.firstMissed = nil
        let news = presences { $1.toldBy >= first }
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
                it.toldBy > whole.number || it.told == nil || member == number
            }
            if news.count + left.count <= whole.count / 8 + 1 {
                sendShared(whole, to: number)
                return send(news, left: left, to: number)
            }
        }
        var whole = wholePresence()
        whole.version = (sharedPresence?.version ?? 0) + 1
        sharedPresence = whole
        sendShared(whole, to: number)
    }

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
        let meant = members.filter { $0.value.isWelcomed && isMeant($0.key, $0.value) }
        return meant.sorted { $0.key < $1.key }.map { number, member in
            ServerMessage.MemberPatch(
                member: number,
                identity: member.identity,
                presence: Presence.Patch(full: member.told ?? Presence())
            )
        }
    }
}
