import EmojiArt
import Testing
import Wire

@testable import Sync

/// Going back to what a document was, as an edit.
struct RevertTests {
    /// A room of two in which each has added an emoji and the first has moved both.
    private static func room() -> (room: Room, clients: [Client], ids: [EmojiID]) {
        let (room, clients) = Room.with(2)
        let ids = [clients[0].add(x: 1), clients[1].add(x: 2)]
        room.settle()
        clients[0].edit(.move(ids: ids, dx: 10, dy: 0))
        room.settle()
        return (room, clients, ids)
    }

    @Test func `RV1 SM15 a revert gives back what was there, to everybody`() throws {
        let (room, clients, ids) = Self.room()
        let then = clients[0].document
        clients[1].edit(.delete(ids: [ids[0]]))
        clients[1].edit(.scale(ids: [ids[1]], factor: Fixture.factor(2_000_000)))
        clients[1].edit(.background(Fixture.background("https://a/a.png")))
        let new = clients[0].add(x: 5)
        room.settle()
        clients[0].received = []
        clients[0].edit(.revert(to: 3))
        room.settle()
        for client in clients {
            #expect(client.document.emojis == then.emojis)
            #expect(client.document.background == .blank)
        }
        let edit = try #require(clients[0].receivedEdits.first)
        #expect(edit.revert == 3 && edit.operation.deletedIDs == [new])
        room.expectAgreement()
    }

    @Test func `RV2 a revert finds what differs when it is put in order, and may find nothing`() {
        let (room, clients, _) = Self.room()
        clients[0].edit(.revert(to: 3))
        room.settle()
        #expect(room.session.revision == 4)
        #expect(clients[0].undoName == "move")
        // What another does before it is taken back as well.
        clients[1].add(x: 9)
        room.settle()
        clients[0].edit(.revert(to: 2))
        room.settle()
        #expect(clients[0].document.emojis.count == 2)
        room.expectAgreement()
    }

    @Test func `RV4 what is still to come, and what is not kept, is refused for good`() {
        let (room, clients, _) = Self.room()
        room.firstKept = 2
        let first = clients[0].edit(.revert(to: 99))
        let second = clients[0].edit(.revert(to: 1))
        let third = clients[0].edit(.revert(to: 2))
        room.settle()
        #expect(clients[0].refused == [first: "out_of_range", second: "not_kept"])
        #expect(clients[0].acknowledged[third] == 4)
        room.crash()
        room.reconnect()
        room.expectAgreement()
    }

    @Test func `RV5 what would be too long a message, or have too long an undo, is refused`() {
        let (room, clients) = Room.with(1)
        // Each takes some 140 bytes: together more than a mebibyte.
        for _ in 0..<25 { clients[0].addMany(400, "👩🏻‍❤️‍💋‍👩🏻", x: -1_000_000, y: -1_000_000) }
        room.settle()
        let all = clients[0].document
        #expect(all.emojis.count == 10_000)
        // To take them away is short, and to bring them back is not.
        let ref = clients[0].edit(.revert(to: 0))
        room.settle()
        #expect(clients[0].refused == [ref: "too_many"])
        #expect(clients[0].document == all)
        clients[0].edit(.revert(to: 20))
        room.settle()
        #expect(clients[0].document.emojis.count == 8_000)
        clients[0].undo()
        room.settle()
        #expect(clients[0].document.emojis == all.emojis)
        room.expectAgreement()
    }

    @Test func `UN15 an undo takes back what is still the revert's`() {
        let (room, clients, ids) = Self.room()
        let before = clients[0].document
        clients[0].edit(.revert(to: 1))
        room.settle()
        #expect(clients[0].undoName == "replace")
        clients[1].edit(.move(ids: [ids[0]], dx: 0, dy: 7))
        room.settle()
        clients[0].undo()
        room.settle()
        // The place across is the revert's, and the height another's.
        let emoji = clients[0].document.emojis[ids[0]]
        #expect(emoji?.x == before.emojis[ids[0]]?.x && emoji?.y == 7)
        #expect(clients[0].document.emojis[ids[1]] == before.emojis[ids[1]])
        clients[0].redo()
        room.settle()
        #expect(clients[0].document.emojis[ids[0]]?.x == 1)
        #expect(clients[0].document.emojis[ids[1]] == nil)
        room.expectAgreement()
    }

    @Test func `UN13 UN15 SY13 a revert and its undo survive a crash, and count once`() {
        let (room, clients, _) = Self.room()
        room.store()
        clients[0].edit(.revert(to: 1))
        room.settle()
        room.store()
        room.turn { room.commit(.max) }
        let reverted = clients[0].document
        room.crash()
        room.reconnect()
        #expect(clients[0].document == reverted)
        clients[0].undo()
        room.settle()
        #expect(clients[0].document.emojis.count == 2)
        room.expectAgreement()
    }
}
