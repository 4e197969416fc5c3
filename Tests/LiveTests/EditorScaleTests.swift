import Foundation
import Testing

extension StagedEditorTests {
    /// The wheel in the real editor: what is selected grows, or else the view.
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

        @Test func `R9 the wheel zooms the view without a selection, with 0 edits`() throws {
            let stage = try EditorStage.play()
            let edits = try stage.edits(by: stage.ada) {
                try stage.ada.wheel(1, at: bike)
                try stage.ada.expect("110 %")
                try stage.ada.type("+", expecting: "121 %")
                try stage.ada.wheel(-4, at: bike)
                try stage.ada.expect("83 %")
            }
            #expect(edits.isEmpty)
            #expect(try stage.bob.screen.status.contains("100 %"))
        }

        @Test func `R9b what the wheel does is decided at its first notch`() throws {
            let stage = try EditorStage.play()
            try stage.ada.type("a", expecting: "3 selected")
            let edits = try stage.edits(by: stage.ada) {
                try stage.ada.wheel(1, at: nowhere)
                try stage.ada.expect("size × 1.10")
                // Someone deletes all of it while the wheel is being turned on and on.
                try stage.edit(#"{"type":"delete","ids":["1.1","1.2","1.3"]}"#)
                try stage.ada.wheel(1, at: nowhere)
                try stage.ada.expect("empty") { screen in
                    try? stage.ada.wheel(1, at: nowhere)
                    return screen.shows("The canvas is empty.")
                }
                try stage.ada.wheel(1, at: nowhere)
                let screen = try stage.ada.expect("size ×")
                #expect(screen.status.contains("100 %"), "\(screen)")
            }
            #expect(edits.map(\.type) == ["delete"])
        }

        @Test func `H5 the outline moves with its emoji`() throws {
            let stage = try EditorStage.play()
            try stage.ada.select("🚲", at: bike)
            try stage.edit(#"{"type":"move","ids":["1.1"],"dx":300,"dy":40}"#)
            // Whatever is seen: never an emoji without its outline.
            let screen = try stage.ada.expect("never apart") { screen in
                #expect(screen.spot(of: "🚲") == nil || screen.marks(of: "🚲") == "[]")
                return screen.spot(of: "🚲") == bike.offset(15, -1)
            }
            #expect(screen[bike.offset(-1, 0)] == " ")
            #expect(screen[bike.offset(2, 0)] == " ")
            // It grows with it, too.
            try stage.edit(#"{"type":"scale","ids":["1.1"],"factor":3}"#)
            let box = bike.offset(15, -1)
            try stage.ada.expect("a larger outline") { screen in
                (-1...1).allSatisfy {
                    screen[box.offset(-3, $0)] == "[" && screen[box.offset(4, $0)] == "]"
                }
            }
        }

        @Test func `H8 the view's zoom stays what it is while a selection is scaled`() throws {
            let stage = try EditorStage.play()
            try stage.ada.command("zoom 70")
            try stage.ada.expect("70 %")
            try stage.ada.click(try stage.ada.spot(of: "🌵"))
            try stage.ada.expect("🌵", marked: "[]")
            let before = try stage.ada.screen
            try stage.ada.wheel(-3, at: nowhere)
            let during = try stage.ada.expect("size × 0.75")
            #expect(try Wait.until(20) { try stage.edits().count == 1 })
            let after = try stage.ada.expect("🌵", marked: "[]")
            for screen in [during, after] {
                #expect(screen.status.contains("70 %"))
                for emoji in ["🚲", "🌲", "🌵"] {
                    #expect(screen.spot(of: emoji) == before.spot(of: emoji))
                }
            }
        }
    }
}
