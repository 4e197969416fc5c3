import EmojiArt
import Sync
import Terminal
import Testing
import Wire

@testable import emojiart

/// Someone with an editor in front of them: what they do with keys and mouse, and what they see.
final class Person {
    private let owner: ReplicaOwner
    var editor: Editor
    var number: Int?
    private unowned let room: Room

    init(_ name: String, in room: Room, columns: Int, rows: Int, isReadOnly: Bool) {
        self.room = room
        let key = ClientKey(high: 0, low: UInt64(room.people.count))
        owner = ReplicaOwner(Replica(key: isReadOnly ? nil : key, name: name))
        editor = Editor(
            of: owner,
            title: "picnic",
            size: GridSize(columns: columns, rows: rows),
            palettes: PaletteBook(),
            isReadOnly: isReadOnly
        )
    }

    var replica: Replica {
        _read { yield owner.replica }
        _modify { yield &owner.replica }
    }

    /// What the replica wants sent; the rest is told to the editor.
    func takeSent() -> [[UInt8]] {
        var sent: [[UInt8]] = []
        while !replica.effects.isEmpty {
            let effects = replica.effects
            replica.effects = []
            for effect in effects {
                if case .send(let message) = effect { sent.append(message) }
                act { $0.hear(effect) }
            }
        }
        return sent
    }

    // MARK: Doing

    func act(_ body: (inout Editor) -> Void) {
        editor.now = room.now
        body(&editor)
    }

    /// Something comes from the terminal, and its consequences arrive everywhere.
    func input(_ event: InputEvent) {
        // A click means what is drawn at the time.
        draw()
        act { $0.handle(event) }
        carryOut()
        room.settle()
    }

    /// Types characters on the canvas, or into what is open.
    func type(_ text: String) {
        for scalar in text.unicodeScalars { input(.key(.character(scalar))) }
    }

    func press(_ key: Key, _ modifiers: Modifiers = []) { input(.key(key, modifiers)) }

    func control(_ scalar: Unicode.Scalar) { input(.key(.character(scalar), .control)) }

    func command(_ line: String) {
        type(":")
        type(line)
        press(.enter)
    }

    func paste(_ text: String) { input(.paste(Array(text.utf8))) }

    func down(_ cell: GridPoint, _ button: Mouse.Button = .left, _ modifiers: Modifiers = []) {
        mouse(.press(button), cell, modifiers)
    }

    func move(_ cell: GridPoint) { mouse(.drag(.left), cell) }

    func up(_ cell: GridPoint) { mouse(.release(.left), cell) }

    func click(_ cell: GridPoint) {
        down(cell)
        up(cell)
    }

    /// Clicks what is drawn for a target.
    func click(_ target: Editor.Target) throws { click(try corner(of: target)) }

    /// Drags over all cells of a line, as a hand does.
    func drag(from start: GridPoint, to end: GridPoint, _ modifiers: Modifiers = []) {
        down(start, .left, modifiers)
        let steps = max(abs(end.column - start.column), abs(end.row - start.row))
        for step in 0...max(steps, 1) {
            move(
                GridPoint(
                    column: start.column + (end.column - start.column) * step / max(steps, 1),
                    row: start.row + (end.row - start.row) * step / max(steps, 1)
                )
            )
        }
        up(end)
    }

    func wheel(_ wheel: Mouse.Wheel, at cell: GridPoint, _ modifiers: Modifiers = []) {
        mouse(.wheel(wheel), cell, modifiers)
    }

    private func mouse(_ action: Mouse.Action, _ cell: GridPoint, _ modifiers: Modifiers = []) {
        input(.mouse(Mouse(action, column: cell.column, row: cell.row, modifiers: modifiers)))
    }

    private func carryOut() {
        let effects = editor.effects
        editor.effects = []
        for effect in effects {
            switch effect {
            case .changePalettes(let change):
                var book = editor.palettes
                do {
                    try change(&book)
                    editor.take(book)
                } catch {
                    act { $0.refusePalettes("\(error)") }
                }
            case .quit, .suspend, .redraw, .reconnect, .copyToSystem, .importFile, .exportFile:
                asked.append(effect)
            }
        }
    }

    private(set) var asked: [EditorEffect] = []

    func resize(columns: Int, rows: Int) {
        act { $0.resize(GridSize(columns: columns, rows: rows)) }
        room.settle()
    }

    // MARK: Seeing

    @discardableResult
    func draw() -> Grid {
        act { $0.draw(for: Capabilities(colours: .none)) }
        return editor.frame
    }

    func screen() -> [String] {
        let frame = draw()
        return (0..<frame.size.rows).map { row in
            (0..<frame.size.columns).map { frame[$0, row].text }.joined()
        }
    }

    func sees(_ text: String) -> Bool { screen().contains { $0.contains(text) } }

    /// The cell of an emoji's left half, as it is shown.
    func cell(of emoji: EmojiID) -> GridPoint? {
        guard let box = editor.shown().items.first(where: { $0.emoji.id == emoji })?.box else {
            return nil
        }
        return GridPoint(
            column: box.column + (box.columns - 2) / 2,
            row: box.row + (box.rows - 1) / 2
        )
    }

    /// The first cell of what is drawn for a target.
    func corner(of target: Editor.Target) throws -> GridPoint {
        draw()
        let zone = editor.zones.first { $0.target == target }
        let box = try #require(zone).box
        return GridPoint(column: box.column, row: box.row)
    }

    var selection: [EmojiID] { replica.ownPresence.selection }

    /// The document as this person sees it, without gestures.
    var document: Document { replica.view }
}

extension GridPoint {
    func offset(_ columns: Int, _ rows: Int) -> GridPoint {
        GridPoint(column: column + columns, row: row + rows)
    }
}
