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
    }
}
