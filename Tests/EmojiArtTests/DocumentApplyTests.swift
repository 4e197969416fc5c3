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

    @Test func `OP11 TR6 an add puts emojis on top in their order`() throws {
        var document = Self.two
        let new = [Fixture.new("2.1"), Fixture.new("2.2")]
        let applied = try document.apply(.add(new))
        #expect(applied.operation == .add(new))
        #expect(document.order == "1.1 1.2 2.1 2.2")
        #expect(document.drawingOrder.map(\.z) == [1, 2, 3, 4])
        #expect(document.stackTop == 4)
        try document.apply(.delete(ids: Fixture.ids("2.1 2.2")))
        try document.apply(.add([Fixture.new("1.3")]))
        #expect(document.drawingOrder.map(\.z) == [1, 2, 5], "a z is never given twice")
        #expect(document.stackTop == 5)
    }

    @Test func `FA26 OP8 OP9 counters ascend and are never used twice, also after a delete`() throws
    {
        var document = Self.two
        try document.apply(.delete(ids: Fixture.ids("1.2")))
        let before = document
        for ids in [["1.1"], ["1.2"], ["1.4", "1.3"], ["1.3", "1.3"], ["1.3", "2.1"]] {
            #expect(throws: Refusal.idTaken) {
                try document.apply(.add(ids.map { Fixture.new($0) }))
            }
        }
        #expect(document == before)
        #expect(document.counters == [1: 2])
        try document.apply(.add([Fixture.new("1.3"), Fixture.new("1.7")]))
        #expect(document.counters == [1: 7])
        #expect(throws: Refusal.idTaken) { try document.apply(.add([Fixture.new("1.6")])) }
        try document.apply(.add([Fixture.new("2.1")]))
        #expect(document.counters == [1: 7, 2: 1])
    }

    @Test func `FA42 OP6 a full document refuses an add or a restore as a whole`() throws {
        var document = Fixture.full
        try document.apply(.delete(ids: Fixture.ids("1.9")))
        let before = document
        let two = [Fixture.new("2.1"), Fixture.new("2.2")]
        #expect(throws: Refusal.documentFull) { try document.apply(.add(two)) }
        #expect(document == before)
        try document.apply(.add([two[0]]))
        let gone = try #require(document.apply(.delete(ids: Fixture.ids("1.7 1.8"))).step)
        try document.apply(.add([two[1]]))
        let almostFull = document
        #expect(throws: Refusal.documentFull) { try document.apply(document.inverse(of: gone)) }
        #expect(document == almostFull)
        try document.apply(.delete(ids: Fixture.ids("2.2")))
        try document.apply(document.inverse(of: gone))
        #expect(document.emojis.count == Limits.emojisMax)
    }

    @Test func `OP10 D6 an add outside the canvas is refused as a whole`() throws {
        var document = Document()
        try document.apply(.canvas(Fixture.canvas(300, 200)))
        let before = document
        let new = [Fixture.new("1.1", x: 150, y: -100), Fixture.new("1.2", x: 151)]
        #expect(throws: Refusal.outsideCanvas) { try document.apply(.add(new)) }
        #expect(document == before)
        try document.apply(.add([new[0]]))
    }

    @Test(
        arguments: [
            ("1.3,0 1.2,0", .idTaken), ("1.2,101 1.3,0", .idTaken),
            ("1.3,101 1.2,0", .outsideCanvas), ("1.3,0 1.4,101 1.4,0", .outsideCanvas),
            ("1.3,0 1.3,0 1.4,101", .idTaken),
        ] as [(String, Refusal)]
    )
    func `OP12 the first emoji at fault decides, its id before its place`(
        emojis: String,
        refusal: Refusal
    ) throws {
        var document = Self.two
        try document.apply(.canvas(Fixture.canvas(200, 200)))
        let before = document
        let new = emojis.split(separator: " ").map { emoji in
            let parts = emoji.split(separator: ",").map(String.init)
            return Fixture.new(parts[0], x: Int(parts[1]) ?? 0)
        }
        #expect(throws: refusal) { try document.apply(.add(new)) }
        #expect(document == before)
    }

    @Test func `OP12 a full document is told before other faults`() throws {
        var document = Fixture.full
        try document.apply(.canvas(Fixture.canvas(200, 200)))
        for new in [Fixture.new("1.1"), Fixture.new("2.1", x: 101)] {
            #expect(throws: Refusal.documentFull) { try document.apply(.add([new])) }
        }
    }

    @Test func `OP2 OP13 R6 a move takes all named emojis that exist by one vector`() throws {
        var document = Self.two
        let applied = try document.apply(
            .move(ids: Fixture.ids("1.2 7.7 1.1 1.2"), dx: 5, dy: -3)
        )
        #expect(applied.operation == .move(ids: Fixture.ids("1.1 1.2"), dx: 5, dy: -3))
        #expect(Self.position("1.1", in: document) == [15, 17])
        #expect(Self.position("1.2", in: document) == [-5, -3])
        #expect(document.emojis[Fixture.id("1.1")]?.size == 40, "a move changes no size")
    }

    @Test(arguments: [(Limits.coordinateMax, nil), (150, Canvas(width: 301, height: 301))])
    func `OP13 OP14 R6 a group stops together at the edge and keeps its shape`(
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

    @Test func `OP23 D6 an emoji left outside by smaller bounds moves only inwards`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: 400), Fixture.new("1.2", x: 0))
        try document.apply(.canvas(Fixture.canvas(200, 200)))
        #expect(Self.position("1.1", in: document) == [400, 0])
        let ids = Fixture.ids("1.1 1.2")
        #expect(try document.apply(.move(ids: ids, dx: 10, dy: 0)) == Applied.nothing(document))
        try document.apply(.move(ids: ids, dx: 0, dy: 1))
        #expect(Self.position("1.1", in: document) == [400, 1], "inside along this axis")
        try document.apply(.move(ids: ids, dx: -1_000, dy: -1))
        #expect(Self.position("1.1", in: document) == [300, 0], "its neighbour is at the edge")
        #expect(Self.position("1.2", in: document) == [-100, 0])
    }

    @Test func `OP2 OP15 R8 a scale multiplies sizes and keeps positions`() throws {
        var document = Self.two
        let ids = Fixture.ids("1.1 1.2")
        let applied = try document.apply(
            .scale(ids: ids.reversed(), factor: Fixture.factor(500_000))
        )
        #expect(applied.operation == .scale(ids: ids, factor: Fixture.factor(500_000)))
        #expect(document.drawingOrder.map(\.size) == [20, 2])
        #expect(Self.position("1.1", in: document) == [10, 20])
    }

    @Test func `OP16 a scale names all emojis that exist, unless it changes no size`() throws {
        var document = Self.two
        let ids = Fixture.ids("1.1 1.2")
        let applied = try document.apply(
            .scale(ids: ids + Fixture.ids("7.7"), factor: Fixture.factor(1_100_000))
        )
        #expect(document.drawingOrder.map(\.size) == [44, 3], "3.3 is rounded to 3")
        #expect(applied.operation == .scale(ids: ids, factor: Fixture.factor(1_100_000)))
        for (ids, millionths) in [(ids, 1_000_000), (Fixture.ids("1.2"), 1_100_000)] {
            let idle = Operation.scale(ids: ids, factor: Fixture.factor(millionths))
            #expect(try document.apply(idle) == Applied.nothing(document))
        }
    }

    @Test func `FA25 OP17 R10 a delete wins over later edits of the emoji`() throws {
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

    @Test func `OP3 H3 an operation without effect becomes none`() throws {
        var document = Self.two
        let before = document
        let idle: [Operation] = [
            .none, .add([]), .move(ids: [], dx: 1, dy: 1), .delete(ids: []), .restore([]),
            .move(ids: Fixture.ids("1.1"), dx: 0, dy: 0), .background(.blank), .canvas(nil),
            .arrange(ids: [], to: .forward), .resize([]), .restack([]),
            .restore([before.drawingOrder[0]]), .delete(ids: Fixture.ids("9.9")),
            .arrange(ids: Fixture.ids("1.2"), to: .front),
            .arrange(ids: Fixture.ids("1.1"), to: .backward),
            .resize([.init(id: Fixture.id("1.1"), value: 40)]),
            .restack([.init(id: Fixture.id("1.1"), value: 1)]),
        ]
        for operation in idle {
            #expect(try document.apply(operation) == Applied.nothing(document), "\(operation)")
        }
        #expect(document == before)
    }

    @Test func `OP23 OP24 backgrounds and bounds are set and taken away, each once`() throws {
        var document = Self.two
        let before = document
        let background = Fixture.background("https://example.org/a.png")
        let canvas = Fixture.canvas(300, 200)
        for operation in [Operation.background(background), .canvas(canvas)] {
            #expect(try document.apply(operation).operation == operation)
            #expect(try document.apply(operation) == Applied.nothing(document))
        }
        #expect(document.background == background)
        #expect(document.canvas == canvas)
        for operation in [Operation.background(.blank), .canvas(nil)] {
            #expect(try document.apply(operation).operation == operation)
            #expect(try document.apply(operation) == Applied.nothing(document))
        }
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
