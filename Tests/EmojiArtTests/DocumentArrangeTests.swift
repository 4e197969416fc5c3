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

    @Test func `OP2 ids that are gone or named twice do not count`() throws {
        var document = Self.five
        let ids = Self.ids("1") + Fixture.ids("8.8 1.1")
        let applied = try document.apply(.arrange(ids: ids, to: .forward))
        #expect(applied.operation == .arrange(ids: Self.ids("1"), to: .forward))
        #expect(Self.order(document) == "21345")
    }

    @Test func `OP19 front and back give z keys beyond all that were ever given`() throws {
        var document = Self.five
        try document.apply(.delete(ids: Self.ids("5")))
        try document.apply(.arrange(ids: Self.ids("31"), to: .front))
        #expect(document.drawingOrder.map(\.z) == [2, 4, 6, 7], "5 was given to an emoji once")
        #expect(Self.order(document) == "2413")
        try document.apply(.arrange(ids: Self.ids("43"), to: .back))
        #expect(document.drawingOrder.map(\.z) == [-2, -1, 2, 6])
        #expect(Self.order(document) == "4321")
        #expect([document.stackTop, document.stackBottom] == [7, -2])
        for (ids, place) in [("21", Operation.Arrangement.front), ("34", .back)] {
            let applied = try document.apply(.arrange(ids: Self.ids(ids), to: place))
            #expect(applied.operation == .none)
        }
    }

    @Test func `OP20 forward and backward hand out the z keys in use anew`() throws {
        var document = Self.five
        try document.apply(.delete(ids: Self.ids("24")))
        for (place, order) in [(Operation.Arrangement.forward, "315"), (.backward, "135")] {
            try document.apply(.arrange(ids: Self.ids("1"), to: place))
            #expect(Self.order(document) == order)
            #expect(document.drawingOrder.map(\.z) == [1, 3, 5])
            #expect([document.stackTop, document.stackBottom] == [5, 0])
        }
    }

    @Test func `OP18 OP20 TR6 equal z keys are drawn by id and come apart on the way`() throws {
        var document = Document(
            emojis: (1...4).map { Fixture.emoji("1.\($0)", z: $0 < 4 ? 7 : 8) },
            background: .blank,
            canvas: nil,
            stackTop: 8,
            stackBottom: 0
        )
        let before = document
        #expect(Self.order(document) == "1234")
        let applied = try document.apply(.arrange(ids: Self.ids("1"), to: .forward))
        #expect(Self.order(document) == "2134")
        #expect(document.drawingOrder.map(\.z) == [7, 8, 9, 10])
        #expect(document.stackTop == 10)
        #expect(document.checksum == document.recomputedChecksum)
        try document.apply(document.inverse(of: try #require(applied.step)))
        #expect(document.drawsSame(as: before))
        try document.apply(.arrange(ids: Self.ids("3"), to: .backward))
        #expect(Self.order(document) == "1324")
    }

    @Test func `OP25 UN3 TR6 a deleted emoji comes back between its old neighbours`() throws {
        var document = Self.five
        let gone = try document.apply(.delete(ids: Self.ids("3")))
        try document.apply(.arrange(ids: Self.ids("1"), to: .front))
        try document.apply(.add([Fixture.new("2.1")]))
        try document.apply(document.inverse(of: try #require(gone.step)))
        #expect(document.order == "1.2 1.3 1.4 1.5 1.1 2.1")
    }

    @Test func `OP5 at the ends of the z keys nothing wraps`() throws {
        for (z, place) in [
            (Limits.stackMax, Operation.Arrangement.front), (-Limits.stackMax, .back),
        ] {
            var document = Self.five
            try document.apply(.restack([.init(id: Fixture.id("1.3"), value: z)]))
            for place in [place, .forward, .backward] {
                for chosen in ["1", "3", "12", "35"] {
                    try document.apply(.arrange(ids: Self.ids(chosen), to: place))
                    #expect(document.drawingOrder.allSatisfy { abs($0.z) <= Limits.stackMax })
                    #expect(document.checksum == document.recomputedChecksum)
                }
            }
            try document.apply(.add([Fixture.new("2.1")]))
        }
    }

    @Test func `OP32 an arrange that spreads more equal keys than an undo names is refused`() throws
    {
        var document = Document()
        let ids = (1...(Limits.itemsMax + 2)).map { EmojiID(client: 1, counter: $0) }
        for start in stride(from: 0, to: ids.count, by: Limits.addedEmojisMax) {
            let end = min(start + Limits.addedEmojisMax, ids.count)
            let new = ids[start..<end].map { Fixture.new("\($0)") }
            try document.apply(.add(new))
        }
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
