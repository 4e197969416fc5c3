import EmojiArt
import Testing
import Wire

@testable import Sync

/// Undo and redo as clients see them: across the wire, other people's edits, crashes and devices.
struct UndoTests {
    /// Operations of every kind on the first of two emojis, and one of its own.
    static let operations: [Operation] = [
        Fixture.add(EmojiID(client: 1, counter: 9)),
        .move(ids: [EmojiID(client: 1, counter: 1)], dx: 30, dy: -20),
        .scale(ids: [EmojiID(client: 1, counter: 1)], factor: Fixture.factor(2_500_000)),
        .delete(ids: [EmojiID(client: 1, counter: 1)]),
        .arrange(ids: [EmojiID(client: 1, counter: 1)], to: .front),
        .background(Fixture.background("https://example.org/a.png")),
        .canvas(Canvas(width: 300, height: 200)),
    ]

    /// Whether two documents draw the same: keys that were given stay given.
    private func drawsSame(_ left: Document, _ right: Document) -> Bool {
        left.emojis == right.emojis && left.background == right.background
            && left.canvas == right.canvas
    }

    @Test(arguments: operations, ["", "crash", "stored", "reconnect"])
    func `UN1 each operation is undone and redone`(operation: Operation, event: String) {
        let (room, clients) = Room.with(2)
        clients[0].add()
        clients[0].add()
        room.settle()
        let before = clients[0].document
        clients[0].edit(operation)
        room.settle()
        let after = clients[0].document
        func disturb() {
            clients[1].add()
            room.settle()
            clients[1].undo()
            room.settle()
            if event == "stored" { room.store() }
            if event == "reconnect" { room.cut(clients[0]) } else if event != "" { room.crash() }
            room.reconnect()
        }
        disturb()
        #expect(clients[0].undoName == operation.name)
        clients[0].undo()
        room.settle()
        #expect(drawsSame(clients[1].document, before))
        #expect(clients[0].redoName == operation.name)
        disturb()
        #expect(clients[0].redoName == operation.name)
        clients[0].redo()
        room.settle()
        #expect(drawsSame(clients[1].document, after))
        #expect(clients[0].undoName == operation.name)
        #expect(clients[0].redoName == nil)
        room.expectAgreement()
    }

    @Test func `UN1 UN2 another's edit is never undone`() {
        let (room, clients) = Room.with(2)
        let own = clients[0].add()
        room.settle()
        clients[1].add()
        room.settle()
        clients[0].undo()
        clients[0].undo()
        room.settle()
        #expect(clients[0].document.emojis.keys.map(\.client) == [2])
        #expect(clients[0].document.emojis[own] == nil)
        #expect(clients[0].refused.values.sorted() == ["nothing_to_undo"])
        room.expectAgreement()
    }

    @Test func `FA33 UN8 an undo without effect is accepted and ends its step`() {
        let (room, clients, id) = Room.withEmoji(2)
        clients[1].edit(.delete(ids: [id]))
        room.settle()
        clients[0].undo()
        room.settle()
        #expect(clients[0].acknowledged.count == 2)
        #expect(clients[0].undoName == nil)
        #expect(clients[0].redoName == nil)
        room.expectAgreement()
    }

    @Test func `UN2 UN9 a new edit empties redo`() {
        let (room, clients) = Room.with(1)
        clients[0].add()
        clients[0].undo()
        room.settle()
        #expect(clients[0].redoName == "add")
        clients[0].edit(.background(Fixture.background("https://a/a.png")))
        room.settle()
        #expect(clients[0].redoName == nil)
        clients[0].redo()
        room.settle()
        #expect(clients[0].refused.values.sorted() == ["nothing_to_redo"])
        room.expectAgreement()
    }

    @Test func `UN10 an edit without effect or refused is no step`() {
        let (room, clients) = Room.with(1)
        clients[0].add()
        clients[0].edit(.background(.blank))
        clients[0].edit(Fixture.add(EmojiID(client: 1, counter: 1)))
        room.settle()
        #expect(clients[0].undoName == "add")
        clients[0].undo()
        room.settle()
        #expect(clients[0].document.emojis.isEmpty)
        room.expectAgreement()
    }
}
