import EmojiArt
import Testing
import Wire

@testable import Sync

/// What a client can undo, for how long, and what it is told of it.
struct UndoHistoryTests {
    @Test func `UN12 beyond 100000 emojis the client that was still for longest loses its steps`() {
        let (room, clients) = Room.with(2)
        var ids: [EmojiID] = []
        for _ in 0..<5 { ids += clients[0].addMany(200) }
        room.settle()
        for number in 0..<12 {
            let client = number == 0 ? clients[1] : room.join()
            for _ in 0..<(number == 0 ? 1 : 10) { client.edit(.move(ids: ids, dx: 1, dy: 1)) }
            room.settle()
        }
        #expect(clients[0].document.emojis.count == 1_000)
        // It was told, and does not offer what would be refused.
        #expect(clients[0].undoName == nil)
        clients[0].undo()
        room.settle()
        #expect(clients[0].refused.values.sorted() == ["nothing_to_undo"])
        let items = room.session.ledger.state.history.clients.count
        #expect(items < 13)
    }

    @Test func `UN13 steps belong to the key, on another device too`() {
        let (room, _, id) = Room.withEmoji(1)
        room.crash()
        room.clients = []
        let device = room.join()
        #expect(device.undoName == "add")
        device.undo()
        room.settle()
        #expect(device.document.emojis[id] == nil)
        room.expectAgreement()
    }

    @Test func `SM9 the names are right when their message overtakes the edits`() {
        let (room, clients) = Room.with(1, commitsAtOnce: false)
        clients[0].edit(.background(Fixture.background("https://a/a.png")))
        clients[0].add()
        clients[0].undo()
        room.exchange()
        room.turn { room.commit(.max) }
        #expect(clients[0].link?.down.count == 4)
        room.exchange()
        #expect(clients[0].undoName == "background")
        #expect(clients[0].redoName == "add")
        room.expectAgreement()
    }

    @Test func `SM9 the welcome's names outlive the edits that follow it`() {
        let (room, clients) = Room.with(1)
        clients[0].edit(.background(Fixture.background("https://a/a.png")))
        room.settle()
        clients[0].add()
        clients[0].undo()
        room.cut(clients[0], dropping: 0)
        room.settle()
        room.reconnect()
        #expect(clients[0].undoName == "background")
        #expect(clients[0].redoName == "add")
        room.expectAgreement()
    }

    @Test func `SM9 names that came ahead of the edits are not changed by them`() {
        let (room, clients) = Room.with(1)
        clients[0].add()
        clients[0].add()
        clients[0].hear(.history(revision: 2, undo: nil, redo: nil))
        room.settle()
        #expect(clients[0].undoName == nil)
        clients[0].edit(.background(Fixture.background("https://a/a.png")))
        room.settle()
        #expect(clients[0].undoName == "background")
    }

    @Test func `SM7 an undo names the revision that it took back`() {
        let (room, clients) = Room.with(2)
        clients[0].add()
        clients[1].add()
        clients[0].undo()
        clients[0].redo()
        room.settle()
        let walks = clients[1].receivedEdits.compactMap(\.walk)
        #expect(walks == [.init(.undo, of: 1), .init(.redo, of: 1)])
    }
}
