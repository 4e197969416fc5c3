import EmojiArt
import Sync
import Terminal
import Testing
import Wire

@testable import emojiart

/// Long names, and lists in small windows.
struct SmallWindowTests {
    private let room = Room()

    @Test func `P6 a long name hides nobody else, neither in the title nor on the canvas`() {
        let ada = room.join("Ada")
        _ = room.join(String(repeating: "X", count: 64))
        _ = room.join("名前名前名前名前名前")
        _ = room.join(String(repeating: "Y", count: 64))
        _ = room.join("Eve")
        let title = ada.screen()[0]
        #expect(title.contains("XXXXXXXXXXXXXXXXXXX…"))
        #expect(title.contains(" +2 "))
    }

    @Test func `TC8 the smallest window has room for lists`() {
        let ada = room.join("Ada", columns: 20, rows: 6)
        ada.type("m")
        #expect(ada.sees("add"))
        ada.press(.escape)
        ada.type("P")
        #expect(ada.sees("Vehicles"))
        ada.press(.escape)
        ada.press(.function(1))
        #expect(ada.sees("Select"))
        ada.press(.escape)
        #expect(ada.sees("picnic"))
    }

    @Test func `L11-5 the background is named where no picture can be shown`() {
        let ada = room.join("Ada")
        ada.command("background https://example.org/a.png")
        #expect(ada.sees("background: https://example.org/a.png"))
        ada.command("background none")
        #expect(!ada.sees("example.org"))
    }

    @Test func `TC2 the help lists all commands`() {
        let ada = room.join("Ada")
        ada.type("?/:canvas")
        #expect(ada.sees(":canvas WIDTH HEIGHT|none"))
        let entries = Help().lines.count { line in
            if case .entry(_, _, nil) = line { true } else { false }
        }
        #expect(entries == EditorCommand.forms.count)
    }
}
