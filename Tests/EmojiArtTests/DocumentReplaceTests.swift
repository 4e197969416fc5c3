import EmojiArt
import Testing

/// Going from one state to another in one edit.
struct DocumentReplaceTests {
    private static let three = Fixture.document(
        Fixture.new("1.1", x: 1),
        Fixture.new("1.2", x: 2),
        Fixture.new("1.3", x: 3)
    )

    @Test func `OP30 what is so already is left out, and the first of two counts`() throws {
        var document = Self.three
        let same = try #require(document.emojis[Fixture.id("1.1")])
        let applied = try document.apply(
            .replace(
                Replacement(
                    ids: Fixture.ids("1.3 9.9 1.3"),
                    emojis: [
                        same, Fixture.emoji("1.3", x: 8), Fixture.emoji("1.2", x: 7),
                        Fixture.emoji("1.2", x: 6),
                    ],
                    background: .blank,
                    canvas: .some(nil)
                )
            )
        )
        let effect = Replacement(ids: Fixture.ids("1.3"), emojis: [Fixture.emoji("1.2", x: 7)])
        #expect(applied.operation == .replace(effect))
        #expect(try document.apply(.replace(Replacement())).operation == .none)
        #expect(try document.apply(.replace(effect)).step == nil)
    }

    @Test func `OP31 a replace beyond 100000 emojis is refused as a whole`() throws {
        var document = Fixture.full
        let before = document
        let extra = [Fixture.emoji("2.1"), Fixture.emoji("2.2")]
        #expect(throws: Refusal.documentFull) {
            try document.apply(.replace(Replacement(ids: Fixture.ids("1.1"), emojis: extra)))
        }
        #expect(document == before)
        try document.apply(.replace(Replacement(ids: Fixture.ids("1.1 1.2"), emojis: extra)))
        #expect(document.emojis.count == Limits.emojisMax)
    }

    @Test(arguments: [1, 999, 1_000, 1_001])
    func `RV5 of more than may differ some are named, and more than may`(most: Int) throws {
        let (full, empty) = (Fixture.full, Document())
        var few = Document()
        try few.apply(.add((1...1_000).map { Fixture.new("2.\($0)") }))
        let (going, coming) = (
            few.replacement(towards: empty, upTo: most), empty.replacement(towards: few, upTo: most)
        )
        #expect((going.ids.count > most) == (most < 1_000))
        #expect((coming.emojis.count > most) == (most < 1_000))
        // The rest is not looked for.
        #expect(full.replacement(towards: empty, upTo: most).ids.count < most + 300)
    }

    @Test func `RV1 RV3 what leads to another document leads there, and its undo back`() throws {
        var edits = RandomEdits(seed: 7)
        var document = Document()
        var past = [document]
        for _ in 0..<60 {
            _ = try? document.apply(edits.next(for: document))
            past.append(document)
        }
        for target in past {
            var copy = document
            let applied = try copy.apply(.replace(copy.replacement(towards: target)))
            #expect(copy.drawsSame(as: target))
            #expect(copy.stackTop >= document.stackTop && copy.counters == document.counters)
            guard let step = applied.step else { continue }
            try copy.apply(copy.inverse(of: step))
            #expect(copy.drawsSame(as: document))
        }
    }
}
