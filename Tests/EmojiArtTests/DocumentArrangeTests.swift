import EmojiArt
import Testing

struct DocumentArrangeTests {
    private static let five = Fixture.document(
        Fixture.new("1.1"),
        Fixture.new("1.2"),
        Fixture.new("1.3"),
        Fixture.new("1.4"),
        Fixture.new("1.5")
    )

    private static func ids(_ digits: String) -> [EmojiID] {
        digits.map { Fixture.id("1.\($0)") }
    }

    /// The counters in drawing order, such as `"12345"`.
    private static func order(_ document: Document) -> String {
        document.drawingOrder.map(\.id.counter.description).joined()
    }

    @Test(
        arguments: [
            ("1", .front, "23451"), ("5", .front, "12345"), ("45", .front, "12345"),
            ("31", .front, "24513"), ("53", .front, "12435"), ("12345", .front, "12345"),
            ("5", .back, "51234"), ("1", .back, "12345"), ("21", .back, "12345"),
            ("42", .back, "24135"), ("13", .back, "13245"),
            ("1", .forward, "21345"), ("5", .forward, "12345"), ("45", .forward, "12345"),
            ("12", .forward, "31245"), ("135", .forward, "21435"), ("35", .forward, "12435"),
            ("124", .forward, "31254"), ("12345", .forward, "12345"),
            ("5", .backward, "12354"), ("1", .backward, "12345"), ("12", .backward, "12345"),
            ("45", .backward, "12453"), ("135", .backward, "13254"), ("13", .backward, "13245"),
        ] as [(String, Operation.Arrangement, String)]
    )
    func `OP18 OP19 OP20 emojis are arranged and keep their own order`(
        chosen: String,
        place: Operation.Arrangement,
        order: String
    ) throws {
        var document = Self.five
        let applied = try document.apply(.arrange(ids: Self.ids(chosen), to: place))
        #expect(Self.order(document) == order)
        #expect((applied.operation == .none) == (order == "12345"))
        #expect((applied.step == nil) == (order == "12345"))
        #expect(document.checksum == document.recomputedChecksum)
        guard let step = applied.step else { return }
        try document.apply(document.inverse(of: step))
        #expect(document.drawsSame(as: Self.five))
    }

    @Test func `OP32 an arrange that spreads more equal keys than an undo names is refused`() throws
    {
        var document = Document()
        let ids = (1...(Limits.itemsMax + 2)).map { EmojiID(client: 1, counter: $0) }
        try document.apply(.add(ids.map { Fixture.new("\($0)") }))
        try document.apply(.restack(ids.map { .init(id: $0, value: 5) }))
        let before = document
        for place in [Operation.Arrangement.forward, .backward] {
            #expect(throws: Refusal.tooMany) {
                try document.apply(.arrange(ids: [ids[7]], to: place))
            }
        }
        #expect(document == before)
        // One fewer is as many as an undo takes back.
        try document.apply(.delete(ids: [ids[ids.count - 1]]))
        let applied = try document.apply(.arrange(ids: [ids[7]], to: .forward))
        let step = try #require(applied.step)
        #expect(step.itemCount <= Limits.itemsMax)
        try document.apply(document.inverse(of: step))
        #expect(document.drawingOrder.allSatisfy { $0.z == 5 })
    }

    @Test func `OP27 keys beyond the largest are the largest`() throws {
        var document = Self.five
        let ids = Self.ids("12")
        let largest = Limits.stackMax
        try document.apply(
            .restack([
                .init(id: ids[0], value: largest + 1), .init(id: ids[1], value: -largest - 1),
            ])
        )
        #expect(document.emojis[ids[0]]?.z == largest && document.emojis[ids[1]]?.z == -largest)
        #expect(document.stackTop == largest && document.stackBottom == -largest)
    }
}
