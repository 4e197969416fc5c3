import Foundation
import Testing

extension StagedEditorTests {
    /// How the real editor gets along with a terminal's own idea of widths, and with what it knows.
    @Suite(.aside) struct Widths {
        @Test func `TW1 what is right of an emoji is in its place, however wide that is`() throws {
            let stage = try EditorStage.play()
            // tmux takes these for 4, 1, 1, 1, 2 and 0 columns.
            let emojis = ["👍🏽", "🏳️‍🌈", "❤️", "1️⃣", "👩‍🚀", "\u{1fae9}"]
            for (index, emoji) in emojis.enumerated() {
                let y = 120 - 40 * index
                try stage.edit(
                    #"{"type":"add","emojis":[{"text":"\#(emoji)","x":-300,"y":\#(y)},"#
                        + #"{"text":"🐢","x":-200,"y":\#(y)}]}"#
                )
            }
            let column = 29
            for index in emojis.indices {
                let spot = Spot(column: column, row: 8 + index)
                // By what is clicked, and by what tmux has in that column.
                try stage.ada.click(spot)
                try stage.ada.expect("\(emojis[index])") { screen in
                    let cells = screen.cellsByTmux(row: spot.row)
                    return cells[column] == "🐢" && cells[column - 1] == "["
                }
            }
            let bars = try stage.ada.screen
            #expect(bars.status.contains("6 selected"))
        }

        @Test func `TW2 a cluster that the terminal makes too wide or narrow is drawn otherwise`()
            throws
        {
            let stage = try EditorStage.play()
            try stage.edit(
                #"{"type":"add","emojis":[{"text":"👍🏽","x":-300,"y":120},"#
                    + #"{"text":"👩‍🚀","x":-300,"y":80},{"text":"🏳️‍🌈","x":-300,"y":40},"#
                    + #"{"text":"\#u{1fae9}","x":-300,"y":-40}]}"#
            )
            try stage.ada.expect("drawn") { screen in
                // Without its skin tone; whole; and what has no glyph at all by letters.
                screen.spot(of: "👍")?.row == 8 && screen.spot(of: "👩‍🚀")?.row == 9
                    && !screen.canvas.joined().contains("🏽")
                    && !screen.canvas.joined().contains("\u{1fae9}")
                    && screen.rows[12].contains(/[A-Z0-9]{2}/)
            }
        }

        @Test func `TW3 TW6 the terminal is asked once, and only what it knows is used`() throws {
            let stage = try EditorStage.play()
            let path = stage.ada.tmux.directory.path("bytes-\(stage.name)")
            let shell = "exec /bin/sh"
            try stage.ada.tmux.ask(["respawn-pane", "-k", shell])
            try stage.ada.expect("$")
            try stage.ada.tmux.record(to: path)
            try stage.ada.tmux.enter(
                "'\(EditorWindow.program)' open \(stage.server.url(stage.name)) --state ~/state"
            )
            try stage.ada.expect("🚲", at: bike)
            // Legacy keys work whatever was answered.
            try stage.ada.type("a", expecting: "3 selected")
            try stage.ada.type("q")
            try stage.ada.expect("back in the shell") { !$0.shows("Vehicles") && $0.shows("$") }
            var said = ""
            let isWhole = Wait.until(20) {
                said = String(
                    decoding: FileManager.default.contents(atPath: path) ?? Data(),
                    as: UTF8.self
                )
                return said.contains("\u{1b}[?1049l")
            }
            #expect(isWhole)
            let parts = ["[?1049h", "[>1u", "[?2026$p", "[?2027$p", "[c", "[<u", "[?1049l"]
            var rest = said[...]
            for part in parts {
                let range = try #require(rest.firstRange(of: "\u{1b}" + part), "\(part)")
                rest = rest[range.upperBound...]
            }
            // tmux knows neither of the two; each is asked for once.
            for text in ["[?2026h", "[?2027h"] { #expect(!said.contains("\u{1b}" + text)) }
            for text in ["[?2026$p", "[?2027$p", "[c"] {
                #expect(said.ranges(of: "\u{1b}" + text).count == 1, "\(text)")
            }
        }
    }
}

extension EditorScreen {
    /// What is in each column of a row by tmux 3.3a's own widths.
    fileprivate func cellsByTmux(row: Int) -> [Int: String] {
        var cells: [Int: String] = [:]
        var column = 0
        for character in rows[row] {
            cells[column] = String(character)
            let scalars = character.unicodeScalars
            let narrow = ["🏳️‍🌈", "❤️", "1️⃣", "🏳️", "🏳", "❤"].contains(String(character))
            let isEmoji = scalars.first?.properties.isEmojiPresentation == true
            column += isEmoji && !narrow ? 2 : 1
        }
        return cells
    }
}
