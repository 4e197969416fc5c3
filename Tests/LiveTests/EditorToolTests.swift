import Foundation
import TestKit
import Testing

extension StagedEditorTests {
    /// What the real editor offers: palettes, keys, help, command line, members.
    @Suite(.aside) struct Tools {
        @Test func `R1 L11-1 L11-3 all that the app of lecture 11 does, by mouse and paste`() throws
        {
            let stage = try EditorStage.play()
            try stage.ada.expect("latency") { $0.status.contains(/saved \d+ ms/) }
            let edits = try stage.edits(by: stage.ada) {
                // L11-1: a drag from the palette adds where it is dropped.
                let car = try #require(try stage.ada.screen.paletteSpot(of: "🚗"))
                try stage.ada.drag(from: car, to: nowhere)
                try stage.ada.expect("🚗", at: nowhere)
                try stage.bob.expect("🚗", at: nowhere)
                #expect(try stage.ada.screen.paletteSpot(of: "🚗") == car)
                // L11-3: a URL that is pasted is the background.
                try stage.ada.tmux.paste("https://example.org/meadow.png")
                #expect(try Wait.until(20) { try stage.edits().last?.type == "background" })
            }
            let add = try #require(edits.first?["emojis"]?.array?.first)
            #expect(add["size"]?.integer == 40)
            #expect(edits.last?["url"]?.string == "https://example.org/meadow.png")
            #expect(edits.count == 2)
            // L11-2: as large as in the palette, at any zoom. L11-6: pan and zoom.
            let zoomed = try stage.edits(by: stage.ada) {
                try stage.ada.command("zoom 50")
                try stage.ada.expect("50 %")
                try stage.ada.drag(from: Spot(column: 70, row: 3), to: Spot(column: 66, row: 4))
                try stage.ada.expect("🚲", at: bike.offset(-4, 1))
                let bus = try #require(try stage.ada.screen.paletteSpot(of: "🚕"))
                try stage.ada.drag(from: bus, to: nowhere)
                try stage.ada.expect("🚕", at: nowhere)
            }
            #expect(zoomed.map { $0["emojis"]?.array?.first?["size"]?.integer } == [80])
        }

        @Test func `TC1 columns beyond 223 and no mouse at all`() throws {
            let stage = try EditorStage.play()
            try stage.ada.tmux.resize(columns: 260, rows: 24)
            let far = Spot(column: 245, row: 11)
            let start = try stage.ada.expect("wide") { $0.spot(of: "🚲")?.column == 129 }
            let bike = try #require(start.spot(of: "🚲"))
            try stage.ada.drag(from: bike, to: far)
            try stage.bob.expect("gone right") { $0.spot(of: "🚲") == nil }
            try stage.ada.expect("🚲", at: far)
            try stage.ada.click(far)
            try stage.ada.expect("🚲", marked: "[]")
            try stage.ada.tmux.resize(columns: 80, rows: 24)
            #expect(try stage.ada.tmux.facts("mouse_any_flag", "mouse_sgr_flag") == ["1 1"])
            let url = stage.server.url(stage.name)
            try stage.ada.start(url, name: "Ada", "--colours none --no-mouse")
            try stage.ada.expect("🌲", at: tree)
            #expect(try stage.ada.tmux.facts("mouse_any_flag", "mouse_sgr_flag") == ["0 0"])
        }

        @Test(arguments: [AppFiles.year2020, AppFiles.year2021, AppFiles.year2023])
        func `J9 an imported file keeps its places, as by the import command`(text: String) throws {
            let stage = try EditorStage.play()
            let file = try stage.server.directory.write(text, to: "import.emojiart")
            let other = "imported-\(stage.name)"
            #expect(try stage.server.emojiart("import", [file], on: other).ending == .exit(0))
            let wanted = try JSONLine(stage.server.export(other))["emojis"]?.array ?? []
            let before = try JSONLine(stage.export())["emojis"]?.array?.count ?? 0
            // Wherever the view is: it has nothing to do with it.
            try stage.ada.command("go 900 700")
            try stage.ada.command("import \(file)")
            try stage.ada.expect("imported \(wanted.count) emojis")
            let imported = try JSONLine(stage.export())["emojis"]?.array?.dropFirst(before)
            #expect(imported?.map { $0["position"] } == wanted.map { $0["position"] })
            #expect(imported?.map { $0["string"] } == wanted.map { $0["string"] })
            #expect(imported?.map { $0["size"] } == wanted.map { $0["size"] })
        }

        @Test func `TC9 a reader sees all, points, and sends 0 edits`() throws {
            let stage = try EditorStage.play()
            let url = stage.server.url(stage.name)
            try stage.ada.start(url, name: "Reader", "--colours none --read-only")
            try stage.ada.expect("🚲", at: bike)
            try stage.ada.expect("(read-only)")
            try stage.ada.expect("watching")
            for word in ["add", "delete", "undo", "palette", "🚗"] {
                #expect(try !stage.ada.screen.shows(word), "\(word) cannot be done")
            }
            let file = try stage.export()
            try stage.ada.type("iad+DxbtZz")
            try stage.ada.drag(from: bike, to: bike.offset(5, 0))
            try stage.ada.tmux.paste("🐢 https://example.org/a.png")
            try stage.ada.command("add 🐢")
            try stage.ada.expect("read-only: nothing can be changed")
            // It still moves about and points.
            try stage.ada.command("go 0 0")
            try stage.ada.point(at: nowhere)
            try stage.bob.expect("the reader's cursor") { $0[nowhere] == "◤" }
            try stage.edit(#"{"type":"move","ids":["1.1"],"dx":20,"dy":0}"#)
            try stage.ada.expect("🚲", at: bike.offset(1, 0))
            #expect(try stage.edits().count == 1)
            try stage.edit(#"{"type":"move","ids":["1.1"],"dx":-20,"dy":0}"#)
            #expect(try stage.export() == file)
        }

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
    }
}
