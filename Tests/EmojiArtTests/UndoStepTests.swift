import EmojiArt
import Testing

struct UndoStepTests {
    /// An edit of mine, one of somebody else after it, and what undoing mine must leave.
    struct Pair: CustomTestStringConvertible {
        let name: String
        let mine: Operation
        let theirs: [Operation]
        /// Position, size of each emoji after the undo, in drawing order.
        let left: [[Int]]

        var testDescription: String { name }
    }

    /// 1.1 at (10, 20) of size 40, and 1.2 at (-10, 0) of size 3 above it.
    private static let start = Fixture.document(
        Fixture.new("1.1", x: 10, y: 20, size: 40),
        Fixture.new("1.2", x: -10, y: 0, size: 3)
    )
    private static let first = Fixture.ids("1.1")
    private static let both = Fixture.ids("1.1 1.2")
    private static let double = Fixture.factor(2_000_000)

    private static func facts(_ document: Document) -> [[Int]] {
        document.drawingOrder.map { [$0.id.counter, $0.x, $0.y, $0.size] }
    }

    private static let moves: [Pair] = [
        Pair(
            name: "a move of what others moved keeps their move",
            mine: .move(ids: both, dx: 5, dy: 5),
            theirs: [.move(ids: first, dx: 100, dy: 0)],
            left: [[1, 110, 20, 40], [2, -10, 0, 3]]
        ),
        Pair(
            name: "a move of what others scaled keeps their size",
            mine: .move(ids: first, dx: 5, dy: 5),
            theirs: [.scale(ids: both, factor: double)],
            left: [[1, 10, 20, 80], [2, -10, 0, 6]]
        ),
        Pair(
            name: "a move of what others deleted moves the rest",
            mine: .move(ids: both, dx: 5, dy: 5),
            theirs: [.delete(ids: first)],
            left: [[2, -10, 0, 3]]
        ),
        Pair(
            name: "a move that was cut at the edge goes back as far as it went",
            mine: .move(ids: first, dx: 2_000_000, dy: 0),
            theirs: [.move(ids: first, dx: -50, dy: 0)],
            left: [[1, -40, 20, 40], [2, -10, 0, 3]]
        ),
    ]

    private static let sizes: [Pair] = [
        Pair(
            name: "a scale that nobody touched gives the old size back, clamped or not",
            mine: .scale(ids: both, factor: Fixture.factor(1_000)),
            theirs: [.move(ids: first, dx: 1, dy: 0)],
            left: [[1, 11, 20, 40], [2, -10, 0, 3]]
        ),
        Pair(
            name: "a scale of what others scaled keeps their factor",
            mine: .scale(ids: both, factor: double),
            theirs: [.scale(ids: first, factor: Fixture.factor(1_500_000))],
            left: [[1, 10, 20, 60], [2, -10, 0, 3]]
        ),
        Pair(
            name: "a scale of what others deleted scales the rest",
            mine: .scale(ids: both, factor: double),
            theirs: [.delete(ids: Fixture.ids("1.2"))],
            left: [[1, 10, 20, 40]]
        ),
    ]

    private static let existence: [Pair] = [
        Pair(
            name: "an add of what others moved deletes",
            mine: .add([Fixture.new("2.1")]),
            theirs: [.move(ids: Fixture.ids("2.1 1.1"), dx: 1, dy: 0)],
            left: [[1, 11, 20, 40], [2, -10, 0, 3]]
        ),
        Pair(
            name: "an add of what others deleted does nothing",
            mine: .add([Fixture.new("2.1")]),
            theirs: [.delete(ids: Fixture.ids("2.1"))],
            left: [[1, 10, 20, 40], [2, -10, 0, 3]]
        ),
        Pair(
            name: "a delete brings back what was there, between its neighbours",
            mine: .delete(ids: first),
            theirs: [.move(ids: both, dx: 0, dy: 9), .add([Fixture.new("3.1")])],
            left: [[1, 10, 20, 40], [2, -10, 9, 3], [1, 0, 0, 40]]
        ),
    ]

    private static let orders: [Pair] = [
        Pair(
            name: "an arrange that nobody touched goes back",
            mine: .arrange(ids: first, to: .front),
            theirs: [.add([Fixture.new("3.7")])],
            left: [[1, 10, 20, 40], [2, -10, 0, 3], [7, 0, 0, 40]]
        ),
        Pair(
            name: "an arrange of what others arranged stays theirs",
            mine: .arrange(ids: first, to: .front),
            theirs: [.arrange(ids: first, to: .back), .arrange(ids: first, to: .front)],
            left: [[2, -10, 0, 3], [1, 10, 20, 40]]
        ),
        Pair(
            name: "an arrange of what others deleted does nothing",
            mine: .arrange(ids: first, to: .front),
            theirs: [.delete(ids: first)],
            left: [[2, -10, 0, 3]]
        ),
    ]

    @Test(arguments: moves + sizes + existence + orders)
    func `UN3 UN4 UN5 UN6 TR1 an undo takes back its own effect and keeps what others did`(
        pair: Pair
    ) throws {
        var document = Self.start
        let step = try #require(document.apply(pair.mine).step)
        for operation in pair.theirs { try document.apply(operation) }
        try document.apply(document.inverse(of: step))
        #expect(Self.facts(document) == pair.left)
        #expect(document.checksum == document.recomputedChecksum)
    }

    @Test func `UN7 TR1 a background or bounds go back only if they are still one's own`() throws {
        let mine = Fixture.background("https://example.org/mine")
        let theirs = Fixture.background("https://example.org/theirs")
        var document = Self.start
        let background = try #require(document.apply(.background(mine)).step)
        let canvas = try #require(document.apply(.canvas(Fixture.canvas(300, 200))).step)
        #expect(document.inverse(of: background) == .background(.blank))
        #expect(document.inverse(of: canvas) == .canvas(nil))
        try document.apply(.background(theirs))
        try document.apply(.canvas(Fixture.canvas(400, 200)))
        #expect(document.inverse(of: background) == .none)
        #expect(document.inverse(of: canvas) == .none)
    }

    @Test func `OP13 OP23 D6 an undo takes no emoji out of the bounds`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: 400))
        try document.apply(.canvas(Fixture.canvas(200, 200)))
        let ids = Fixture.ids("1.1")
        let step = try #require(document.apply(.move(ids: ids, dx: -350, dy: 0)).step)
        try document.apply(document.inverse(of: step))
        #expect(document.drawingOrder.map(\.x) == [100], "the edge, not the 400 it came from")
    }

    @Test func `TR2 a move of many is one step`() throws {
        var document = Self.start
        let applied = try document.apply(.move(ids: Self.both, dx: 3, dy: 4))
        #expect(applied.step == .moved(Self.both, dx: 3, dy: 4))
        #expect(applied.step?.itemCount == 2)
    }

    @Test func `UN3 UN9 TR3 a delete is undone and redone`() throws {
        var document = Self.start
        let deleted = try #require(document.apply(.delete(ids: Self.both)).step)
        let restored = try #require(document.apply(document.inverse(of: deleted)).step)
        #expect(document.drawsSame(as: Self.start))
        try document.apply(document.inverse(of: restored))
        #expect(document.emojis.isEmpty)
    }
}
