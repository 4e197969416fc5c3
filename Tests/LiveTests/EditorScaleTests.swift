import Foundation
import Testing

extension StagedEditorTests {
    /// The wheel in the real editor: what is selected grows.
    @Suite(.aside) struct Wheel {
        @Test(arguments: ["wheel", "keys"])
        func `R8 the wheel and plus scale the selection in one edit`(way: String) throws {
            let stage = try EditorStage.play()
            try stage.ada.click(bike)
            try stage.ada.click(tree)
            try stage.ada.expect("2 selected")
            let edits = try stage.edits(by: stage.ada) {
                if way == "wheel" {
                    try stage.ada.wheel(3, at: nowhere)
                } else {
                    try stage.ada.type("++++-")
                }
                try stage.ada.expect("size × 1.33")
                // By itself: the wheel has no end that a terminal would tell of.
                #expect(try Wait.until(20) { try stage.edits().count == 1 })
            }
            #expect(
                edits == [try JSONLine(#"{"type":"scale","ids":["1.1","1.2"],"factor":1.331}"#)]
            )
            let places = try stage.places()
            #expect(places["🚲"] == [0, 0, 53])
            #expect(places["🌲"] == [200, 0, 53])
            #expect(places["🌵"] == [0, 160, 40])
        }
    }
}
