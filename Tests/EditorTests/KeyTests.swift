import EmojiArt
import Terminal
import Testing

@testable import emojiart

struct KeyTests {
    private let room = Room()
    private let ada: Person

    init() { ada = room.join("Ada") }

    @Test func `TC3 every action has a key, and no key two actions`() {
        var seen: [Stroke: EditorAction] = [:]
        for binding in KeyTable.bindings {
            for stroke in binding.strokes {
                #expect(seen[stroke] == nil, "\(stroke.name) is bound twice")
                seen[stroke] = binding.action
                #expect(KeyTable.action(for: stroke) == binding.action)
            }
        }
        for action in EditorAction.allCases {
            #expect(KeyTable.binding(of: action)?.strokes.isEmpty == false, "\(action)")
        }
    }

    /// What a terminal without the kitty keyboard sends must be enough for all of it.
    @Test func `TC5 every action is reached by the bytes of an old terminal`() {
        for binding in KeyTable.bindings {
            #expect(
                binding.strokes.contains { LegacyKeys.bytes(of: $0) != nil },
                "\(binding.action)"
            )
            for stroke in binding.strokes {
                guard let bytes = LegacyKeys.bytes(of: stroke) else { continue }
                var parser = InputParser()
                var events = parser.receive(bytes)
                while parser.isWaiting { events += parser.timeout() }
                #expect(events == [.key(stroke.key, stroke.modifiers)], "\(stroke.name)")
            }
        }
    }

    @Test func `TC2 the help lists every key, filters, and closes`() {
        // As wide as most terminals: nothing is cut.
        let ada = room.join("Ada", columns: 80, rows: 120)
        ada.type("?")
        let screen = ada.screen()
        for binding in KeyTable.bindings {
            let line = screen.first {
                $0.contains(binding.text) && $0.contains(binding.keys)
            }
            #expect(line != nil, "\(binding.action)")
        }
        ada.type("/duplicate")
        ada.press(.enter)
        #expect(ada.sees("duplicate the selection"))
        #expect(!ada.sees("undo your latest edit"))
        ada.press(.escape)
        #expect(ada.editor.overlay == .none)
    }

    @Test func `TC2 keys typed into the filter do nothing to the canvas`() {
        room.add(ada, [("🚲", 0, 0)])
        ada.type("?/dddqz")
        #expect(room.document.emojis.count == 1)
        #expect(!ada.asked.contains { if case .quit = $0 { true } else { false } })
    }

    @Test func `TC1 every hint can be clicked`() throws {
        let ada = room.join("Ada", columns: 120)
        ada.draw()
        for binding in KeyTable.bindings where binding.hint != nil {
            let zone = ada.editor.zones.first { $0.target == .action(binding.action) }
            #expect(zone != nil, "\(binding.action)")
        }
        try ada.click(.action(.help))
        #expect(ada.sees("cancel, close"))
    }

    @Test func `G6 a right click opens a menu about the emoji under it`() throws {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
        ada.down(try #require(ada.cell(of: ids[1])), .right)
        #expect(ada.selection == [ids[1]])
        #expect(ada.sees(" delete "))
        ada.press(.enter)
        #expect(room.document.emojis.keys.sorted() == [ids[0]])
    }

    @Test func `a menu is closed by a click beside it, and its entries can be clicked`() throws {
        room.add(ada, [("🚲", 0, 0)])
        ada.type("am")
        ada.draw()
        ada.click(GridPoint(column: 1, row: 1))
        #expect(ada.editor.overlay == .none)
        #expect(ada.selection.count == 1)
        ada.type("m")
        try ada.click(.entry(0))
        #expect(room.document.emojis.isEmpty)
    }

    @Test func `a key without a meaning is said to have none`() {
        ada.type("§")
        #expect(ada.sees("§ does nothing"))
    }
}

/// The bytes that terminals have sent for keys since the VT220 and xterm.
enum LegacyKeys {
    static func bytes(of stroke: Stroke) -> [UInt8]? {
        switch (stroke.key, stroke.modifiers) {
        case (.character(let scalar), []): return Array(String(scalar).utf8)
        case (.character(let scalar), .control):
            guard ("a"..."z").contains(scalar), !"hijm".unicodeScalars.contains(scalar) else {
                return nil
            }
            return [UInt8(scalar.value & 0x1f)]
        case (.enter, []): return [0x0d]
        case (.tab, []): return [0x09]
        case (.escape, []): return [0x1b]
        case (.backspace, []): return [0x7f]
        case (let key, let modifiers): return sequence(key, modifiers).map { Array($0.utf8) }
        }
    }

    private static func sequence(_ key: Key, _ modifiers: Modifiers) -> String? {
        guard modifiers.isEmpty || modifiers == .shift else { return nil }
        let letters: [Key: String] = [
            .up: "A", .down: "B", .right: "C", .left: "D", .home: "H", .end: "F",
        ]
        if let letter = letters[key] {
            return modifiers.isEmpty ? "\u{1b}[\(letter)" : "\u{1b}[1;2\(letter)"
        }
        let numbers: [Key: Int] = [.insert: 2, .delete: 3, .pageUp: 5, .pageDown: 6]
        if let number = numbers[key] {
            return modifiers.isEmpty ? "\u{1b}[\(number)~" : "\u{1b}[\(number);2~"
        }
        switch key {
        case .tab: return modifiers == .shift ? "\u{1b}[Z" : nil
        case .function(1): return modifiers.isEmpty ? "\u{1b}OP" : nil
        default: return nil
        }
    }
}
