import Foundation
import Testing

extension StagedEditorTests {
    /// Drags in the real editor: exactly one edit each, or none.
    @Suite(.aside) struct Drags {
        @Test func `R6 a drag of a selected emoji moves all selected by one edit`() throws {
            let stage = try EditorStage.play()
            try stage.ada.click(bike)
            try stage.ada.click(tree)
            try stage.ada.expect("2 selected")
            let edits = try stage.edits(by: stage.ada) {
                try stage.ada.drag(from: tree, to: tree.offset(5, 2))
                for window in [stage.ada, stage.bob] {
                    try window.expect("🚲", at: bike.offset(5, 2))
                    try window.expect("🌲", at: tree.offset(5, 2))
                    try window.expect("🌵", at: cactus)
                }
            }
            #expect(
                edits == [try JSONLine(#"{"type":"move","ids":["1.1","1.2"],"dx":100,"dy":-80}"#)]
            )
        }

        @Test func `H9 others see a gesture while it runs, and the document is untouched`() throws {
            let stage = try EditorStage.play()
            let file = try stage.export()
            let end = bike.offset(4, 1)
            try stage.ada.hold(from: bike, to: end)
            for window in [stage.ada, stage.bob] { try window.expect("🚲", at: end) }
            #expect(try stage.export() == file)
            #expect(try stage.edits().isEmpty)
            try stage.ada.release(end)
            #expect(try Wait.until(20) { try stage.edits().count == 1 })
            for window in [stage.ada, stage.bob] { try window.expect("🚲", at: end) }
            #expect(try stage.places()["🚲"] == [80, -40, 40])
        }

        @Test(arguments: ["drag", "wheel", "nudge", "resize"])
        func `H10 a gesture that is cancelled gives 0 edits and goes back`(way: String) throws {
            let stage = try EditorStage.play()
            try stage.ada.select("🚲", at: bike)
            let edits = try stage.edits(by: stage.ada) {
                switch way {
                case "wheel":
                    try stage.ada.wheel(7, at: bike)
                    try stage.bob.expect("┌")
                case "nudge":
                    try stage.ada.press("Right", "Up")
                    try stage.bob.expect("🚲", at: bike.offset(1, -1))
                default:
                    try stage.ada.hold(from: bike, to: bike.offset(4, 1))
                    try stage.bob.expect("🚲", at: bike.offset(4, 1))
                }
                if way == "resize" {
                    try stage.ada.tmux.resize(columns: 82, rows: 24)
                    try stage.bob.expect("🚲", at: bike)
                    try stage.ada.tmux.resize(columns: 80, rows: 24)
                } else {
                    try stage.ada.press("Escape")
                }
                for window in [stage.ada, stage.bob] {
                    try window.expect("back") { screen in
                        screen.spot(of: "🚲") == bike && !screen.shows("┌")
                    }
                }
                try stage.ada.release(bike.offset(4, 1))
                try stage.ada.expect("🚲", marked: "[]")
            }
            #expect(edits.isEmpty)
            #expect(try stage.places()["🚲"] == [0, 0, 40])
        }

        @Test func `H10 a completed gesture is exactly one edit, and one that does nothing none`()
            throws
        {
            let stage = try EditorStage.play()
            let end = bike.offset(9, 3)
            let moves = try stage.edits(by: stage.ada) {
                try stage.ada.drag(from: bike, to: end)
                try stage.bob.expect("🚲", at: end)
            }
            #expect(moves.map(\.type) == ["move"])
            let nothing = try stage.edits(by: stage.ada) {
                try stage.ada.hold(from: end, to: end.offset(3, 0))
                try stage.bob.expect("🚲", at: end.offset(3, 0))
                try stage.ada.move(to: end)
                try stage.ada.release(end)
                try stage.bob.expect("🚲", at: end)
            }
            #expect(nothing.isEmpty)
            // A key that is held is one edit, and one step to undo.
            let held = try stage.edits(by: stage.ada) {
                try stage.ada.select("🚲", at: end)
                try stage.ada.send(String(repeating: "\u{1b}[C", count: 12))
                try stage.bob.expect("🚲", at: end.offset(12, 0))
                #expect(try Wait.until(20) { try stage.edits().count == 2 })
            }
            #expect(held == [try JSONLine(#"{"type":"move","ids":["1.1"],"dx":240,"dy":0}"#)])
        }
    }
}
