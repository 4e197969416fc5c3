import EmojiArt
import Sync
import Terminal
import TestKit
import Testing
import Wire

@testable import emojiart

struct ViewTests {
    private let room = Room()
    private let ada: Person

    init() { ada = room.join("Ada") }

    @Test func `L11-7 the screen is the centre plus the zoomed place, y up`() throws {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 80), ("🌵", -100, -80)])
        // The canvas is rows 1 to 20, its middle is column 40 and between rows 10 and 11.
        #expect(ada.cell(of: ids[0]) == GridPoint(column: 39, row: 11))
        #expect(ada.cell(of: ids[1]) == GridPoint(column: 49, row: 9))
        #expect(ada.cell(of: ids[2]) == GridPoint(column: 34, row: 13))
    }

    @Test func `L11-8 the view is no part of the document`() {
        room.add(ada, [("🚲", 0, 0)])
        let count = room.edits.count
        ada.type("<>0f(")
        ada.press(.pageDown)
        ada.command("zoom 250%")
        ada.command("go 100 -50")
        #expect(room.edits.count == count)
        #expect(ada.sees("250 %"))
        #expect(ada.editor.viewport.centre == .init(x: 100, y: -50))
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `a view that is kept shows the same as a new one`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
        var viewport = Viewport(area: CellBox(column: 0, row: 0, columns: 40, rows: 20))
        var kept = CanvasView()
        var document = Document()
        for step in 1...300 {
            let ids = (0..<number(1...3)).map { _ in EmojiID(client: 1, counter: number(1...step)) }
            let operation: EmojiArt.Operation =
                switch number(0...4) {
                case 0: .delete(ids: ids)
                case 1: .arrange(ids: ids, to: number(0...1) == 0 ? .front : .back)
                case 2: .move(ids: ids, dx: number(-90...90), dy: number(-90...90))
                default:
                    .add([
                        NewEmoji(
                            id: EmojiID(client: 1, counter: step),
                            text: try EmojiText("🐸"),
                            x: number(-150...150),
                            y: number(-150...150),
                            size: 40
                        )
                    ])
                }
            _ = try? document.apply(operation)
            if number(0...20) == 0 { viewport.pan(columns: 3, rows: 2) }
            let gesture = Presence.Gesture.move(ids: ids, dx: 50, dy: 0)
            var member = Presence()
            if number(0...9) == 0 { member.gesture = gesture }
            if number(0...2) == 0 { continue }
            var new = CanvasView()
            kept.show(document, members: [member], viewport: viewport)
            new.show(document, members: [member], viewport: viewport)
            try #require(kept.items == new.items, "step \(step)")
        }
    }

    @Test func `zoom to fit shows every emoji whole`() throws {
        let ids = room.add(ada, [("🚲", -90_000, 5_000), ("🌲", 70_000, -300)])
        #expect(ada.cell(of: ids[0]) == nil)
        ada.type("f")
        for id in ids { #expect(ada.cell(of: id) != nil) }
        ada.replica.select([ids[1]], now: room.now)
        ada.type("F")
        #expect(ada.cell(of: ids[0]) == nil)
        #expect(ada.editor.viewport.zoom == 1)
    }

    @Test func `TC9 the others' names and cursors are shown, also at the edge`() {
        let bob = room.join("Bob")
        #expect(ada.sees("B:Bob"))
        bob.input(.mouse(Mouse(.move, column: 10, row: 5)))
        room.advance(by: 100)
        let frame = ada.draw()
        #expect(frame[10, 5].text == "◤")
        #expect(ada.screen()[6].contains("Bob"))
        // P2: out of sight, a letter at the edge.
        bob.replica.point(at: .init(x: 1_000_000, y: 0), now: room.now)
        room.advance(by: 100)
        let edge = ada.draw()
        let marks = (1..<21).map { edge[79, $0].text }
        #expect(marks.contains("B"))
    }

    @Test func `P7 a view follows a member until it is moved`() {
        let bob = room.join("Bob")
        ada.command("follow bob")
        bob.replica.point(at: .init(x: 5_000, y: 700), now: room.now)
        room.advance(by: 100)
        #expect(ada.editor.viewport.centre == .init(x: 5_000, y: 700))
        #expect(ada.sees(">Bob<"))
        // Following each other does not run away.
        bob.command("follow Ada")
        room.advance(by: 200)
        ada.press(.left)
        #expect(ada.editor.followed == nil)
        bob.replica.point(at: .init(x: 0, y: 0), now: room.now)
        room.advance(by: 100)
        #expect(ada.editor.viewport.centre.x != 0)
    }

    @Test func `g goes from member to member`() throws {
        let bob = room.join("Bob")
        let cleo = room.join("Cleo")
        bob.replica.point(at: .init(x: 1_000, y: 0), now: room.now)
        cleo.replica.point(at: .init(x: 2_000, y: 0), now: room.now)
        room.advance(by: 100)
        for x in [1_000.0, 2_000, 1_000] {
            ada.type("g")
            #expect(ada.editor.viewport.centre.x == x)
        }
        try ada.click(.member(cleo.number ?? 0))
        #expect(ada.editor.viewport.centre.x == 2_000)
    }

    @Test func `P13 saved is said only when nothing is pending`() {
        #expect(ada.sees("saved"))
        ada.act { $0.handle(.key(.enter)) }
        #expect(ada.sees("1 edit pending"))
        #expect(!ada.sees("saved"))
        room.settle()
        #expect(ada.sees("saved"))
        room.disconnect(ada)
        #expect(!ada.sees("saved"))
        #expect(ada.sees("offline"))
    }

    @Test func `a large emoji shows how large it is, and is hit anywhere in its box`() throws {
        let ids = room.add(ada, [("🚲", 0, 0)])
        ada.type("a")
        ada.command("scale 5")
        ada.press(.escape)
        let box = ada.editor.viewport.box(x: 0, y: 0, size: 200)
        #expect(box.columns == 10 && box.rows == 5)
        let frame = ada.draw()
        #expect(frame[box.column, box.row].text == "┌")
        #expect(frame[box.endColumn - 1, box.endRow - 1].text == "┘")
        ada.click(GridPoint(column: box.column + 1, row: box.row + 1))
        #expect(ada.selection == ids)
    }

    @Test func `TR6 the topmost emoji is hit`() throws {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 0, 0)])
        let cell = try #require(ada.cell(of: ids[0]))
        #expect(ada.draw()[cell.column, cell.row].text.contains("🌲"))
        ada.click(cell)
        #expect(ada.selection == [ids[1]])
    }

    @Test func `TC8 a resize keeps the selection and what is in the middle`() throws {
        let ids = room.add(ada, [("🚲", 400, 80)])
        ada.type("a")
        ada.command("go 400 80")
        for (columns, rows) in [(200, 50), (20, 6), (81, 25), (1, 1), (80, 24)] {
            ada.resize(columns: columns, rows: rows)
            ada.draw()
            #expect(ada.selection == ids)
            #expect(ada.editor.viewport.centre == .init(x: 400, y: 80))
        }
        let cell = try #require(ada.cell(of: ids[0]))
        #expect(abs(cell.column - 40) <= 1 && abs(cell.row - 11) <= 1)
    }

    @Test func `TC8 a window that is too small says so, and any size survives`() {
        room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
        ada.type("a")
        for overlay in ["", "?", "m", "P", ":"] {
            for (columns, rows) in [(1, 1), (2, 1), (1, 2), (3, 3), (20, 6), (21, 7), (19, 100)] {
                ada.resize(columns: columns, rows: rows)
                ada.type(overlay)
                ada.draw()
                ada.click(GridPoint(column: columns - 1, row: rows - 1))
                ada.wheel(.up, at: GridPoint(column: 0, row: 0))
                ada.press(.escape)
                ada.press(.escape)
            }
        }
        ada.resize(columns: 15, rows: 5)
        #expect(ada.sees("20x6 needed"))
    }

    @Test func `a long line of members says how many more there are`() {
        let ada = room.join("Ada", columns: 40)
        for number in 0..<9 { _ = room.join("Somebody \(number)") }
        let title = ada.screen()[0]
        #expect(title.contains("+"))
        #expect(title.hasPrefix(" picnic"))
    }

    @Test func `a command that is wrong says what would be right`() {
        for (line, text) in [
            ("nonsense", #"unknown command "nonsense""#),
            ("add tree", ":add EMOJI"),
            ("add 🌲 1", ":add EMOJI"),
            ("add 🌲 1 9999999", ":add EMOJI"),
            ("scale 0", ":scale FACTOR"),
            ("scale nan", ":scale FACTOR"),
            ("canvas 5", ":canvas WIDTH HEIGHT"),
            ("background javascript:x", ":background URL"),
            ("s", #""s" is ambiguous: scale, select"#),
            ("zoom -5", ":zoom"),
            ("move 1 99999999999999999999", ":move DX DY"),
            ("go nobody", #"no member is called "nobody""#),
        ] {
            ada.command(line)
            #expect(ada.sees(text), "\(line)")
        }
        #expect(room.edits.isEmpty)
    }

    @Test func `the command line completes, remembers, and takes pasted text`() {
        _ = room.join("Bob")
        ada.type(":fo")
        ada.press(.tab)
        ada.type("B")
        ada.press(.tab)
        #expect(ada.sees(":follow Bob"))
        ada.press(.enter)
        #expect(ada.editor.followed != nil)
        ada.type(":")
        ada.press(.up)
        #expect(ada.sees(":follow Bob"))
        ada.control("u")
        ada.paste("zoom 50\n")
        ada.press(.enter)
        #expect(ada.editor.viewport.zoom == 0.5)
    }

    // MARK: Small windows

    @Test func `P6 a long name hides nobody else, neither in the title nor on the canvas`() {
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
        ada.command("background https://example.org/a.png")
        #expect(ada.sees("background: https://example.org/a.png"))
        ada.command("background none")
        #expect(!ada.sees("example.org"))
    }

    @Test func `TC2 the help lists all commands`() {
        ada.type("?/:canvas")
        #expect(ada.sees(":canvas WIDTH HEIGHT|none"))
        let entries = Help().lines.count { line in
            if case .entry(_, _, nil) = line { true } else { false }
        }
        #expect(entries == EditorCommand.forms.count)
    }

    // MARK: Status

    private var status: String { ada.screen().dropLast().last ?? "" }

    @Test(arguments: ["key", "wheel"])
    func `TC12 what a held key does is not called saved before it is an edit`(way: String) throws {
        let id = try #require(room.add(ada, [("🚲", 0, 0)]).first)
        let cell = try #require(ada.cell(of: id))
        ada.click(cell)
        #expect(status.contains("saved"))
        let before = room.edits.count
        if way == "key" { ada.press(.right) } else { ada.wheel(.up, at: cell) }
        #expect(room.edits.count == before)
        #expect(status.contains("changing") && !status.contains("saved"))
        room.advance(by: CanvasGesture.heldMilliseconds + 20)
        #expect(room.edits.count == before + 1)
        #expect(status.contains("saved"))
    }

    @Test func `TC12 the banner says whether edits are kept`() {
        room.disconnect(ada)
        #expect(ada.sees("You can edit; edits are kept."))
        ada.editor.areEditsKept = false
        #expect(!ada.sees("are kept"))
        #expect(ada.sees("LOST if you quit"))
    }

    /// Whatever is pressed, clicked and received, in any order and any size of window: nothing
    /// traps, everyone ends with the same document, and what a reader does changes nothing.
    @Test(arguments: 0..<12)
    func `anything may be typed and clicked`(seed: UInt64) {
        var chance = SplitMix64(seed: seed)
        let people = [
            ada, room.join("Bob", columns: 40, rows: 12),
            room.join("Eve", isReadOnly: true),
        ]
        for _ in 0..<400 {
            let person = people[Int.random(in: 0..<people.count, using: &chance)]
            Chaos.act(person, in: room, using: &chance)
        }
        for person in people where person.number == nil { room.connect(person) }
        for person in people { person.press(.escape) }
        room.advance(by: 3_000)
        for person in people {
            #expect(person.document == room.document)
            #expect(person.replica.pendingCount == 0)
            #expect(person.replica.divergenceCount == 0)
        }
    }
}

/// Things that people do to an editor, and some that they would not.
private enum Chaos {
    static func act(_ person: Person, in room: Room, using chance: inout SplitMix64) {
        let size = person.editor.layout.size
        func cell(_ chance: inout SplitMix64) -> GridPoint {
            GridPoint(
                column: Int.random(in: 0..<size.columns + 2, using: &chance),
                row: Int.random(in: 0..<size.rows + 2, using: &chance)
            )
        }
        switch Int.random(in: 0..<12, using: &chance) {
        case 0...3:
            guard let binding = KeyTable.bindings.randomElement(using: &chance),
                let stroke = binding.strokes.randomElement(using: &chance)
            else { return }
            person.press(stroke.key, stroke.modifiers)
        case 4: person.click(cell(&chance))
        case 5: person.drag(from: cell(&chance), to: cell(&chance))
        case 6:
            let modifiers: Modifiers = Bool.random(using: &chance) ? .control : []
            person.down(cell(&chance), .left, modifiers)
            person.move(cell(&chance))
        case 7: person.wheel(Bool.random(using: &chance) ? .up : .down, at: cell(&chance))
        case 8:
            person.paste(
                ["🚲🌲", "https://example.org/a.png", "{", "x"].randomElement(using: &chance) ?? ""
            )
        case 9:
            let commands = [
                "canvas 2000 1000", "canvas none", "zoom fit", "scale 3", "go 5 5", "move 9 9",
            ]
            person.press(.escape)
            person.command(commands.randomElement(using: &chance) ?? "")
        case 10:
            if person.number == nil { room.connect(person) } else { room.disconnect(person) }
        default:
            room.advance(by: UInt64.random(in: 1...900, using: &chance))
            if chance.chance(oneIn: 3) {
                person.resize(
                    columns: Int.random(in: 1...120, using: &chance),
                    rows: Int.random(in: 1...40, using: &chance)
                )
            }
        }
    }
}
