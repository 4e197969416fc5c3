internal import EmojiArt
internal import Wire

/// The presence of a document: what its members share, sent seldom enough to stay cheap.
///
/// All news since the last message go out in one. A member that misses some gets the difference,
/// or everybody's presence, when it has read all before.
struct SharedPresence: ~Copyable {
    /// Everybody's presence at some time, as messages for all newcomers after it.
    struct Whole {
        /// Members from which on newcomers share it.
        static let membersMin = Limits.limit(64, simulated: 2)

        /// Counts those that were written: edits change what members know without a message, so
        /// two may follow the same message.
        let version: Int
        /// The presence message before.
        let message: Int
        let messages: [[UInt8]]
    }

    /// The reason why a member gets no presence for now.
    private enum Backlog: Equatable {
        /// It is slow, and missed messages from this one on.
        case missed(since: Int)
        /// Its snapshot in place of edits is being written: all else comes after it.
        case snapshot
        /// It reads the edits after its snapshot, which end gestures that began after them.
        case edits
    }

    private(set) var attendees: [Int: Attendee] = [:]
    private var backlogs: [Int: Backlog] = [:]
    /// Members with news, and members who left: the content of the next message.
    private var newsworthy: Set<Int> = []
    private var left: [Int] = []
    /// Members of whom an edit was sent in this turn.
    private var justEdited: Set<Int> = []
    private var messageCount = 0
    /// The bytes by which newcomers had more of the last message than was theirs, below 0.
    private var silentDebt = 0
    private var departures = Departures()
    /// The presence that newcomers of a crowd got last.
    private(set) var whole: Whole?
    /// The time from which presence may be sent again.
    private(set) var due: UInt64 = 0
    /// The wake that was asked for; nil when there is none.
    private var wakeAt: UInt64?

    // MARK: Members

    /// True for a member that the others know.
    func contains(_ number: Int) -> Bool { attendees[number] != nil }

    /// True for a member that can be sent answers: it does not wait for a snapshot.
    func isListening(_ number: Int) -> Bool {
        contains(number) && (backlogs.isEmpty || backlogs[number] != .snapshot)
    }

    /// The members that wait for a snapshot in place of edits, ascending.
    var lagging: [Int] { members(with: .snapshot) }

    private func members(with backlog: Backlog) -> [Int] {
        backlogs.isEmpty ? [] : backlogs.filter { $0.value == backlog }.keys.sorted()
    }

    /// Welcomes a member, and sends it everybody's presence.
    mutating func welcome(
        _ number: Int,
        _ identity: ServerMessage.MemberIdentity,
        _ effects: inout [SessionEffect]
    ) {
        attendees[number] = Attendee(identity: identity, joinedAfter: whole?.version ?? 0)
        newsworthy.insert(number)
        sendWhole(to: number, &effects)
    }

    /// A member leaves: the next message says so.
    mutating func leave(_ number: Int) {
        guard attendees.removeValue(forKey: number) != nil else { return }
        backlogs[number] = nil
        newsworthy.remove(number)
        justEdited.remove(number)
        left.append(number)
    }

    /// A member shares something else.
    mutating func apply(_ patch: Presence.Patch, of number: Int) {
        let patch = affordable(patch, of: number)
        attendees[number]?.presence.apply(patch)
        newsworthy.insert(number)
    }

    /// The patch without a long selection and gesture that the document has no room for: a newcomer
    /// gets everyone's presence at once, and must not be closed for it.
    private func affordable(_ patch: Presence.Patch, of number: Int) -> Presence.Patch {
        guard patch.idCount > Limits.presenceIDsFree, var own = attendees[number]?.presence else {
            return patch
        }
        own.apply(patch)
        let others = attendees.reduce(0) { sum, member in
            member.key == number ? sum : sum + member.value.presence.idCount
        }
        guard others + own.idCount > Limits.presenceIDsPerDocumentMax else { return patch }
        var patch = patch
        if patch.selection != nil { patch.selection = [] }
        if patch.gesture != nil { patch.gesture = .some(nil) }
        return patch
    }

    // MARK: Edits

    /// A member sends an edit: its presence waits for the answer, and its gesture ends.
    ///
    /// The others end the gesture when the edit arrives, unless it is refused.
    ///
    /// - Returns: false for an edit beyond the limit of unanswered ones, which changes nothing.
    mutating func submit(_ number: Int) -> Bool {
        guard let place = attendees.index(forKey: number) else { return true }
        guard attendees.values[place].unanswered < Limits.unansweredEditsMax else { return false }
        attendees.values[place].unanswered += 1
        attendees.values[place].presence.gesture = nil
        if attendees.values[place].known?.gesture != nil { newsworthy.insert(number) }
        return true
    }

    mutating func answered(_ number: Int) {
        if let place = attendees.index(forKey: number) { answered(at: place) }
    }

    private mutating func answered(at place: Dictionary<Int, Attendee>.Index) {
        if attendees.values[place].unanswered > 0 { attendees.values[place].unanswered -= 1 }
    }

