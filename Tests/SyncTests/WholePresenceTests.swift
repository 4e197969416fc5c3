import EmojiArt
import Testing
import Wire

@testable import Sync

/// Presence whole: what newcomers get, and those who missed some of it.
struct WholePresenceTests {
    /// Bob misses what four others do, and reads on: the presence that he then gets.
    private static func catchUp(
        _ happens: (Room, [Client]) -> Void
    ) throws -> (room: Room, clients: [Client], ServerMessage.PresenceUpdate) {
        let (room, clients) = Room.with(5)
        let bob = clients[4]
        clients[0].add()
        room.settle()
        // The edit waits for him, and so what follows does not reach him.
        bob.link?.capacity = 0
        clients[0].add()
        room.exchange()
        happens(room, clients)
        room.advance(by: 50)
        room.exchange()
        bob.link?.capacity = .max
        bob.received = []
        room.turn()
        room.turn()
        room.exchange()
        let updates = bob.received.compactMap { message in
            if case .presence(let update) = message { update } else { nil }
        }
        #expect(updates.count == 1)
        return (room, clients, try #require(updates.first))
    }

    @Test func `PR6 PR8 who missed presence is told of those who did something, and who left`()
        throws
    {
        let (room, clients, update) = try Self.catchUp { room, clients in
            clients[1].share { $0.point(at: .init(x: 4, y: 4), now: room.now) }
            room.advance(by: 50)
            room.exchange()
            room.cut(clients[2])
        }
        #expect(!update.isFull)
        #expect(update.members.map(\.identity?.client) == [clients[1].replica.client])
        #expect(update.members.first?.presence.cursor == .init(x: 4, y: 4))
        #expect(update.left.count == 1)
        #expect(clients[4].members.count == 4)
        room.settle()
        room.expectAgreement()
    }

    @Test func `PR5 PR9 PR15 newcomers of a crowd share what they are told, and know what is`() {
        let (room, clients) = Room.with(SharedPresence.Whole.membersMin + 1)
        let id = clients[0].add()
        room.settle()
        clients[1].share { $0.select([id], now: room.now) }
        clients[2].share { $0.gesture(.move(ids: [id], dx: 1, dy: 1), now: room.now) }
        room.settle()
        let first = room.join()
        #expect(room.session.presence.whole != nil)
        let number = room.session.presence.whole?.message
        // A gesture that an edit ends, a selection that a delete empties, and somebody who leaves.
        clients[2].endGesture(room.now)
        room.settle()
        clients[0].edit(.delete(ids: [id]))
        clients[3].share { $0.point(at: .init(x: 5, y: 5), now: room.now) }
        room.cut(clients[4])
        room.settle()
        let second = room.join()
        #expect(room.session.presence.whole?.message == number)
        #expect(second.members.count == first.members.count)
        #expect(second.members.count == SharedPresence.Whole.membersMin + 2)
        #expect(second.member(clients[3])?.presence.cursor == .init(x: 5, y: 5))
        #expect(second.member(clients[1])?.presence.selection == [])
        #expect(second.member(clients[2])?.presence.gesture == nil)
        room.expectAgreement()
    }

    @Test func `PR8 when more left than is known, presence comes in full`() throws {
        let (room, clients, update) = try Self.catchUp { room, clients in
            for _ in 0...Departures.countMax {
                room.connect(clients[2])
                room.exchange()
                room.cut(clients[2])
                room.advance(by: 50)
            }
        }
        #expect(update.isFull && update.left.isEmpty)
        #expect(clients[4].members.count == 4)
        room.settle()
        room.expectAgreement()
    }

    @Test func `PR6 those who left come in messages that a client reads, however many they are`()
        throws
    {
        let left = Array(1...(2 * Limits.itemsMax + 5))
        let messages = ServerMessage.PresenceUpdate.messages(of: [], isFull: false, left: left)
        #expect(messages.count == 3)
        var decoder = MessageDecoder()
        var told: [Int] = []
        for message in messages {
            guard case .presence(let update) = try decoder.serverMessage(message.span) else {
                Issue.record("It is presence.")
                return
            }
            #expect(!update.isFull)
            told += update.left
        }
        #expect(told == left)
    }
}
