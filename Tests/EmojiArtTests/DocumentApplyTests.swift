import EmojiArt
import Testing

struct DocumentApplyTests {
    private static let two = Fixture.document(
        Fixture.new("1.1", x: 10, y: 20, size: 40),
        Fixture.new("1.2", x: -10, y: 0, size: 3)
    )

    private static func position(_ id: String, in document: Document) -> [Int]? {
        document.emojis[Fixture.id(id)].map { [$0.x, $0.y] }
    }

    @Test func `TR6 an add puts emojis on top in their order`() throws {
        var document = Self.two
        let new = [Fixture.new("2.1"), Fixture.new("2.2")]
        let applied = try document.apply(.add(new))
        #expect(applied.operation == .add(new))
        #expect(document.order == "1.1 1.2 2.1 2.2")
        #expect(document.emojis[Fixture.id("2.2")]?.z == 4)
    }

    @Test func `A1 an id is never used twice, not even after a delete`() throws {
        var document = Self.two
        try document.apply(.delete(ids: Fixture.ids("1.2")))
        let before = document
        for ids in [["1.1"], ["1.2"], ["1.4", "1.3"], ["1.3", "1.3"], ["1.3", "2.1"]] {
            #expect(throws: Refusal.idTaken) {
                try document.apply(.add(ids.map { Fixture.new($0) }))
            }
        }
        #expect(document == before)
        try document.apply(.add([Fixture.new("1.3")]))
    }

    @Test func `A1 a full document refuses, and changes nothing`() throws {
        var document = Document()
        for counter in 1...Limits.emojisMax - 1 {
            try document.apply(.add([Fixture.new("1.\(counter)")]))
        }
        let before = document
        let two = [Fixture.new("2.1"), Fixture.new("2.2")]
        #expect(throws: Refusal.documentFull) { try document.apply(.add(two)) }
        #expect(document == before)
        try document.apply(.add([two[0]]))
        let gone = try #require(document.apply(.delete(ids: Fixture.ids("1.7"))).step)
        try document.apply(.add([two[1]]))
        #expect(throws: Refusal.documentFull) { try document.apply(document.inverse(of: gone)) }
    }

    @Test func `D6 an add outside the canvas is refused whole`() throws {
        var document = Document()
        try document.apply(.canvas(Fixture.canvas(300, 200)))
        let before = document
        let new = [Fixture.new("1.1", x: 150, y: -100), Fixture.new("1.2", x: 151)]
        #expect(throws: Refusal.outsideCanvas) { try document.apply(.add(new)) }
        #expect(document == before)
        try document.apply(.add([new[0]]))
    }

    @Test func `R6 a move takes all named emojis by one vector`() throws {
        var document = Self.two
        let applied = try document.apply(
            .move(ids: Fixture.ids("1.2 7.7 1.1 1.2"), dx: 5, dy: -3)
        )
        #expect(applied.operation == .move(ids: Fixture.ids("1.1 1.2"), dx: 5, dy: -3))
        #expect(Self.position("1.1", in: document) == [15, 17])
        #expect(Self.position("1.2", in: document) == [-5, -3])
        #expect(document.emojis[Fixture.id("1.1")]?.size == 40, "D10: a move never changes size")
    }

    @Test(arguments: [(Limits.coordinateMax, nil), (150, Canvas(width: 301, height: 301))])
    func `R6 a group stops together at the edge and keeps its shape`(
        edge: Int,
        canvas: Canvas?
    ) throws {
        var document = Self.two
        try document.apply(.canvas(canvas))
        let ids = Fixture.ids("1.1 1.2")
        let far = 2 * Limits.coordinateMax
        let applied = try document.apply(.move(ids: ids, dx: far, dy: -far))
        #expect(applied.operation == .move(ids: ids, dx: edge - 10, dy: -edge))
        #expect(Self.position("1.1", in: document) == [edge, 20 - edge])
        #expect(Self.position("1.2", in: document) == [edge - 20, -edge])
        #expect(try document.apply(.move(ids: ids, dx: 1, dy: -1)) == Applied.nothing(document))
        try document.apply(.move(ids: ids, dx: -far, dy: far))
        #expect(Self.position("1.1", in: document) == [20 - edge, edge])
    }

    @Test func `D6 an emoji left outside by smaller bounds moves only inwards`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: 400), Fixture.new("1.2", x: 0))
        try document.apply(.canvas(Fixture.canvas(200, 200)))
        let ids = Fixture.ids("1.1 1.2")
        #expect(try document.apply(.move(ids: ids, dx: 10, dy: 0)) == Applied.nothing(document))
        try document.apply(.move(ids: ids, dx: -1_000, dy: 0))
        #expect(Self.position("1.1", in: document) == [300, 0], "its neighbour is at the edge")
        #expect(Self.position("1.2", in: document) == [-100, 0])
    }

    @Test func `R8 a scale multiplies sizes and keeps positions`() throws {
        var document = Self.two
        let ids = Fixture.ids("1.1 1.2")
        let applied = try document.apply(
            .scale(ids: ids.reversed(), factor: Fixture.factor(500_000))
        )
        #expect(applied.operation == .scale(ids: ids, factor: Fixture.factor(500_000)))
        #expect(document.drawingOrder.map(\.size) == [20, 2])
        #expect(Self.position("1.1", in: document) == [10, 20])
        let one = Operation.scale(ids: ids, factor: Fixture.factor(1_000_000))
        #expect(try document.apply(one) == Applied.nothing(document))
    }

    @Test func `R10 a delete wins over later edits of the emoji`() throws {
        var document = Self.two
        try document.apply(.delete(ids: Fixture.ids("1.1 9.9")))
        let ids = Fixture.ids("1.1")
        let later: [Operation] = [
            .move(ids: ids, dx: 1, dy: 1), .scale(ids: ids, factor: Fixture.factor(2_000_000)),
            .delete(ids: ids), .arrange(ids: ids, to: .front), .arrange(ids: ids, to: .backward),
            .resize([.init(id: ids[0], value: 7)]), .restack([.init(id: ids[0], value: 7)]),
        ]
        let before = document
        for operation in later {
            #expect(try document.apply(operation) == Applied.nothing(document), "\(operation)")
        }
        #expect(document == before)
    }

    @Test func `H3 nothing to do is an operation of nothing`() throws {
        var document = Self.two
        let before = document
        let idle: [Operation] = [
            .none, .add([]), .move(ids: [], dx: 1, dy: 1), .delete(ids: []), .restore([]),
            .move(ids: Fixture.ids("1.1"), dx: 0, dy: 0), .background(.blank), .canvas(nil),
            .arrange(ids: [], to: .forward), .resize([]), .restack([]),
            .restore([before.drawingOrder[0]]),
        ]
        for operation in idle {
            #expect(try document.apply(operation) == Applied.nothing(document), "\(operation)")
        }
        #expect(document == before)
    }

    @Test func `L11-5 backgrounds and bounds are set and taken away`() throws {
        var document = Self.two
        let before = document
        let background = Fixture.background("https://example.org/a.png")
        try document.apply(.background(background))
        try document.apply(.canvas(Fixture.canvas(300, 200)))
        #expect(document.background == background)
        #expect(document.canvas == Fixture.canvas(300, 200))
        try document.apply(.background(.blank))
        try document.apply(.canvas(nil))
        #expect(document == before)
        #expect(document.checksum == before.checksum)
    }
}

extension Applied {
    /// What an operation without effect returns, whatever the document.
    static func nothing(_ document: Document) throws -> Applied {
        var copy = document
        return try copy.apply(.none)
    }
}
