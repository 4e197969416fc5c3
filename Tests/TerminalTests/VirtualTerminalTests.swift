import TestKit
import Testing

/// The terminal that the other tests look at must be one.
struct VirtualTerminalTests {
    private func terminal(
        _ text: String,
        columns: Int = 6,
        rows: Int = 2,
        _ model: WidthModel = .right
    ) -> VirtualTerminal {
        var terminal = VirtualTerminal(columns: columns, rows: rows, width: model.width)
        terminal.feed(Array(text.replacing("^", with: "\u{1b}").utf8))
        return terminal
    }

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
        let terminal = terminal(text)
        #expect("\(terminal.row(0))|\(terminal.row(1))" == rows)
        #expect(terminal.unknown.isEmpty)
    }

    @Test(arguments: [
        (WidthModel.tmux, "👍🏽x", 4), (.tmux, "❤️x", 1), (.tmux, "🏳️‍🌈x", 1), (.tmux, "\u{1FAE9}x", 0),
        (.tmux, "👨‍👩‍👧‍👦x", 2), (.right, "👍🏽x", 2), (.right, "❤️x", 2), (.scalars, "👨‍👩‍👧‍👦x", 8),
        (.scalars, "🏳️‍🌈x", 3), (.scalars, "🇫🇷x", 2), (.narrow, "🙂x", 1), (.tmux, "漢x", 2),
    ])
    func `a cluster moves the cursor as was measured`(
        _ model: WidthModel,
        _ text: String,
        _ width: Int
    ) {
        let terminal = terminal(text, columns: 12, rows: 1, model)
        #expect(terminal.cell(width, 0).text == "x")
        #expect(terminal.column == width + 1)
    }

    @Test func `questions are answered if they are to be`() {
        let questions = "^[2;3H^[6n^[?2026$p^[?1006$p^[?u^]11;?^\\^[c"
        var terminal = terminal(questions)
        let answers = String(decoding: terminal.takeAnswers(), as: UTF8.self)
        #expect(
            answers.replacing("\u{1b}", with: "^")
                == "^[2;3R^[?2026;0$y^[?1006;2$y^[?0u^]11;rgb:1111/2222/3333^\\^[?62;22c"
        )
        #expect(terminal.takeAnswers().isEmpty)
        var silent = VirtualTerminal(columns: 4, rows: 1, questions: [.attributes]) { _ in 1 }
        silent.feed(Array(questions.replacing("^", with: "\u{1b}").utf8))
        #expect(silent.takeAnswers() == Array("\u{1b}[?62;22c".utf8))
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
