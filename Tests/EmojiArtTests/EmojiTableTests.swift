import TestKit
import Testing

@testable import EmojiArt

/// The table of a document's emojis against a dictionary.
struct EmojiTableTests {
    private static func emoji(_ counter: Int, x: Int = 0) -> Emoji {
        Fixture.emoji("1.\(counter)", x: x, z: counter)
    }

    private static func expect(_ table: EmojiTable, holds model: [EmojiID: Emoji]) {
        #expect(table.count == model.count)
        #expect(table.isEmpty == model.isEmpty)
        #expect(Set(table.keys) == Set(model.keys))
        #expect(table.values.count == model.count)
        #expect(Dictionary(uniqueKeysWithValues: table.values.map { ($0.id, $0) }) == model)
        for (id, emoji) in model { #expect(table[id] == emoji) }
    }

    @Test func `a table holds what a dictionary does, and copies of it stay as they were`() {
        var random = SplitMix64(seed: 5)
        var (table, model) = (EmojiTable(), [EmojiID: Emoji]())
        var copies: [(EmojiTable, [EmojiID: Emoji])] = []
        for round in 1...2_000 {
            let id = EmojiID(client: 1, counter: Int.random(in: 1...600, using: &random))
            switch (Int.random(in: 0..<4, using: &random), model[id]) {
            case (0..<3, nil):
                let new = Self.emoji(id.counter, x: round)
                table.insert(new)
                model[id] = new
            case (0, _):
                #expect(table.remove(id) == model.removeValue(forKey: id))
            default:
                table.update(id) { $0.x = round }
                if model[id] != nil { model[id]?.x = round }
            }
            if round.isMultiple(of: 250) { copies.append((table, model)) }
        }
        copies.append((table, model))
        for (table, model) in copies { Self.expect(table, holds: model) }
        for id in model.keys.sorted() { #expect(table.remove(id) == model[id]) }
        Self.expect(table, holds: [:])
    }

    @Test func `tables are equal when they hold the same, in whatever order it came`() {
        var (left, right) = (EmojiTable(), EmojiTable())
        for counter in 1...300 { left.insert(Self.emoji(counter)) }
        for counter in (1...300).reversed() { right.insert(Self.emoji(counter)) }
        #expect(left == right)
        right.update(EmojiID(client: 1, counter: 7)) { $0.x = 1 }
        #expect(left != right)
        _ = right.remove(EmojiID(client: 1, counter: 7))
        #expect(left != right)
    }

    @Test func `OP18 the drawing order is that of z, then of ids`() throws {
        var document = Document()
        try document.apply(.add((1...300).map { Fixture.new("1.\($0)") }))
        let keys = (1...300).map { counter in
            Operation.Assignment(id: EmojiID(client: 1, counter: counter), value: counter * 7 % 40)
        }
        try document.apply(.restack(keys))
        let order = document.drawingOrder
        #expect(order == document.emojis.values.sorted { $0.isBelow($1) })
        #expect(order.count == 300)
    }
}
