import Terminal
import Testing

/// What a terminal is asked at the start, and what its answers say.
struct InputStartupQuestionsTests {
    private static let nothing = Capabilities(colours: .truecolour)

    /// A terminal that was asked.
    private static func asked(knowsAll: Bool = true) -> VirtualTerminal {
        let width = WidthModel.right.width
        var terminal = VirtualTerminal(columns: 9, rows: 4, knowsAll: knowsAll, width: width)
        terminal.feed(StartupQuestions.bytes())
        return terminal
    }

    /// The questions when these answers were read.
    private static func read(_ answers: String) -> StartupQuestions { read(Array(answers.utf8)) }

    private static func read(_ answers: [UInt8]) -> StartupQuestions {
        var questions = StartupQuestions()
        for event in Input.events(answers) {
            guard case .report(let report) = event else {
                Issue.record("no answer: \(event)")
                continue
            }
            let isComplete = questions.receive(report)
            #expect(isComplete == (report == .attributes))
        }
        return questions
    }

    private static func capabilities(_ questions: StartupQuestions) -> Capabilities {
        nothing.with { questions.apply(to: &$0) }
    }

    @Test func `TW3 a terminal that knows everything is told to`() {
        var terminal = Self.asked()
        let questions = Self.read(terminal.takeAnswers())
        #expect(questions.isComplete)
        let expected = Self.nothing.with {
            $0.synchronizes = true
            $0.measuresClusters = true
            $0.scalesText = true
            $0.reportsCursor = true
            $0.isLight = true
        }
        #expect(Self.capabilities(questions) == expected)
    }

    @Test func `TW3 a terminal that answers the last question only knows nothing`() {
        var terminal = Self.asked(knowsAll: false)
        let questions = Self.read(terminal.takeAnswers())
        #expect(questions.isComplete)
        #expect(Self.capabilities(questions) == Self.nothing)
    }

    @Test func `TW3 tmux tells where the cursor is and nothing else`() {
        // What tmux 3.3a answered.
        let questions = Self.read("\u{1b}[1;1R\u{1b}[1;1R\u{1b}[1;1R\u{1b}[?1;2c")
        #expect(questions.isComplete)
        let expected = Self.nothing.with { $0.reportsCursor = true }
        #expect(Self.capabilities(questions) == expected)
    }

    @Test func `TW3 the questions end with the one that all answer, and leave nothing written`() {
        let bytes = StartupQuestions.bytes()
        #expect(bytes.suffix(3) == Array("\u{1b}[c".utf8))
        var terminal = Self.asked()
        #expect(terminal.unknown == [])
        let shown = (0..<4).map { terminal.row($0) }.joined()
        #expect(shown.allSatisfy { $0 == " " })
        let answers = terminal.takeAnswers()
        #expect(answers.count { $0 == UInt8(ascii: "R") } == 3)
    }

    @Test func `TW3 a mode is had when it can be set`() {
        for (state, isHad) in [(0, false), (1, true), (2, true), (3, true), (4, false)] {
            for mode in [2026, 2027] {
                let questions = Self.read("\u{1b}[?\(mode);\(state)$y")
                let capabilities = Self.capabilities(questions)
                #expect(capabilities.synchronizes == (isHad && mode == 2026), "\(mode) \(state)")
                #expect(
                    capabilities.measuresClusters == (isHad && mode == 2027),
                    "\(mode) \(state)"
                )
            }
        }
        var questions = StartupQuestions()
        let isComplete = questions.receive(.mode(1006, state: 1))
        #expect(!isComplete)
        #expect(Self.capabilities(questions) == Self.nothing)
    }

    @Test func `TW3 text is scaled where both probes move the cursor by two`() {
        let cursors: [([(Int, Int)], Bool)] = [
            ([(0, 0), (2, 0), (4, 0)], true), ([(3, 1), (5, 1), (7, 1)], true),
            ([(0, 0), (0, 0), (0, 0)], false), ([(0, 0), (2, 0), (2, 0)], false),
            ([(0, 0), (0, 0), (2, 0)], false), ([(0, 0), (1, 0), (2, 0)], false),
            ([(0, 0), (8, 0), (16, 0)], false), ([(0, 0), (2, 0), (4, 1)], false),
            ([(0, 0), (2, 0)], false), ([(0, 0)], false), ([], false),
        ]
        for (places, scales) in cursors {
            var questions = StartupQuestions()
            for (column, row) in places {
                let isComplete = questions.receive(.cursor(column: column, row: row))
                #expect(!isComplete)
            }
            let isComplete = questions.receive(.attributes)
            #expect(isComplete)
            let capabilities = Self.capabilities(questions)
            #expect(capabilities.scalesText == scales, "\(places)")
            #expect(capabilities.reportsCursor == (places.count == 3), "\(places)")
        }
    }

    @Test func `TW3 a background is light by its luminance`() {
        let colours: [(String, Bool?)] = [
            ("rgb:0000/0000/0000", false), ("rgb:ffff/ffff/ffff", true),
            ("rgb:1e1e/1e1e/2e2e", false), ("rgb:fdfd/f6f6/e3e3", true), ("rgb:ff/ff/00", true),
            ("rgb:00/00/ff", false), ("rgb:ff/00/00", false), ("rgb:00/ff/00", true),
            ("rgb:7f/7f/7f", false), ("rgb:80/80/80", true), ("grey", nil),
        ]
        for (background, isLight) in colours {
            let questions = Self.read("\u{1b}]11;\(background)\u{7}")
            #expect(Self.capabilities(questions).isLight == isLight, "\(background)")
        }
    }

    @Test func `TW3 what came before the answers were given up counts, and nothing after`() {
        var questions = Self.read("\u{1b}[?2026;1$y\u{1b}[1;1R\u{1b}[1;1R\u{1b}[1;1R")
        #expect(!questions.isComplete)
        questions.giveUp()
        #expect(questions.isComplete)
        let isComplete = questions.receive(.mode(2027, state: 1))
        #expect(isComplete)
        let expected = Self.nothing.with {
            $0.synchronizes = true
            $0.reportsCursor = true
        }
        #expect(Self.capabilities(questions) == expected)
    }

    @Test func `what is not asked for is left alone`() {
        var capabilities = Capabilities(colours: .sixteen, isASCII: true)
        capabilities.synchronizes = true
        capabilities.isLight = true
        Self.read("\u{1b}[1;1R\u{1b}[1;1R\u{1b}[1;1R\u{1b}[?62;c").apply(to: &capabilities)
        let expected = Capabilities(colours: .sixteen, isASCII: true).with {
            $0.reportsCursor = true
        }
        #expect(capabilities == expected)
    }
}
