import Testing

@testable import Terminal

/// What is written, byte by byte where it matters.
struct PainterTests {
    private func readable(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("\u{1b}", with: "^")
    }

    @Test func `TW1 every emoji and what follows it has its own place`() {
        var stage = PaintStage(columns: 20, rows: 3)
        var frame = Grid(stage.size)
        stage.show(frame)
        frame.write("a🙂b🐶c漢d", column: 2, row: 1)
        stage.show(frame)
        stage.painter.invalidate()
        let bytes = readable(stage.painter.paint(frame))
        #expect(
            bytes == "^[?2026h^[m^[2J^[2;3Ha^[2;4H🙂^[2;6Hb^[2;7H🐶^[2;9Hc^[2;10H漢^[2;12Hd^[?2026l"
        )
    }

    @Test func `TC7 one emoji that moves costs at most 200 bytes`() {
        var stage = PaintStage(columns: 200, rows: 50)
        var frame = Grid(stage.size)
        func draw(_ column: Int) {
            frame.clear()
            for row in 0..<50 {
                for place in stride(from: 0, to: 200, by: 4) {
                    let emoji = RandomScene.emojis[(row + place) % 8]
                    frame.emoji(emoji, column: place, row: row)
                    frame.write("xy", column: place + 2, row: row, style: Style(.red))
                }
            }
            frame.emoji("🌈", column: column, row: 25, style: Style(.red, on: Paint(rgb: 0x123456)))
        }
        draw(101)
        stage.show(frame)
        draw(102)
        let count = stage.show(frame).count
        #expect((1...200).contains(count))
        #expect(count <= 90, "measured: \(count)")
    }

    @Test func `TC7 an equal frame costs nothing`() {
        var stage = PaintStage()
        var frame = Grid(stage.size)
        frame.write("text 🙂", column: 3, row: 2, style: Style(.red, .bold))
        #expect(!stage.show(frame).isEmpty)
        var other = Grid(stage.size)
        other.emoji("🐶", column: 0, row: 0)
        other.clear()
        other.write("text 🙂", column: 3, row: 2, style: Style(.red, .bold))
        #expect(stage.show(other).isEmpty, "a frame with its own table")
        stage.painter.invalidate()
        #expect(!stage.show(frame).isEmpty)
        stage.painter.capabilities.colours = .none
        #expect(!stage.show(frame).isEmpty)
    }

    @Test func `TC7 unchanged cells are jumped over or written, as is shorter`() {
        var stage = PaintStage(columns: 30, rows: 2, .right, Capabilities(colours: .none))
        var frame = Grid(stage.size)
        frame.write("0123456789012345678901234567", column: 0, row: 1)
        stage.show(frame)
        for column in [0, 3, 9, 11] { frame.write("x", column: column, row: 1) }
        #expect(readable(stage.painter.paint(frame)) == "^[2H^[mx12x^[5Cx0x")
    }

    @Test func `the end of a row is erased`() {
        var stage = PaintStage(columns: 30, rows: 1, .right, Capabilities(colours: .none))
        var frame = Grid(stage.size)
        frame.write("0123456789012345678901234567", column: 0, row: 0, style: Style(.red, .bold))
        stage.show(frame)
        frame.clear()
        frame.write("01", column: 0, row: 0, style: Style(.red, .bold))
        let bytes = stage.show(frame)
        #expect(readable(bytes) == "^[m^[1;3H^[K")
        #expect(stage.text == ["01"])
    }

    @Test func `a window of another size is written whole`() {
        var stage = PaintStage(columns: 12, rows: 2)
        var frame = Grid(stage.size)
        frame.write("before", column: 0, row: 1)
        stage.show(frame)
        stage.resize(columns: 10, rows: 3)
        frame = Grid(stage.size)
        frame.write("after", column: 0, row: 0)
        stage.show(frame)
        #expect(stage.text == ["after", "", ""])
    }

    @Test func `lines stay lines in ASCII`() {
        let ascii = Capabilities(colours: .none, isASCII: true)
        var stage = PaintStage(columns: 12, rows: 3, .right, ascii)
        var frame = Grid(stage.size)
        frame.write("┌─┬─╮ é漢e\u{301}", column: 0, row: 0)
        frame.write("│═║ ┃", column: 0, row: 1)
        frame.emoji("🏎", column: 0, row: 2)
        stage.show(frame)
        #expect(stage.text == ["+-+-+ ????", "|-| |", "RC"])
        #expect(stage.terminal.cell(1, 2).style.attributes == .reverse)
    }

    @Test func `TW5 a scaled emoji is drawn large, and as a whole`() {
        let scaling = Capabilities.complete.with { $0.scalesText = true }
        var stage = PaintStage(columns: 12, rows: 4, .right, scaling)
        var frame = Grid(stage.size)
        frame.emoji("🏎", column: 1, row: 1, scale: 2)
        #expect(readable(stage.show(frame)).contains("^[2;2H^]66;s=2:w=2;🏎\u{fe0f}^\\"))
        let cell = stage.terminal.cell(1, 1)
        #expect(cell.text == "🏎\u{fe0f}" && cell.columns == 4 && cell.rows == 2)
        // A new style has all of it drawn again; what is over it has it drawn small.
        frame.restyle(CellBox(column: 0, row: 0, columns: 12, rows: 4)) {
            $0.attributes.insert(.bold)
        }
        stage.show(frame)
        let part = stage.terminal.cell(4, 2)
        #expect(part.style.attributes == .bold && part.rows == 2)
        frame.write("x", column: 4, row: 2)
        stage.show(frame)
        #expect(stage.text == ["", "  🏎\u{fe0f}", "    x", ""])
        #expect(stage.terminal.cell(2, 1).rows == 1)
    }

    @Test func `TW5 without scaling an emoji is small and lets through what is below it`() {
        var stage = PaintStage(columns: 12, rows: 3)
        var frame = Grid(stage.size)
        for row in 0..<3 { frame.write("abcdefghijkl", column: 0, row: row) }
        frame.emoji("🙂", column: 1, row: 0, scale: 3)
        stage.show(frame)
        #expect(stage.text == ["abcdefghijkl", "abc🙂fghijkl", "abcdefghijkl"])
    }
}
