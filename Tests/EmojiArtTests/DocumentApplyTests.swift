import EmojiArt
import Testing

struct DocumentApplyTests {
    private static let two = Fixture.document(
        Fixture.new("1.1", x: 10, y: 20, size: 40),
        Fixture.new("1.2", x: -10, y: 0, size: 3)
    )

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
            #expect(try document.apply(operation).operation == .none, "\(operation)")
        }
        #expect(document == before)
    }
}
