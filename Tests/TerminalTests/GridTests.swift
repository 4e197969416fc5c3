import Testing

@testable import Terminal

struct GridTests {
    private func frame(_ columns: Int = 8, _ rows: Int = 1) -> Grid {
        Grid(GridSize(columns: columns, rows: rows))
    }

    @Test func `text is written cell by cell, and cut`() {
        var frame = frame()
        #expect(frame.write("abc", column: 1, row: 0) == 4)
        #expect(frame.text(row: 0) == " abc    ")
        #expect(frame.write("defgh", column: 5, row: 0) == 8)
        #expect(frame.text(row: 0) == " abc def")
        #expect(frame.write("12345", column: 0, row: 0, width: 2) == 2)
        #expect(frame.text(row: 0) == "12bc def")
        #expect(frame.write("xyz", column: -2, row: 0) == 1)
        #expect(frame.text(row: 0) == "z2bc def")
    }

    @Test func `wide glyphs take two cells and are never cut in half`() {
        var frame = frame()
        #expect(frame.write("漢🙂é", column: 0, row: 0) == 5)
        #expect(frame.text(row: 0) == "漢🙂é   ")
        #expect(frame[1, 0].text.isEmpty)
        #expect(frame.write("漢字", column: 5, row: 0) == 7)
        #expect(frame.text(row: 0) == "漢🙂é漢 ")
        #expect(frame.write("a漢", column: 0, row: 0, width: 2) == 1)
        #expect(frame.text(row: 0) == "a 🙂é漢 ")
    }

    @Test func `marks stay in their cluster`() {
        var frame = frame()
        #expect(frame.write("e\u{301}x\u{200d}y", column: 0, row: 0) == 3)
        #expect(frame[0, 0].text == "e\u{301}" && frame[2, 0].text == "y")
    }

    @Test(arguments: [
        "\u{1b}", "\u{0}", "\u{7f}", "\u{9b}", "\u{202e}", "\u{200b}", "\u{feff}", "\u{e000}",
        "\u{2028}", "\u{301}", "\u{200d}", "\u{e0041}", "\u{3164}", "\r\n",
        "a" + String(repeating: "\u{301}", count: 40),
    ])
    func `what cannot be printed becomes a question mark`(_ text: String) {
        var frame = frame()
        #expect(frame.write(text + "é", column: 0, row: 0) == 2)
        #expect(frame.text(row: 0) == "?é      ")
    }

    @Test func `a wide glyph that is half covered is gone whole`() {
        var frame = frame()
        frame.emoji("🙂", column: 1, row: 0)
        frame.emoji("🐶", column: 4, row: 0)
        frame.write("x", column: 2, row: 0)
        frame.write("y", column: 4, row: 0)
        #expect(frame.text(row: 0) == "  x y   ")
        frame.emoji("🙂", column: 1, row: 0)
        frame.emoji("🐶", column: 2, row: 0)
        #expect(frame.text(row: 0) == "  🐶y   ")
        frame.fill(CellBox(column: 3, row: 0, columns: 1, rows: 1), style: .plain)
        #expect(frame.text(row: 0) == "    y   ")
    }

    @Test func `drawing outside does nothing`() {
        var frame = frame(4, 2)
        for (column, row) in [(-1, 0), (3, 0), (0, -1), (0, 2), (Int.max, 0), (0, Int.min)] {
            frame.emoji("🙂", column: column, row: row)
        }
        for row in [-1, 2, Int.max, Int.min] { frame.write("text", column: 0, row: row) }
        for column in [4, Int.max, Int.min] { frame.write("text", column: column, row: 0) }
        frame.write("é🙂", column: Int.max, row: 0)
        let below = CellBox(column: 4, row: 2, columns: Int.max, rows: Int.max)
        frame.fill(below, style: Style(on: .red))
        let far = CellBox(column: Int.max, row: Int.min, columns: 9, rows: 1)
        frame.restyle(far) { $0 = Style(on: .red) }
        #expect(frame.text(row: 0) == "    " && frame.text(row: 1) == "    ")
        #expect(frame[-1, 0].text.isEmpty && frame.text(row: 7).isEmpty)
        let around = CellBox(column: -5, row: -5, columns: Int.max, rows: Int.max)
        frame.fill(around, style: Style(on: .red))
        #expect((0..<4).allSatisfy { frame[$0, 1].style == Style(on: .red) })
    }

    @Test func `cells are restyled without being changed`() {
        var frame = frame()
        frame.write("ab", column: 0, row: 0, style: Style(.red))
        frame.restyle(CellBox(column: 1, row: 0, columns: 2, rows: 1)) {
            $0.attributes.insert(.reverse)
        }
        #expect(frame.text(row: 0) == "ab      ")
        #expect(frame[0, 0].style == Style(.red))
        #expect(frame[1, 0].style == Style(.red, .reverse))
        #expect(frame[2, 0].style == Style(.standard, .reverse))
    }

    @Test func `a scaled emoji stands in the middle of its block`() {
        var frame = frame(8, 3)
        frame.write("abcdefgh", column: 0, row: 1)
        frame.emoji("🙂", column: 1, row: 0, scale: 3)
        #expect(frame.text(row: 1) == "abc🙂fgh")
        #expect(frame.text(row: 0) == "        ")
        frame.emoji("🙂", column: -3, row: 1, scale: 3)
        #expect(frame.text(row: 2) == "        ", "its middle is half outside")
    }

    @Test func `a frame that is cleared is empty and still works`() {
        var frame = frame(4, 1)
        frame.emoji("🙂", column: 0, row: 0, style: Style(on: .red))
        frame.clear()
        #expect(frame.text(row: 0) == "    " && frame[0, 0].style == .plain)
        frame.emoji("🙂", column: 2, row: 0)
        #expect(frame.text(row: 0) == "  🙂")
    }

    @Test func `texts that count as equal strings are told apart`() {
        let table = GlyphTable()
        let texts = ["e\u{301}", "\u{e9}", "", "e"]
        let numbers = Set(texts.map { table.number(of: $0, isEmoji: false) })
        #expect(numbers.count == 4)
        #expect(!numbers.contains(table.number(of: "e", isEmoji: true)))
    }

    @Test func `a cell is small`() {
        #expect(MemoryLayout<Cell>.stride == 16)
    }
}

extension Grid {
    /// The text of a row, with all its spaces.
    fileprivate func text(row: Int) -> String {
        (0..<size.columns).map { self[$0, row].text }.joined()
    }
}

extension Paint {
    static let red = Paint(rgb: 0xff0000)
}

extension Style {
    init(_ foreground: Paint, _ attributes: Attributes) {
        self.init(foreground, on: .standard, attributes)
    }
}
