import EmojiArt
import Testing
import Wire

@testable import Sync

/// Presence whole: what the newcomers of a crowd get, and the messages that it comes in.
struct WholePresenceTests {
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
