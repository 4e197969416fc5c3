import EmojiArt
import Testing

/// What an undo takes back beside the golden sequences.
struct UndoStepTests {
    @Test func `OP13 OP23 D6 an undo takes no emoji out of the bounds`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: 400))
        try document.apply(.canvas(Fixture.canvas(200, 200)))
        let ids = Fixture.ids("1.1")
        let step = try #require(document.apply(.move(ids: ids, dx: -350, dy: 0)).step)
        try document.apply(document.inverse(of: step))
        #expect(document.drawingOrder.map(\.x) == [100], "the edge, not the 400 it came from")
    }

    @Test func `TR2 a move of many is one step`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: 10), Fixture.new("1.2"))
        let both = Fixture.ids("1.1 1.2")
        let applied = try document.apply(.move(ids: both, dx: 3, dy: 4))
        #expect(applied.step == .moved(both, dx: 3, dy: 4))
        #expect(applied.step?.itemCount == 2)
    }
}
