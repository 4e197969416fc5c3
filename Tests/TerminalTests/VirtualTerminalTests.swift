import Testing

/// The terminal that the other tests look at must be one.
struct VirtualTerminalTests {
    @Test(arguments: [
        ("abc^[2;3Hx", "abc   |  x   "),
        ("abcdefg", "abcdef|g     "),
        ("abcdef\r\nx", "abcdef|x     "),
        ("a\r\nb\r\nc", "b     |c     "),
        ("^[?7labcdefgh", "abcdeh|      "),
        ("abcdef^[3G^[K^[2;4Hx^[1K", "ab    |      "),
        ("abcdef^[1;2H^[2X", "a  def|      "),
        ("abc\r^[2Cx^[A^[By", "abx   |   y  "),
        ("🙂🙂^[1;2Hx", " x🙂  |      "),
        ("abcde🙂", "abcde |🙂    "),
        ("main^[?1049halt^[?1049l!", "main! |      "),
        ("^]66;s=2:w=2;🙂^\\x", "🙂x |  "),
        ("^]66;s=2:w=2;🙂^\\^[2;2Hx", "      | x    "),
    ])
    func `cells hold what was written`(_ text: String, _ rows: String) {
        var terminal = VirtualTerminal(columns: 6, rows: 2, width: WidthModel.right.width)
        terminal.feed(Array(text.replacing("^", with: "\u{1b}").utf8))
        #expect("\(terminal.row(0))|\(terminal.row(1))" == rows)
        #expect(terminal.unknown.isEmpty)
    }

    @Test func `styles are kept, and sequences may be cut anywhere`() {
        let text = "\u{1b}[1;31;48;2;1;2;255ma\u{1b}[22;4;97;49mé\u{1b}[mx\u{1b}]52;c;YQ==\u{7}🙂"
        var terminal = VirtualTerminal(columns: 6, rows: 1, width: WidthModel.right.width)
        for byte in text.utf8 { terminal.feed([byte]) }
        #expect(terminal.row(0) == "aéx🙂 ")
        let styles = (0..<3).map { terminal.cell($0, 0).style.description }
        #expect(styles == ["bold fg:1 bg:#0102ff", "underline fg:15", ""])
        #expect(terminal.clipboard == ["YQ=="])
        terminal.feed(Array("\u{1b}[5i".utf8))
        #expect(terminal.unknown == ["CSI 5i"])
    }
}
