import EmojiArt
import Testing
import Wire

@testable import Sync

/// The presence of a document alone: what is sent, to whom, and which wakes are asked for.
struct SharedPresenceTests {
    private static let interval = UInt64(Limits.presenceIntervalMilliseconds)

    /// A document's presence, and what it asked for.
    private struct Board: ~Copyable {
        var presence = SharedPresence()
        private var effects: [SessionEffect] = []
        private var decoder = MessageDecoder()
        /// The presence that was sent to one member last.
        private(set) var update: ServerMessage.PresenceUpdate?

        /// Welcomes members, and announces them at 1 s.
        init(_ count: Int) {
            for number in stride(from: 1, through: count, by: 1) { _ = welcome(number) }
            _ = wake(1_000)
        }

        /// The number of the presence message that was sent last.
        private(set) var sent = 0

        private mutating func take() -> [String] {
            for case .sendPresence(_, _, let number) in effects { sent = number }
            for case .send(_, let message) in effects {
                if case .presence(let sent)? = try? decoder.serverMessage(message.span) {
                    update = sent
                }
            }
            return effects.take()
        }

        mutating func welcome(_ number: Int) -> [String] {
            presence.welcome(
                number,
                .init(client: number, name: "", colour: .ofMember(1)),
                &effects
            )
            return take()
        }

        mutating func wake(_ now: UInt64, and other: UInt64? = nil) -> [String] {
            presence.wake(now: now, and: other, &effects)
            return take()
        }

        /// A member did not get a message; without a number, the last.
        mutating func missed(_ member: Int, _ number: Int? = nil) {
            presence.missed(member, number ?? sent)
        }

        mutating func drained(_ number: Int) -> [String] {
            presence.drained(number, &effects)
            return take()
        }

        mutating func resume(_ number: Int, hasEditsToRead: Bool) -> [String] {
            presence.resume(number, hasEditsToRead: hasEditsToRead, &effects)
            return take()
        }

        /// Members point somewhere else.
        mutating func point(_ numbers: Int..., at x: Int) { point(numbers, at: x) }

        mutating func point(_ numbers: [Int], at x: Int) {
            for number in numbers {
                presence.apply(.init(cursor: .init(x: x, y: 0)), of: number)
            }
        }
    }

    @Test func `PR3 a change is sent at once, the next after the interval, and rest asks nothing`()
    {
        var board = Board(0)
        #expect(board.welcome(1) == ["send 1 presence"])
        #expect(board.welcome(2) == ["send 2 presence"])
        #expect(board.wake(1_000) == ["presence [1, 2]"])
        #expect(board.wake(1_001) == [])
        board.point(1, at: 1)
        #expect(board.wake(1_032) == ["wake 1033"])
        #expect(board.wake(1_032) == [])
        #expect(board.wake(1_033) == ["presence [1, 2]"])
        #expect(board.wake(1_034) == [])
        // The same again is no news.
        board.point(1, at: 1)
        #expect(board.wake(1_066) == [])
        #expect(board.wake(1_067) == [])
    }

    @Test func `PR3 an earlier wake replaces a later one, and nothing else asks again`() {
        var board = Board(1)
        #expect(board.wake(2_000, and: 2_500) == ["wake 2500"])
        #expect(board.wake(2_001, and: 2_500) == [])
        #expect(board.wake(2_002, and: 2_400) == ["wake 2400"])
        #expect(board.wake(2_399, and: 2_500) == [])
        #expect(board.wake(2_400, and: 2_500) == ["wake 2500"])
        #expect(board.wake(2_500) == [])
    }