    /// An edit of a member is sent to all: the others end its gesture when they get it.
    ///
    /// They may get it after what is sent to them alone in this turn, so the member's next presence
    /// waits for the next turn.
    mutating func edited(_ number: Int) {
        if let place = attendees.index(forKey: number) {
            answered(at: place)
            attendees.values[place].endKnownGesture(by: messageCount + 1)
        }
        justEdited.insert(number)
    }

    /// An edit that deletes emojis is sent to all: no selection names them any longer.
    mutating func prune(_ deleted: [EmojiID]) {
        guard !deleted.isEmpty else { return }
        let deleted = Set(deleted)
        var place = attendees.startIndex
        while place != attendees.endIndex {
            attendees.values[place].prune(deleted, by: messageCount + 1)
            attendees.formIndex(after: &place)
        }
    }

    // MARK: Sending

    /// Sends the presence that is due, and asks for the wakes that are needed.
    mutating func wake(now: UInt64, and other: UInt64?, _ effects: inout [SessionEffect]) {
        if let wakeAt, wakeAt <= now { self.wakeAt = nil }
        if let other { askToWake(at: other, &effects) }
        probe(now: now, &effects)
        let silenced = newsworthy.intersection(justEdited)
        justEdited = []
        if !silenced.isEmpty { askToWake(at: max(due, now + 1), &effects) }
        // In a crowd that moves it is asked a thousand times a second, and due six times.
        guard now >= due else {
            let isTold = !left.isEmpty || newsworthy.contains { talks($0, besides: silenced) }
            return isTold ? askToWake(at: due, &effects) : ()
        }
        let talkers = newsworthy.filter { talks($0, besides: silenced) }
        guard !talkers.isEmpty || !left.isEmpty else { return }
        let news = takeNews(of: talkers)
        if !news.isEmpty || !left.isEmpty { send(news, now: now, &effects) }
        if !newsworthy.isDisjoint(with: talkers) { askToWake(at: max(due, now + 1), &effects) }
    }

    /// Returns true for a member whose news may go out now.
    private func talks(_ number: Int, besides silenced: Set<Int>) -> Bool {
        !silenced.contains(number) && attendees[number]?.unanswered == 0
    }

    /// Takes the news that go into one message: in a crowd not all, so that the next can follow
    /// soon.
    ///
    /// Members who share something take turns. Newcomers who share nothing yet are announced with
    /// what is left, a quarter at least; many at a time while nobody is active.
    private mutating func takeNews(of talkers: Set<Int>) -> [ServerMessage.MemberPatch] {
        let receivers = max(attendees.count - backlogs.count, 1)
        let second = Limits.presenceBytesPerSecond / receivers
        let (active, silent) = turns(of: talkers)
        let share = active.isEmpty ? max(second / 2, 1_024) : silent.isEmpty ? 0 : second / 24
        // The last one may go beyond it: five messages a second are left.
        var room = active.isEmpty ? 0 : second / 6 - share
        var news: [ServerMessage.MemberPatch] = []
        for number in active where news.isEmpty || room > 0 { take(number, &news, &room) }
        var silentRoom = min(silentDebt, 0) + share + max(room, 0)
        for number in silent where silentRoom > 0 { take(number, &news, &silentRoom) }
        silentDebt = silentRoom
        return news.sorted { $0.member < $1.member }
    }

    /// Those who share something, who waited for longest first, and the newcomers who do not.
    private func turns(of talkers: Set<Int>) -> (active: [Int], silent: [Int]) {
        var active: [(knownBy: Int, number: Int)] = []
        var silent: [Int] = []
        for number in talkers {
            guard let attendee = attendees[number] else { continue }
            if attendee.isSilent {
                silent.append(number)
            } else {
                active.append((attendee.knownBy, number))
            }
        }
        return (active.sorted { $0 < $1 }.map { $0.number }, silent.sorted())
    }

    private mutating func take(
        _ number: Int,
        _ news: inout [ServerMessage.MemberPatch],
        _ room: inout Int
    ) {
        newsworthy.remove(number)
        let patch = attendees[number]?.takeNews(as: number, in: messageCount + 1)
        guard let patch else { return }
        room -= patch.bytesAbout
        news.append(patch)
    }

    /// Asks whether members have read the edits that followed their snapshot.
    private mutating func probe(now: UInt64, _ effects: inout [SessionEffect]) {
        let readers = members(with: .edits)
        guard !readers.isEmpty else { return }
        for number in readers { effects.append(.probe(member: number)) }
        askToWake(at: now + UInt64(Limits.presenceIntervalMilliseconds), &effects)
    }

    private mutating func send(
        _ news: [ServerMessage.MemberPatch],
        now: UInt64,
        _ effects: inout [SessionEffect]
    ) {
        messageCount += 1
        departures.add(left, toldBy: messageCount)
        let receivers = attendees.keys.filter { backlogs[$0] == nil }.sorted()
        var bytes = 0
        let messages = ServerMessage.PresenceUpdate.messages(of: news, isFull: false, left: left)
        for message in messages {
            effects.append(
                .sendPresence(to: receivers, message: message, number: messageCount)
            )
            bytes += message.count
        }
        left = []
        let cost = bytes * receivers.count * 1_000 / Limits.presenceBytesPerSecond
        due = now + UInt64(max(Limits.presenceIntervalMilliseconds, cost))
    }

