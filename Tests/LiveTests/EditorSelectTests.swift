import Foundation
import Testing

extension StagedEditorTests {
    /// Selecting and deleting in the real editor: a click is bytes, and what shows comes from tmux.
    @Suite(.aside) struct Selection {
        @Test func `R2c a selection ends with its editor, and is nowhere on the disk`() throws {
            let stage = try EditorStage.play()
            try stage.ada.type("a", expecting: "3 selected")
            try stage.bob.expect("🚲", marked: "a)")
            try stage.ada.start(stage.server.url(stage.name), name: "Ada")
            try stage.bob.expect("🚲", marked: "  ")
            let screen = try stage.ada.expect("opened again") {
                $0.status.contains("saved") && $0.spot(of: "🚲") != nil
            }
            #expect(screen.marks(of: "🚲") == "  ")
            #expect(!screen.status.contains("selected"))
            for path in try FileManager.default.subpathsOfDirectory(atPath: stage.server.data) {
                let file = stage.server.data + "/" + path
                let bytes = FileManager.default.contents(atPath: file) ?? Data()
                #expect(bytes.firstRange(of: Data("selection".utf8)) == nil, "\(path)")
            }
        }

        @Test func `R5 a click on anything but an emoji empties the selection`() throws {
            let stage = try EditorStage.play()
            // Also outside of the canvas.
            try stage.edit(#"{"type":"canvas","width":800,"height":400}"#)
            for spot in [nowhere, Spot(column: 1, row: 19), Spot(column: 79, row: 1)] {
                let edits = try stage.edits(by: stage.ada) {
                    try stage.ada.type("a", expecting: "3 selected")
                    try stage.ada.click(spot)
                    try stage.ada.expect("\(spot)") { screen in
                        !screen.status.contains("selected") && screen.marks(of: "🌲") == "  "
                    }
                }
                #expect(edits.isEmpty)
            }
            try stage.bob.expect("🚲", marked: "  ")
        }

        @Test func `R10 deleting takes the emojis away everywhere, by keys and controls`() throws {
            let stage = try EditorStage.play()
            try stage.bob.type("a", expecting: "3 selected")
            for (emoji, spot, way) in [
                ("🚲", bike, "d"), ("🌲", tree, "hint"), ("🌵", cactus, "menu"),
            ] {
                try stage.ada.click(spot)
                try stage.ada.expect(emoji, marked: "[b")
                let edits = try stage.edits(by: stage.ada) {
                    switch way {
                    case "d": try stage.ada.type("d")
                    case "hint":
                        let hint = try #require(try stage.ada.screen.spot(ofText: " d delete"))
                        try stage.ada.click(hint.offset(1, 0))
                    default:
                        try stage.ada.click(spot, button: 2)
                        let menu = try stage.ada.expect("│ delete")
                        let entry = try #require(menu.spot(ofText: "│ delete"))
                        try stage.ada.click(entry.offset(2, 0))
                    }
                    for window in [stage.ada, stage.bob] {
                        try window.expect("no \(emoji)") { $0.spot(of: emoji) == nil }
                    }
                }
                #expect(edits.map(\.type) == ["delete"], "\(way)")
            }
            try stage.ada.expect("The canvas is empty.")
            try stage.bob.expect("nothing selected") { !$0.status.contains("selected") }
            #expect(try stage.places().isEmpty)
            // The first of the two takes the mark of the moment back.
            try stage.ada.type("zz")
            try stage.ada.spot(of: "🌵")
            // The Delete key, too; undo brought it back unselected.
            try stage.ada.select("🌵", at: cactus)
            try stage.ada.press("DC")
            try stage.ada.expect("The canvas is empty.")
        }
    }
}
