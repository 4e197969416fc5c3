import EmojiArt
import Testing
import Wire

@testable import Sync

/// Presence at its largest: many members, each with as many ids as it may name.
struct CrowdedPresenceTests {
    @Test func `LM2 PR6 a newcomer among many large presences gets them in messages it can read`() {
        let (room, clients) = Room.with(15)
        let ids = clients[0].addMany(1_000)
        room.settle()
        for client in clients {
            client.share { $0.select(ids, now: room.now) }
            client.share { $0.gesture(.move(ids: ids, dx: 1, dy: 1), now: room.now) }
            room.settle()
        }
        let newcomer = room.join()
        #expect(newcomer.received.allSatisfy { $0.encoded.count <= Limits.serverMessageBytesMax })
        #expect(newcomer.members.count == 16)
        let presences = newcomer.members.values.map(\.presence.selection.count)
        #expect(presences.sorted() == [0] + Array(repeating: 1_000, count: 15))
        room.expectAgreement()
    }

    @Test func `SM13 PR5 a newcomer gets everyone's signals in messages it can read`() {
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

    @Test func `PR16 beyond all members' ids a long selection or gesture counts as none`() {
        let (room, clients) = Room.with(19)
        let ids = clients[0].addMany(1_000)
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
}