    private mutating func askToWake(at time: UInt64, _ effects: inout [SessionEffect]) {
        guard wakeAt.map({ time < $0 }) ?? true else { return }
        wakeAt = time
        effects.append(.wake(at: time))
    }

    // MARK: Members that lag

    /// Others may have been sent since, as a member on another server is reported late.
    mutating func missed(_ number: Int, _ message: Int) {
        guard contains(number), backlogs[number] == nil else { return }
        backlogs[number] = .missed(since: min(message, messageCount))
    }

    /// A member waits for a snapshot in place of edits.
    mutating func pause(_ number: Int) {
        if contains(number) { backlogs[number] = .snapshot }
    }

    /// A member got a snapshot in place of edits: it gets everybody's presence, as the edits that
    /// are left out may have ended gestures and selections.
    ///
    /// Edits that follow the snapshot would end gestures that began after them: then presence is
    /// sent when they are read.
    mutating func resume(
        _ number: Int,
        hasEditsToRead: Bool,
        _ effects: inout [SessionEffect]
    ) {
        guard contains(number) else { return }
        if hasEditsToRead {
            backlogs[number] = .edits
        } else {
            sendWhole(to: number, &effects)
        }
    }

    /// A member that was slow has read all: it gets whole what the others were sent meanwhile.
    ///
    /// Not everybody's presence as long as few did something: to read that takes a slow member so
    /// long, in a document of thousands, that it misses the next, and would never come to rest.
    /// Where many did, everybody's is shared, and takes no memory for each that is slow.
    mutating func drained(_ number: Int, _ effects: inout [SessionEffect]) {
        switch backlogs[number] {
        case .missed(let first):
            guard let left = departures.since(first) else {
                return sendWhole(to: number, &effects)
            }
            let news = presences { $1.knownBy >= first }
            if attendees.count >= Whole.membersMin, !areFew(news.count + left.count) {
                return sendWhole(to: number, &effects)
            }
            backlogs[number] = nil
            if !news.isEmpty || !left.isEmpty { send(news, left: left, to: number, &effects) }
        case .edits: sendWhole(to: number, &effects)
        case .snapshot, nil: break
        }
    }

    // MARK: Everybody's presence

    /// Sends a member everybody's presence, and its own.
    ///
    /// In a crowd newcomers that follow each other get the same messages, and then what changed
    /// since: to write everybody for each would take the square of the members.
    private mutating func sendWhole(to number: Int, _ effects: inout [SessionEffect]) {
        backlogs[number] = nil
        guard attendees.count >= Whole.membersMin else {
            for message in everybody() { effects.append(.send(to: number, message: message)) }
            return
        }
        if let whole, let left = departures.since(whole.message + 1) {
            let news = presences { member, it in
                it.knownBy > whole.message || it.joinedAfter >= whole.version || member == number
            }
            if areFew(news.count + left.count) {
                send(whole, to: number, &effects)
                return send(news, left: left, to: number, &effects)
            }
        }
        let whole = Whole(
            version: (whole?.version ?? 0) + 1,
            message: messageCount,
            messages: everybody()
        )
        self.whole = whole
        send(whole, to: number, &effects)
    }

    /// Returns true if it is cheaper to send some changes to a member alone than to write everybody
    /// again.
    ///
    /// To write n members again for each k newcomers costs n / k for each of these, and what
    /// changed since k / 2: least when k * k is 2 n.
    private func areFew(_ changes: Int) -> Bool { changes * changes <= 2 * attendees.count }

    private func everybody() -> [[UInt8]] {
        let all = presences { _, _ in true }
        return ServerMessage.PresenceUpdate.messages(of: all, isFull: true, left: [])
    }

    private func send(_ whole: Whole, to number: Int, _ effects: inout [SessionEffect]) {
        effects.append(
            .sendEverybody(to: number, messages: whole.messages, version: whole.version)
        )
    }

    private func send(
        _ news: [ServerMessage.MemberPatch],
        left: [Int],
        to number: Int,
        _ effects: inout [SessionEffect]
    ) {
        let messages = ServerMessage.PresenceUpdate.messages(of: news, isFull: false, left: left)
        for message in messages { effects.append(.send(to: number, message: message)) }
    }

    /// Members' presences, whole, as the others know them: what waits for a commit waits for the
    /// receiver of this too.
    private func presences(
        where isMeant: (_ number: Int, Attendee) -> Bool
    ) -> [ServerMessage.MemberPatch] {
        // Numbers are sorted in place of attendees: a crowd's newcomers all come by here.
        var places: [(number: Int, place: Dictionary<Int, Attendee>.Index)] = []
        for place in attendees.indices {
            let number = attendees.keys[place]
            if isMeant(number, attendees.values[place]) { places.append((number, place)) }
        }
        places.sort { $0.number < $1.number }
        return places.map { number, place in
            ServerMessage.MemberPatch(
                member: number,
                identity: attendees.values[place].identity,
                presence: Presence.Patch(full: attendees.values[place].known ?? Presence())
            )
        }
    }
}
