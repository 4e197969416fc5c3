import EmojiArt
import Testing
import Wire

@testable import Sync

/// Presence at its largest: many members, each with as many ids as it may name.
struct CrowdedPresenceTests {
    @Test func `LM2 PR6 a newcomer among many large presences gets them in messages it can read`()
        throws
    {
        let (room, clients) = Room.with(15)
        let ids = try Self.addMany(1_000, by: clients[0])
        room.settle()
        for client in clients {
            client.share { $0.select(ids, now: room.now) }
            client.share { $0.gesture(.move(ids: ids, dx: 1, dy: 1), now: room.now) }
            room.settle()
        }
        let newcomer = room.join()
        room.settle()
        #expect(newcomer.received.allSatisfy { $0.encoded.count <= Limits.serverMessageBytesMax })
        #expect(newcomer.members.count == 16)
        let presences = newcomer.members.values.map(\.presence.selection.count)
        #expect(presences.sorted() == [0] + Array(repeating: 1_000, count: 15))
        room.expectAgreement()
    }

    @Test func `SM13 PR5 a newcomer gets everyone's signals in messages it can read`() throws {
        let (room, clients) = Room.with(60)
        let view = Presence.View(middle: .init(x: -1_000_000, y: 1), width: 9, height: 9)
        let chat = String(repeating: "\"", count: Limits.chatBytesMax)
        for client in clients {
            client.share { $0.signal(.init(view: view, chat: chat, hasLaser: true), now: room.now) }
        }
        room.settle()
        let newcomer = room.join()
        let told = newcomer.members.values.filter { $0.presence.signals.chat == chat }
        #expect(told.count == 60)
        #expect(newcomer.received.allSatisfy { $0.encoded.count <= Limits.serverMessageBytesMax })
        room.expectAgreement()
    }

    @Test func `PR16 beyond all members' ids a long selection or gesture counts as none`() throws {
        let (room, clients) = Room.with(19)
        let ids = try Self.addMany(1_000, by: clients[0])
        room.settle()
        let gesture = Presence.Gesture.move(ids: ids, dx: 1, dy: 1)
        for client in clients {
            client.share { $0.select(ids, now: room.now) }
            room.settle()
            client.share { $0.gesture(gesture, now: room.now) }
            room.settle()
        }
        let newcomer = room.join()
        newcomer.share { $0.select(Array(ids[0..<Limits.presenceIDsFree]), now: room.now) }
        room.settle()
        let others = clients[0].members.values.map(\.presence)
        #expect(others.filter { $0.selection.count == 1_000 }.count == 16)
        #expect(others.filter { $0.gesture == gesture }.count == 16)
        #expect(others.filter { $0.selection.count == Limits.presenceIDsFree }.count == 1)
        let told = newcomer.members.values.map(\.presence.selection.count)
        #expect(told.reduce(0, +) <= Limits.presenceIDsPerDocumentMax)
    }

    /// Adds emojis in edits of `Limits.addedEmojisMax` at most.
    private static func addMany(_ count: Int, by client: Client) throws -> [EmojiID] {
        let number = client.replica.client ?? 0
        let text = try EmojiText("🙂")
        let ids = (1...count).map { EmojiID(client: number, counter: $0) }
        for start in stride(from: 0, to: count, by: Limits.addedEmojisMax) {
            let part = ids[start..<min(start + Limits.addedEmojisMax, count)]
            client.edit(.add(part.map { NewEmoji(id: $0, text: text, x: 0, y: 0) }))
        }
        return ids
    }
}
