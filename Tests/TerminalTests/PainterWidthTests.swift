import Testing

@testable import Terminal

/// How the widths of emojis are found out, and what is drawn until they are known.
struct PainterWidthTests {
    private func asked(_ bytes: [UInt8]) -> Int {
        String(decoding: bytes, as: UTF8.self).matches(of: /\u{1b}\[6n/).count
    }

    private func frame(_ stage: PaintStage, _ texts: [String]) -> Grid {
        var frame = Grid(stage.size)
        for (index, text) in texts.enumerated() {
            frame.emoji(text, column: index % 10 * 3, row: index / 10)
            frame.write("|", column: index % 10 * 3 + 2, row: index / 10)
        }
        return frame
    }

    @Test func `TW2 a width is asked once, in the last row, which is restored`() {
        var stage = PaintStage()
        var frame = frame(stage, ["🙂", "🙂"])
        frame.write("status", column: 1, row: 5)
        let bytes = stage.painter.paint(frame)
        #expect(asked(bytes) == 1 && stage.painter.isProbing)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("\u{1b}[6H🙂\u{1b}[6n"))
        #expect(text.hasPrefix("\u{1b}[?2026h") && text.hasSuffix("\u{1b}[?2026l"))
        stage.terminal.feed(bytes)
        #expect(stage.text == ["SS|SS|", "", "", "", "", " status"])
        #expect(stage.terminal.cell(0, 0).style.attributes == .reverse)
        #expect(stage.painter.paint(frame).isEmpty, "it is not asked again while it waits")
        let isChanged = stage.answer()
        #expect(isChanged)
        #expect(!stage.painter.isProbing)
        #expect(asked(stage.show(frame)) == 0)
        #expect(stage.text == ["🙂|🙂|", "", "", "", "", " status"])
        stage.painter.invalidate()
        #expect(asked(stage.show(frame)) == 0, "kept for good")
    }

    @Test(arguments: [
        (WidthModel.right, "🙂|👩‍🚀|🏳️‍🌈|👍🏽|❤️|1️⃣|🇫🇷|\u{1FAE9}|🏎\u{fe0f}|"),
        (.tmux, "🙂|👩‍🚀|🏳️‍🌈 |👍|❤️ |1️⃣ |🇫🇷|FW|🏎\u{fe0f} |"),
        (.scalars, "🙂|👩|🏳️ |👍|❤️ |1️⃣ |🇫🇷|\u{1FAE9}|🏎\u{fe0f} |"),
        (.narrow, "🙂 |👩‍🚀 |🏳️‍🌈 |👍🏽 |❤️ |1️⃣ |🇫🇷 |\u{1FAE9} |🏎\u{fe0f} |"),
    ])
    func `TW2 the first text of the chain that has one cell or two is drawn`(
        _ model: WidthModel,
        _ row: String
    ) {
        var stage = PaintStage(model)
        let emojis = ["🙂", "👩‍🚀", "🏳️‍🌈", "👍🏽", "❤️", "1️⃣", "🇫🇷", "\u{1FAE9}", "🏎"]
        stage.show(frame(stage, emojis))
        #expect(stage.text[0] == row)
    }

    @Test func `TW2 no more than 64 are asked at a time`() {
        var stage = PaintStage(columns: 40, rows: 20)
        let emojis = (0..<80).compactMap { Unicode.Scalar(0x1f600 + UInt32($0)) }
            .map { String(Character($0)) }
        let frame = frame(stage, emojis)
        let bytes = stage.painter.paint(frame)
        #expect(asked(bytes) == 64)
        #expect(stage.painter.paint(frame).isEmpty)
        stage.terminal.feed(bytes)
        let isChanged = stage.answer()
        #expect(isChanged)
        #expect(asked(stage.show(frame)) == 80 - 64)
        let shown = stage.text.joined()
        #expect(emojis.allSatisfy { shown.contains($0) })
    }

    @Test func `TW2 without answers what stands right of an emoji is written after it`() {
        var stage = PaintStage(.scalars, .complete.with { $0.reportsCursor = false })
        var frame = frame(stage, ["👨‍👩‍👧‍👦"])
        frame.write("abcdefghij", column: 2, row: 0)
        #expect(asked(stage.show(frame)) == 0)
        #expect(stage.text[0].hasSuffix("abcdefghij"))
        frame.emoji("👍🏽", column: 0, row: 0)
        stage.show(frame)
        #expect(stage.text[0].hasSuffix("abcdefghij"))
        #expect(stage.terminal.cell(2, 0).text == "a")
    }

    @Test func `TW2 answers that do not come are given up`() {
        var stage = PaintStage(.tmux)
        let frame = frame(stage, ["👍🏽", "🙂"])
        stage.terminal.feed(stage.painter.paint(frame))
        stage.painter.giveUpProbing()
        #expect(!stage.painter.isProbing)
        let bytes = stage.painter.paint(frame)
        stage.terminal.feed(bytes)
        #expect(asked(bytes) == 0)
        #expect(String(decoding: bytes, as: UTF8.self).contains("👍🏽"))
        #expect(stage.terminal.cell(2, 0).text == "|")
        // Late answers still count, and are not taken for those of other emojis.
        let isChanged = stage.answer()
        #expect(isChanged)
        stage.show(frame)
        #expect(stage.text[0] == "👍|🙂|")
    }

    @Test func `TW2 an answer from another row is no answer`() {
        var stage = PaintStage()
        let frame = frame(stage, ["🙂"])
        for _ in 0..<3 {
            #expect(asked(stage.painter.paint(frame)) == 1)
            let isChanged = stage.painter.receive(.cursor(column: 1, row: 2))
            #expect(isChanged)
        }
        #expect(asked(stage.painter.paint(frame)) == 0)
        let reports: [Report] = [.cursor(column: 1, row: 5), .attributes]
        for report in reports {
            let isChanged = stage.painter.receive(report)
            #expect(!isChanged, "nothing was asked")
        }
    }

    @Test(arguments: [(40, 1), (7, 5)])
    func `TW2 a window that is too small is not asked in`(_ columns: Int, _ rows: Int) {
        var stage = PaintStage(columns: columns, rows: rows)
        #expect(asked(stage.show(frame(stage, ["🙂"]))) == 0)
        #expect(stage.text[0] == "🙂|")
    }

    @Test func `TW4 a terminal that measures clusters is not asked about them`() {
        var stage = PaintStage(.right, .complete.with { $0.measuresClusters = true })
        let bytes = stage.show(frame(stage, ["👩‍🚀", "❤️", "👍🏽", "🏎", "🙂"]))
        #expect(asked(bytes) == 1, "only about the one that is a single scalar")
        #expect(stage.text[0] == "👩‍🚀|❤️|👍🏽|🏎\u{fe0f}|🙂|")
    }
}
