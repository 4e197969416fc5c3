import Testing

@testable import Terminal

/// The terminal that the other tests look at must be one.
struct VirtualTerminalTests {
    @Test(arguments: [
        ("abc^[2;3Hx", "abc   |  x   "),
        ("abcdefg", "abcdef|g     "),
        ("abcdefghijklmn", "ghijkl|mn    "),
        ("^[?7labcdefgh", "abcdeh|      "),
        ("abcdef^[1;3H^[K^[2;4Hx", "ab    |   x  "),
        ("abcdef^[2Kx^[2;1Hy", "     x|y     "),
        ("abc^[2J^[H^[2Cx", "  x   |      "),
        ("🙂🙂^[1;2Hx", " x🙂  |      "),
        ("abcde🙂", "abcde |🙂    "),
        ("^]66;s=2:w=2;🙂^\\x", "🙂x |  "),
        ("^]66;s=2:w=2;🙂^\\^[2;2Hx", "      | x    "),
    ])
    func `cells hold what was written`(_ text: String, _ rows: String) {
        var terminal = VirtualTerminal(columns: 6, rows: 2, width: WidthModel.right.width)
        terminal.feed(Array(text.replacing("^", with: "\u{1b}").utf8))
        #expect("\(terminal.row(0))|\(terminal.row(1))" == rows)
        #expect(terminal.unknown.isEmpty)
    }

    @Test func `styles are kept, and what is not understood is told`() {
        let text = "\u{1b}[1;31;48;2;1;2;255ma\u{1b}[22;4;97;49mé\u{1b}[mx🙂\u{1b}[5i"
        var terminal = VirtualTerminal(columns: 6, rows: 1, width: WidthModel.right.width)
        terminal.feed(Array(text.utf8))
        #expect(terminal.row(0) == "aéx🙂 ")
        let red = Style(Paint(bits: Paint.named | 1), on: Paint(rgb: 0x0102ff), .bold)
        let white = Style(Paint(bits: Paint.named | 15), .underline)
        let styles = (0..<3).map { terminal.cell($0, 0).style }
        #expect(styles == [red, white, .plain])
        #expect(terminal.unknown == ["CSI 5i"])
    }
}
