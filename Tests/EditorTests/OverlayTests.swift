import EmojiArt
import Sync
import Terminal
import TestKit
import Testing
import Wire

@testable import emojiart

/// What is open on top of the canvas, when the window shows something older, or others change it.
struct OverlayTests {
    private let room = Room()
    private let ada: Person

    init() { ada = room.join("Ada", columns: 80, rows: 40) }

    /// Handles events before the window is drawn again, as with a terminal that is slow.
    private func inputUnseen(_ events: InputEvent...) {
        for event in events { ada.act { $0.handle(event) } }
    }

    private func click(_ cell: GridPoint) -> InputEvent {
        .mouse(Mouse(.press(.left), column: cell.column, row: cell.row))
    }

    private func makePalettes(_ count: Int) throws {
        var book = ada.editor.palettes
        var generator = SplitMix64(seed: 1)
        for _ in 0..<count { try book.insertNew(at: 100, using: &generator) }
        ada.editor.take(book)
    }

    @Test func `a click on an entry that is drawn still, but is not there any more, is none`()
        throws
    {
        try makePalettes(20)
        ada.type("P")
        let last = try ada.corner(of: .entry(28))
        // The list is closed and a menu is open, which has fewer entries.
        inputUnseen(.key(.character("q")), .key(.character("m")), click(last))
        #expect(ada.editor.overlay != .help(Help()))
        ada.press(.escape)
        // Of the emojis of a palette, back to the list.
        ada.type("Pe")
        let emoji = try ada.corner(of: .entry(30))
        inputUnseen(.key(.escape), click(emoji), .key(.character("r")))
        guard case .palettes(let manager) = ada.editor.overlay else {
            Issue.record("The list is open.")
            return
        }
        #expect(manager.selected < ada.editor.palettes.palettes.count)
    }

    @Test
    func `L15-3 the palette that is pointed at stays so when another editor changes the list`()
        throws
    {
        ada.type("P")
        ada.press(.down)
        let pointed = ada.editor.palettes.palettes[1].id
        ada.type("d")
        var book = ada.editor.palettes
        try book.delete(book.palettes[0].id)
        ada.editor.take(book)
        ada.press(.enter)
        #expect(ada.editor.palettes.index(of: pointed) == nil)
        #expect(ada.editor.palettes.palettes.count == book.palettes.count - 1)
    }

    @Test func `L13-3 a palette that is moved is pointed at still`() {
        let second = ada.editor.palettes.palettes[1].id
        ada.type("P")
        ada.press(.down)
        ada.type("JJK")
        ada.press(.up, .shift)
        ada.press(.down, .shift)
        #expect(ada.editor.palettes.index(of: second) == 2)
        ada.type("d")
        ada.press(.enter)
        #expect(ada.editor.palettes.index(of: second) == nil)
    }

    @Test func `what is wrong with files is told, also when the server answers at once`() {
        ada.act { $0.warn("palettes.json is damaged") }
        ada.act { $0.hear(.joined) }
        #expect(ada.sees("palettes.json is damaged"))
    }

    @Test func `a narrow window shows a warning rather than where the selection is`() {
        let eve = room.join("Eve", columns: 40, rows: 12)
        room.add(eve, [("🚲", -200, 150)])
        eve.type("a:zzz")
        eve.press(.enter)
        #expect(eve.sees("unknown command"))
    }
}
