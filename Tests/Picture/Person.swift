internal import TestKit

/// Someone at an editor: types keys and moves the mouse, by the bytes that a terminal sends.
final class Person {
    /// A cell of the window, counted from 0.
    typealias Cell = (column: Int, row: Int)

    static let columns = 80
    static let rows = 24

    private let name: String
    private let stage: Stage
    /// Where the pointer is; nil before it was moved.
    private(set) var pointer: Cell?

    init(_ name: String, on stage: Stage) {
        self.name = name
        self.stage = stage
    }

    // MARK: Hands

    /// Types a text as it is.
    func type(_ text: String) throws { try send(text) }

    /// Moves the pointer, no button held.
    func point(at cell: Cell) throws { try mouse(35, cell) }

    /// Presses and releases a button: 0 is the left one, 2 the right one.
    func click(_ cell: Cell, button: Int = 0) throws {
        try mouse(button, cell)
        try mouse(button, cell, isRelease: true)
    }

    /// Presses the left button and moves; it stays pressed.
    func drag(from start: Cell, to end: Cell, withControl: Bool = false) throws {
        let button = withControl ? 16 : 0
        try mouse(button, start)
        // A hand passes the cells between.
        try mouse(button + 32, ((start.column + end.column) / 2, (start.row + end.row) / 2))
        try mouse(button + 32, end)
    }

    /// Releases the left button.
    func release(at cell: Cell) throws { try mouse(0, cell, isRelease: true) }

    private func mouse(_ button: Int, _ cell: Cell, isRelease: Bool = false) throws {
        pointer = cell
        let end = isRelease ? "m" : "M"
        try send("\u{1b}[<\(button);\(cell.column + 1);\(cell.row + 1)\(end)")
    }

    /// Sends bytes through a buffer: tmux would take sequences that are typed for keys.
    private func send(_ text: String) throws {
        try stage.ask(["load-buffer", "-"], input: text)
        try stage.ask(["paste-buffer", "-d", "-r", "-t", name])
    }

    // MARK: Eyes

    /// Waits until a text is in the window.
    func wait(for text: String) throws {
        try Patience.until("\(text) in \(name)'s window") { try capture().contains(text) }
    }

    /// What the window shows, once that is no longer changing.
    func look() throws -> VirtualTerminal {
        var before = ""
        var sameCount = 0
        try Patience.until("\(name)'s window to stand still") {
            let now = try capture()
            sameCount = now == before ? sameCount + 1 : 0
            before = now
            return sameCount == 10
        }
        var terminal = VirtualTerminal(
            columns: Self.columns,
            rows: Self.rows,
            width: WidthModel.tmux.width
        )
        // Colours go on from line to line.
        let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
        terminal.feed(Array(lines.prefix(Self.rows).joined(separator: "\r\n").utf8))
        guard terminal.unknown.isEmpty else {
            throw Helper.Failed(what: "tmux wrote \(terminal.unknown)")
        }
        return terminal
    }

    private func capture() throws -> String {
        try stage.ask(["capture-pane", "-p", "-e", "-N", "-t", name])
    }
}
