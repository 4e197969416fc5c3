import Foundation
import TestKit
import Testing

extension StagedEditorTests {
    /// What the real editor writes to a terminal: colours, widths, bytes, any size of window.
    @Suite(.aside) struct Output {
        private static let trueColours = #"\[[0-9;]*[34]8;2;"#
        private static let paletteOf256 = #"\[[0-9;]*[34]8;5;"#
        private static let paletteOf16 = #"\[([0-9]+;)*(3|4|9|10)[0-7][;m]"#
        private static let moreThan16 = #"\[[0-9;]*[34]8;"#

        /// How the colours are asked for, and what is then seen of them and what is not.
        private static let levels = [
            ("--colours true", ["NO_COLOR=1"], trueColours, [paletteOf256]),
            ("--colours 256", [], paletteOf256, [trueColours]),
            ("--colours 16", ["COLORTERM=truecolor"], paletteOf16, [moreThan16]),
            ("--colours none", ["COLORTERM=truecolor"], nil, [moreThan16, paletteOf16]),
            ("", ["COLORTERM=truecolor", "NO_COLOR=1"], nil, [moreThan16, paletteOf16]),
            ("", ["COLORTERM=truecolor", "NO_COLOR="], trueColours, []),
            ("", ["COLORTERM=truecolor", "TERM=dumb"], nil, [moreThan16]),
            ("", ["COLORTERM=", "TERM=tmux-256color"], paletteOf256, [trueColours]),
        ]

        @Test func `TC6 the colours are those that were asked for, or found`() throws {
            let stage = try EditorStage.play()
            try stage.bob.click(tree)
            let url = stage.server.url(stage.name)
            for (option, environment, seen, unseen) in Self.levels {
                let level = "\(option) \(environment)"
                try stage.ada.start(url, name: "Ada", option, environment: environment)
                try stage.ada.expect("Bob's mark, \(level)") { screen in
                    screen.status.contains("saved") && screen.title.contains("Bob")
                        && ["()", "b)"].contains(screen.marks(of: "🌲"))
                }
                let text = try stage.ada.tmux.captureStyled().joined(separator: "\n")
                func isThere(_ pattern: String) throws -> Bool {
                    try text.contains(Regex("\u{1b}" + pattern))
                }
                if let pattern = seen {
                    #expect(try isThere(pattern), "\(level)\n\(text.debugDescription)")
                }
                for pattern in unseen {
                    #expect(try !isThere(pattern), "\(level)\n\(text.debugDescription)")
                }
                // Without colours the others differ by their letters.
                let hasColours = seen != nil
                let screen = try stage.ada.screen
                #expect(screen.marks(of: "🌲") == (hasColours ? "()" : "b)"), "\(level)")
                #expect(screen.title.contains("B:Bob") == !hasColours, "\(level)")
            }
        }

        @Test func `TC8 a storm of sizes down to 1x1 ends with the screen as it was`() throws {
            let stage = try EditorStage.play()
            try stage.ada.type("a")
            let before = try stage.ada.expect("3 selected")
            for round in 0..<4 {
                for (columns, rows) in [(200, 50), (1, 1), (21, 7), (3, 60), (90, 2), (81, 25)] {
                    try stage.ada.tmux.resize(columns: columns, rows: rows)
                    if round == 3, columns == 1 {
                        try stage.ada.expect("1x1") { $0.rows.count == 1 }
                    } else if round == 3, rows == 2 {
                        try stage.ada.expect("20x6 needed")
                    }
                }
            }
            try stage.ada.tmux.resize(columns: 80, rows: 24)
            let after = try stage.ada.expect("as it was") { screen in
                screen.rows.count == 24 && screen.canvas == before.canvas
                    && screen.hints == before.hints
            }
            #expect(after.status.contains("3 selected"))
            #expect(after.palette == before.palette)
            try stage.ada.drag(from: bike, to: nowhere)
            try stage.bob.expect("🚲", at: nowhere)
        }

        @Test func `an editor that nobody touches costs next to nothing`() throws {
            let stage = try EditorStage.play()
            try stage.ada.wheel(1, at: bike)
            try stage.ada.type("§", expecting: "§ does nothing")
            // What is held and said is over some time; then there is a quiet second.
            let process = try stage.ada.processID
            var (since, before) = (ContinuousClock.now, -1.0)
            var costs: [Double] = []
            let isQuiet = try Wait.until(30) {
                guard ContinuousClock.now - since > .seconds(1) else { return false }
                let used = try #require(ProcessFigures(of: process)).cpuSeconds
                costs.append(used - before)
                (since, before) = (.now, used)
                return costs.last.map { $0 < 0.035 } ?? false
            }
            #expect(isQuiet, "seconds of CPU: \(costs.dropFirst())")
        }

        @Test(arguments: ["open", "reset"])
        func `TC11 where there is no terminal it says so, and hangs on nothing`(
            command: String
        )
            throws
        {
            let url = command == "open" ? ["ws://127.0.0.1:1/documents/picnic"] : []
            // A session of its own has no terminal behind the standard streams either.
            let program = try Program(
                EditorWindow.program,
                [command] + url,
                under: ["/usr/bin/setsid", "--wait"]
            )
            program.closeInput()
            let run = program.finish(within: 20)
            #expect(run.ending == .exit(2))
            #expect(run.output.isEmpty)
            #expect(
                run.errors.count == 1 && run.errors.joined().contains("terminal"),
                "\(run.errors)"
            )
            #expect(!run.errors.joined().contains("\u{1b}"))
        }
    }
}
