import Sync
import Terminal
import Testing

@testable import emojiart

/// What the status line says is so.
struct StatusTests {
    private let room = Room()

    private func status(_ person: Person) -> String { person.screen().dropLast().last ?? "" }

    @Test(arguments: ["key", "wheel"])
    func `TC12 what a held key does is not called saved before it is an edit`(way: String) throws {
        let ada = room.join("Ada")
        let id = try #require(room.add(ada, [("🚲", 0, 0)]).first)
        let cell = try #require(ada.cell(of: id))
        ada.click(cell)
        #expect(status(ada).contains("saved"))
        let before = room.edits.count
        if way == "key" { ada.press(.right) } else { ada.wheel(.up, at: cell) }
        #expect(room.edits.count == before)
        #expect(status(ada).contains("changing") && !status(ada).contains("saved"))
        room.advance(by: CanvasGesture.heldMilliseconds + 20)
        #expect(room.edits.count == before + 1)
        #expect(status(ada).contains("saved"))
    }

    @Test func `TC12 the banner says whether edits are kept`() {
        let ada = room.join("Ada")
        room.disconnect(ada)
        #expect(ada.sees("You can edit; edits are kept."))
        ada.editor.areEditsKept = false
        #expect(!ada.sees("are kept"))
        #expect(ada.sees("LOST if you quit"))
    }
}
