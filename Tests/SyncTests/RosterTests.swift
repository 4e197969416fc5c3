import EmojiArt
import Testing
import Wire

@testable import Sync

/// The roster alone: numbers, and who is let in.
struct RosterTests {
    private static func hello(_ key: Int?) -> ClientMessage.Hello {
        ClientMessage.Hello(key: key.map { Fixture.key($0) })
    }

    /// Lets a connection in as a member; the number of its client.
    @discardableResult
    private static func join(
        _ roster: inout Roster,
        _ number: Int,
        _ key: Int?,
        membersMax: Int = .max
    ) throws -> Int? {
        let hello = hello(key)
        let newcomer = try roster.admit(number, hello, nil, membersMax: membersMax)
        _ = roster.enter(newcomer)
        return newcomer.client
    }

    private static func empty(lastClient: Int = 0) -> Roster {
        Roster(keys: [:], lastClient: lastClient)
    }

    @Test func `SY20 a new client gets the number after the highest that was given`() throws {
        var roster = Roster(keys: [7: Fixture.key(7)], lastClient: 4)
        let client = try Self.join(&roster, 1, 1)
        #expect(client == 8 && roster.provisional == [8: Fixture.key(1)])
        let stored = try Self.join(&roster, 2, 7)
        #expect(stored == 7 && roster.provisional.count == 1)
        var other = Roster(keys: [3: Fixture.key(3)], lastClient: 9)
        let next = try Self.join(&other, 1, 1)
        #expect(next == 10)
    }

    @Test func `SY32 AC5 a viewer has no number, with a key or without`() throws {
        var roster = Self.empty()
        let viewer = try Self.join(&roster, 1, nil)
        #expect(viewer == nil && roster.members[1]?.lacksNumber == false)
        let access = Access(role: .viewer)
        let newcomer = try roster.admit(2, Self.hello(5), access, membersMax: 2)
        _ = roster.enter(newcomer)
        let member = roster.members[2]
        #expect(newcomer.client == nil && member?.lacksNumber == true && member?.mayEdit == false)
        #expect(roster.keys.isEmpty && roster.provisional.isEmpty)
        roster.permit(2, Access(role: .editor))
        #expect(roster.members[2]?.mayEdit == true)
    }

    @Test func `SY20 connections that wait count as members do`() throws {
        var roster = Self.empty()
        try Self.join(&roster, 1, 1, membersMax: 2)
        roster.wait(try roster.admit(2, Self.hello(2), nil, membersMax: 2))
        var refusal: Roster.Refusal?
        do { _ = try roster.admit(3, Self.hello(3), nil, membersMax: 2) } catch { refusal = error }
        #expect(refusal == .members && roster.keys.count == 2)
        // The second connection of a member is let in: it takes the place of the first.
        let again = try roster.admit(4, Self.hello(1), nil, membersMax: 2)
        #expect(roster.enter(again) == 1 && roster.member(of: 1) == 4)
    }

    @Test func `SY20 the last number is given, and none after it`() throws {
        for lastClient in [Limits.identifierMax - 1, Limits.identifierMax] {
            var roster = Self.empty(lastClient: lastClient)
            var refusal: Roster.Refusal?
            do { try Self.join(&roster, 1, 1) } catch { refusal = error as? Roster.Refusal }
            #expect(refusal == (lastClient == Limits.identifierMax ? .clients : nil))
            // A viewer needs none.
            #expect(throws: Never.self) { try Self.join(&roster, 2, nil) }
        }
    }

    @Test func `SY20 the numbers of the last 256 that left are known`() throws {
        for others in [Roster.formerMax - 1, Roster.formerMax] {
            var roster = Self.empty()
            for key in 0...others {
                try Self.join(&roster, key, key)
                let wasMember = roster.leave(key)
                #expect(wasMember)
            }
            #expect(roster.keys.isEmpty && roster.isEmpty)
            let first = try Self.join(&roster, 1_000, 0)
            #expect(first == (others < Roster.formerMax ? 1 : others + 2))
        }
    }

    @Test func `SY19 a client stays while one of its connections does`() throws {
        var roster = Self.empty()
        let client = try #require(try Self.join(&roster, 1, 5))
        roster.wait(try roster.admit(2, Self.hello(5), nil, membersMax: 1))
        var wasMember = roster.leave(1)
        #expect(wasMember && roster.provisional[client] != nil && !roster.isEmpty)
        var isWaiting = (1...2).map { roster.isWaiting($0) }
        #expect(isWaiting == [false, true])
        let newcomers = roster.takeWaiting()
        let older = newcomers.map { roster.enter($0) }
        #expect(older == [nil] && roster.member(of: client) == 2)
        isWaiting = [roster.isWaiting(2)]
        #expect(isWaiting == [false])
        // The late end of the older connection, and of one that was never here.
        wasMember = roster.leave(1)
        #expect(!wasMember && roster.provisional[client] != nil)
        wasMember = roster.leave(2)
        #expect(wasMember && roster.provisional.isEmpty && roster.isEmpty)
    }

    @Test func `SY20 a connection that ends while it waits frees its number`() throws {
        var roster = Self.empty()
        for number in 1...3 {
            let key = number == 3 ? 1 : number
            roster.wait(try roster.admit(number, Self.hello(key), nil, membersMax: 3))
        }
        let wasMember = roster.leave(1)
        #expect(!wasMember && roster.keys.count == 2)
        roster.permit(3, Access(role: .viewer))
        let older = roster.takeWaiting(of: 2)
        #expect(older == [2])
        let left = roster.takeWaiting()
        #expect(left.map(\.member) == [3] && left.map(\.access?.role) == [.viewer])
        #expect(roster.isEmpty == true)
    }
}