    @Test func `PR10 presence waits for the answers, and for the turn after the edit`() {
        var board = Board(2)
        var isTaken = board.presence.submit(1)
        board.point(1, at: 1)
        #expect(isTaken && board.wake(2_000) == [])
        board.presence.answered(1)
        #expect(board.wake(2_001) == ["presence [1, 2]"])
        isTaken = board.presence.submit(1)
        board.point(1, 2, at: 2)
        board.presence.edited(1)
        // The other's goes out; that of the first waits for the next turn, or the interval.
        #expect(board.wake(3_000) == ["wake 3001", "presence [1, 2]"])
        #expect(board.wake(3_001) == ["wake 3033"])
        #expect(board.wake(3_033) == ["presence [1, 2]"])
        board.point(1, at: 3)
        board.presence.edited(1)
        #expect(board.wake(3_034) == ["wake 3066"])
        #expect(board.wake(3_066) == ["presence [1, 2]"] && isTaken)
        #expect(board.wake(3_067) == [])
    }

    /// What a crowd is sent in some seconds, of whom so many point all the time from the time of
    /// their welcome: the times of messages, and of each member the times at which it was told.
    private struct Told {
        var times: [UInt64] = []
        var ofMember: [Int: [UInt64]] = [:]
        var bytes = 0
    }

    private static func told(of members: Int, moving: Int, seconds: UInt64) -> Told {
        var presence = SharedPresence()
        var effects: [SessionEffect] = []
        var decoder = MessageDecoder()
        var told = Told()
        for number in 1...members {
            presence.welcome(number, .init(client: 1, name: "", colour: .ofMember(1)), &effects)
        }
        for now in stride(from: 1_000, to: 1_000 + 1_000 * seconds, by: 10) {
            for number in 1...max(moving, 1) where moving > 0 {
                presence.apply(.init(cursor: .init(x: Int(now), y: number)), of: number)
            }
            effects = []
            presence.wake(now: now, and: nil, &effects)
            for case .sendPresence(let receivers, let message, _) in effects {
                told.times.append(now)
                told.bytes += message.count * receivers.count
                guard case .presence(let update)? = try? decoder.serverMessage(message.span) else {
                    continue
                }
                for patch in update.members { told.ofMember[patch.member, default: []].append(now) }
            }
        }
        return told
    }

    @Test func `PR4 in a crowd that has just joined all see cursors move five times a second`() {
        let told = Self.told(of: 1_000, moving: 50, seconds: 4)
        #expect(told.bytes <= 5 * Limits.presenceBytesPerSecond)
        // From the second second on; each of the fifty, one after the other.
        let later = told.times.filter { $0 >= 2_000 }
        #expect(Set(later).count >= 15)
        for number in 1...50 {
            let times = told.ofMember[number] ?? []
            let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
            #expect(times.first ?? .max <= 3_000 && (gaps.max() ?? .max) <= 2_000, "\(number)")
        }
        // Those who only joined are announced as well.
        #expect((51...1_000).filter { told.ofMember[$0] != nil }.count >= 30)
    }

    @Test func `PR4 PR6 a crowd of which nobody moves is announced in bulk, once each`() {
        let told = Self.told(of: 1_000, moving: 0, seconds: 40)
        #expect(told.ofMember.count == 1_000 && told.ofMember.values.allSatisfy { $0.count == 1 })
        #expect(told.times.count <= 80 && told.times[1] - told.times[0] >= 300)
    }

    @Test func `SY11 a member has 256 unanswered edits, and one more changes nothing`() {
        var board = Board(1)
        for _ in 0..<Limits.unansweredEditsMax {
            let isTaken = board.presence.submit(1)
            #expect(isTaken)
        }
        board.presence.apply(.init(gesture: .move(ids: [], dx: 1, dy: 1)), of: 1)
        var isTaken = board.presence.submit(1)
        #expect(!isTaken && board.presence.attendees[1]?.presence.gesture != nil)
        board.presence.answered(1)
        isTaken = board.presence.submit(1)
        #expect(isTaken && board.presence.attendees[1]?.presence.gesture == nil)
        for _ in 0...Limits.unansweredEditsMax { board.presence.answered(1) }
        #expect(board.presence.attendees[1]?.unanswered == 0)
    }

