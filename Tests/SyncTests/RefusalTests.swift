import EmojiArt
import Sync
import Testing
import Wire

/// What the session refuses before it asks the document, and what it accepts without an effect.
struct RefusalTests {
    private static func new(_ client: Int, _ counter: Int, x: Int = 0) -> NewEmoji {
        NewEmoji(id: EmojiID(client: client, counter: counter), text: Fixture.text("🚲"), x: x, y: 0)
    }

    @Test func `OP3 an edit without effect takes its revision`() {
        let (room, clients) = Room.with(2)
        clients[0].edit(.background(.blank))
        clients[0].edit(.delete(ids: [EmojiID(client: 2, counter: 1)]))
        room.settle()
        #expect(clients[0].acknowledged == [1: 1, 2: 2])
        #expect(room.session.revision == 2)
        let told = clients[1].receivedEdits.map(\.operation)
        #expect(told == [.none, .none])
        room.expectAgreement()
    }

    @Test func `FA27 OP7 an add under another client's number is refused`() {
        let (room, clients) = Room.with(2)
        for new in [[Self.new(2, 1)], [Self.new(1, 1), Self.new(2, 1)], [Self.new(77, 1)]] {
            clients[0].edit(.add(new))
        }
        room.settle()
        #expect(clients[0].refused.values.sorted() == Array(repeating: "foreign_id", count: 3))
        #expect(clients[0].document.emojis.isEmpty)
        room.expectAgreement()
    }

    @Test func `OP12 ER2 another's number is told before a full document, and told again`() {
        let (room, clients) = Room.with(1)
        clients[0].addMany(Limits.emojisMax)
        room.settle()
        #expect(clients[0].document.emojis.count == Limits.emojisMax)
        let first = clients[0].acknowledged.count + 1
        for _ in 1...2 {
            clients[0].edit(.add([Self.new(1, 1), Self.new(2, 1)]))
            clients[0].edit(.add([Self.new(1, 1)]))
            clients[0].redo()
        }
        room.settle()
        let codes = ["foreign_id", "document_full", "nothing_to_redo"]
        for (place, code) in (codes + codes).enumerated() {
            #expect(clients[0].refused[first + place] == code)
        }
        room.expectAgreement()
    }
}
