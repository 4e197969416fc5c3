import Terminal
import Testing

struct InputReportTests {
    @Test func `answers are read`() {
        let answers: [(String, Report)] = [
            ("\u{1b}[1;1R", .cursor(column: 0, row: 0)),
            ("\u{1b}[24;80R", .cursor(column: 79, row: 23)),
            ("\u{1b}[0;0R", .cursor(column: 0, row: 0)),
            ("\u{1b}[1;2R", .cursor(column: 1, row: 0)),
            ("\u{1b}[?2026;2$y", .mode(2026, state: 2)),
            ("\u{1b}[?2027;0$y", .mode(2027, state: 0)),
            ("\u{1b}[?1;2c", .attributes),
            ("\u{1b}[?62;c", .attributes),
            ("\u{1b}[?65;1;2;4;6;9;15;18;21;22;28;29c", .attributes),
        ]
        for (text, report) in answers {
            #expect(Input.events(text) == [.report(report)], "\(text.debugDescription)")
        }
    }

    @Test func `a background has 1 to 4 digits a colour and any end`() {
        let colours: [(String, UInt32)] = [
            ("rgb:ffff/8080/0000", 0xff8000), ("rgb:FF/80/00", 0xff8000), ("rgb:f/8/0", 0xff8800),
            ("rgb:fff/800/000", 0xff8000), ("rgba:1e1e/2020/3030/ffff", 0x1e2030),
            ("rgb:00ff/ff00/7fff", 0x01fe7f), ("rgb:0/0/0", 0x000000),
        ]
        for (text, rgb) in colours {
            for end in ["\u{7}", "\u{1b}\\"] {
                let events = Input.events("\u{1b}]11;\(text)\(end)")
                #expect(events == [.report(.background(rgb: rgb))], "\(text)")
            }
        }
    }

    @Test(arguments: [
        "11;rgb:ffff/ffff", "11;rgb:fffff/0/0", "11;rgb://", "11;rgb:g/0/0", "11;?", "11",
        "10;rgb:0/0/0", "111;rgb:0/0/0", "11;rgba:0/0/0", "11;rgb:0/0/0/0", "11;rgb:é/0/0", "",
    ])
    func `other commands are swallowed`(text: String) {
        #expect(Input.events("\u{1b}]\(text)\u{7}a") == [.key(.character("a"))])
        #expect(Input.events("\u{1b}P\(text)\u{1b}\\a") == [.key(.character("a"))])
    }

    @Test func `only a command of the operating system is an answer`() {
        for introducer in ["P", "_", "^", "X"] {
            #expect(Input.events("\u{1b}\(introducer)11;rgb:0/0/0\u{1b}\\") == [])
        }
    }

    @Test(
        arguments: [
            "\u{1b}[?1;2R", "\u{1b}[4;1$y", "\u{1b}[?2026;2y", "\u{1b}[?2026$y", "\u{1b}[>1;2c",
            "\u{1b}[?1;2;3$y", "\u{1b}[?1;2u", "\u{1b}[?997;1n", "\u{1b}[c", "\u{1b}[1;2;3R ",
        ] as [InputText]
    )
    func `answers that nobody asked for are swallowed`(text: InputText) {
        let reports = Input.events(text.text).filter { event in
            if case .report = event { true } else { false }
        }
        #expect(reports == [])
    }

    @Test func `focus comes and goes`() {
        #expect(Input.events("\u{1b}[I\u{1b}[O") == [.focus(true), .focus(false)])
    }
}