    @Test(arguments: [true, false])
    func `PR9 an edit ends the gesture by itself, a refusal by a message`(isAccepted: Bool) {
        var board = Board(2)
        board.presence.apply(.init(gesture: .move(ids: [], dx: 1, dy: 1)), of: 1)
        #expect(board.wake(2_000) == ["presence [1, 2]"])
        let isTaken = board.presence.submit(1)
        #expect(isTaken && board.wake(2_100) == [])
        if isAccepted { board.presence.edited(1) } else { board.presence.answered(1) }
        #expect(board.wake(2_200) == (isAccepted ? ["wake 2201"] : ["presence [1, 2]"]))
        #expect(board.wake(2_201) == [])
        #expect(board.presence.attendees[1]?.known?.gesture == nil)
    }

    @Test func `PR6 those who leave are named once, if the others knew them`() {
        var board = Board(2)
        board.presence.leave(9)
        #expect(board.wake(2_000) == [])
        board.point(1, at: 1)
        board.presence.leave(1)
        board.presence.leave(1)
        #expect(board.wake(2_001) == ["presence [2]"])
        #expect(board.wake(3_000) == [] && board.presence.attendees.count == 1)
    }

    @Test func `PR8 a member that missed messages gets the difference when it has read all`() throws
    {
        var board = Board(4)
        board.point(2, at: 1)
        #expect(board.wake(2_000) == ["presence [1, 2, 3, 4]"])
        board.point(3, at: 1)
        _ = board.wake(3_000)
        for number in [1, 9] { board.missed(number) }
        board.point(2, at: 2)
        #expect(board.wake(4_000) == ["presence [2, 3, 4]"])
        board.missed(1)
        board.presence.leave(4)
        _ = board.wake(5_000)
        #expect(board.drained(1) == ["send 1 presence"])
        #expect(board.update?.members.map(\.member) == [2, 3] && board.update?.isFull == false)
        #expect(board.update?.left == [4])
        #expect(board.drained(1) == [] && board.drained(9) == [])
        board.point(2, at: 3)
        #expect(board.wake(6_000) == ["presence [1, 2, 3]"])
    }

    @Test func `PR8 when more left than is known, presence comes in full`() {
        var board = Board(4)
        board.point(2, at: 1)
        _ = board.wake(2_000)
        board.missed(1)
        for number in 10...10 + Departures.countMax {
            _ = board.welcome(number)
            board.presence.leave(number)
        }
        _ = board.wake(3_000)
        #expect(board.drained(1) == ["send 1 presence"])
        #expect(board.update?.isFull == true && board.update?.left == [])
    }

    @Test func `PR8 SV13 what a member missed before others is not forgotten`() {
        var board = Board(4)
        board.point(2, at: 1)
        _ = board.wake(2_000)
        let number = board.sent
        board.point(3, at: 1)
        board.presence.leave(4)
        _ = board.wake(3_000)
        board.missed(1, number)
        #expect(board.drained(1) == ["send 1 presence"])
        #expect(board.update?.members.map(\.member) == [2, 3] && board.update?.left == [4])
        board.point(3, at: 2)
        _ = board.wake(4_000)
        board.missed(1, number + 9)
        #expect(board.drained(1) == ["send 1 presence"])
        #expect(board.update?.members.map(\.member) == [3])
    }

    @Test func `SY21 a member that waits for a snapshot gets no answers and no presence`() {
        var board = Board(3)
        board.missed(1)
        for number in [2, 1, 9] { board.presence.pause(number) }
        let isListening = [1, 3, 9].map { board.presence.isListening($0) }
        #expect(isListening == [false, true, false] && board.presence.lagging == [1, 2])
        board.point(3, at: 1)
        #expect(board.wake(2_000) == ["presence [3]"])
        board.missed(1)
        #expect(board.drained(1) == [] && board.wake(3_000) == [])
        #expect(board.resume(1, hasEditsToRead: false) == ["send 1 presence"])
        #expect(board.resume(9, hasEditsToRead: false) == [])
        #expect(board.presence.lagging == [2])
        board.point(3, at: 2)
        #expect(board.wake(4_000) == ["presence [1, 3]"])
    }

    @Test func `PR15 a member that reads edits after its snapshot is probed, also in silence`() {
        var board = Board(3)
        for number in [2, 1] {
            board.presence.pause(number)
            #expect(board.resume(number, hasEditsToRead: true) == [])
        }
        let isListening = board.presence.isListening(1)
        #expect(isListening && board.presence.lagging == [])
        let probes = ["probe 1", "probe 2"]
        #expect(board.wake(5_000) == probes + ["wake \(5_000 + Self.interval)"])
        #expect(board.wake(5_001) == probes)
        board.missed(1)
        #expect(board.wake(5_033) == probes + ["wake 5066"])
        board.point(3, at: 1)
        #expect(board.wake(5_034) == probes + ["presence [3]"])
        #expect(board.drained(1) == ["send 1 presence"])
        #expect(board.update?.isFull == true && board.update?.members.map(\.member) == [1, 2, 3])
        #expect(board.wake(5_035) == ["probe 2"])
        board.presence.leave(2)
        #expect(board.wake(5_067) == ["presence [1, 3]"])
        #expect(board.wake(6_000) == [])
    }

    /// A crowd that knows each other, and shares what newcomers get, as version 2.
    private static func crowd() -> Board {
        var board = Board(SharedPresence.Whole.membersMin)
        let count = SharedPresence.Whole.membersMin
        // All were announced since the first was written.
        #expect(board.welcome(count + 1) == ["everybody \(count + 1) 2"])
        #expect(board.welcome(count + 2).count == 2)
        _ = board.wake(10_000)
        return board
    }

    @Test func `PR5 from 64 members on newcomers share what they get`() {
        let count = SharedPresence.Whole.membersMin
        var board = Board(count - 2)
        #expect(board.welcome(count - 1).allSatisfy { $0 == "send \(count - 1) presence" })
        #expect(board.welcome(count) == ["everybody \(count) 1"])
        #expect(
            board.welcome(count + 1) == ["everybody \(count + 1) 1", "send \(count + 1) presence"]
        )
    }

    @Test func `PR5 newcomers of a crowd know each other before the others know them`() {
        var board = Self.crowd()
        for number in 67...68 { #expect(board.welcome(number).first == "everybody \(number) 2") }
        // The two before them were announced since, and the first of them was not.
        #expect(board.update?.members.map(\.member) == [65, 66, 67, 68])
    }

    @Test(arguments: [8, 9])
    func `PR5 what changed since is sent alone while its square is at most twice the members`(
        changes: Int
    ) {
        // With the newcomer and the two before it that is 11 or 12 of 67 members.
        for leaving in [0, 1] {
            var board = Self.crowd()
            board.point(Array(1...changes - leaving), at: 1)
            for number in 0..<leaving { board.presence.leave(60 + number) }
            _ = board.wake(20_000)
            let isShared = changes == 8
            let version = isShared ? 2 : 3
            let effects = board.welcome(67)
            #expect(effects == ["everybody 67 \(version)"] + (isShared ? ["send 67 presence"] : []))
        }
    }

    @Test(arguments: [11, 12])
    func `PR8 a crowd's slow member gets everybody's presence where many did something`(
        changes: Int
    ) {
        var board = Self.crowd()
        board.point(1, at: 5)
        _ = board.wake(20_000)
        board.missed(66)
        board.point(Array(1...changes), at: 1)
        _ = board.wake(30_000)
        let effects = board.drained(66)
        #expect(effects == [changes == 11 ? "send 66 presence" : "everybody 66 3"])
        #expect(board.drained(66) == [])
    }
}
