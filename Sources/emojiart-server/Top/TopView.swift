internal import Hosting
internal import Operations
internal import Terminal

/// What `top` shows, and what keys change about it.
///
/// It knows no server and no terminal: figures and keys in, a frame of cells out.
struct TopView {
    /// What a key asks of the program.
    enum Wish: Equatable {
        case quit
        case suspend
        case redraw
    }

    private(set) var order = TopFigures.Order.edits
    /// How many rows of the list are above the window.
    private(set) var offset = 0
    var figures: TopFigures?
    /// Why there are no new figures; nil while there are.
    var problem: String?

    private static let columns: [(title: String, isNumber: Bool)] = [
        ("DOCUMENT", false), ("EDITS/S", true), ("REVISION", true), ("MEMBERS", true),
        ("EMOJIS", true), ("BACKLOG", true), ("MEMORY", true), ("STATE", false),
    ]
    private static let help =
        "sort: e edits  m members  b backlog  y memory  r revision  n name    q quit"
    /// Rows beside those of the list.
    private static let otherRows = 9

    init() {}

    /// Takes a key.
    mutating func press(_ key: Key, _ modifiers: Modifiers, rows: Int) -> Wish? {
        let page = max(1, rows - Self.otherRows)
        switch (key, modifiers) {
        case (.character("q"), []), (.escape, _), (.character("c"), .control): return .quit
        case (.character("z"), .control): return .suspend
        case (.character(let scalar), []):
            guard let order = TopFigures.Order(rawValue: Character(scalar)) else { return nil }
            self.order = order
            offset = 0
        case (.up, _): offset -= 1
        case (.down, _): offset += 1
        case (.pageUp, _): offset -= page
        case (.pageDown, _): offset += page
        case (.home, _): offset = 0
        case (.end, _): offset = .max
        default: return nil
        }
        clamp(page: page)
        return .redraw
    }

    private mutating func clamp(page: Int) {
        offset = min(max(0, offset), max(0, (figures?.rows.count ?? 0) - page))
    }

    /// The table of documents, its titles first.
    func table() -> [String] {
        var table = TextTable(Self.columns)
        for row in figures?.rows(by: order) ?? [] {
            let open = row.document.open
            table.add([
                row.document.name, Figure.rate(row.editsPerSecond), "\(row.document.revision)",
                "\(open?.memberCount ?? 0)", "\(open?.emojis ?? 0)",
                Figure.bytes(open?.backlogBytes ?? 0), Figure.bytes(open?.memoryBytes ?? 0),
                row.document.state,
            ])
        }
        return table.lines
    }

    /// The first line: what runs, and how it is.
    var headline: String {
        let state = figures.map { $0.isReady ? "ready" : "NOT READY: see /readyz" } ?? "..."
        return "emojiart-server \(figures?.version ?? "")  \(problem ?? state)"
    }

    /// Draws all of it.
    mutating func draw(_ frame: inout Frame) {
        frame.clear()
        let rows = frame.size.rows
        clamp(page: max(1, rows - Self.otherRows))
        let bold = Style(.standard, .bold)
        frame.write(headline, column: 0, row: 0, style: problem == nil ? bold : Self.alarm)
        for (index, line) in (figures?.summary ?? []).enumerated() {
            frame.write(line, column: 0, row: 1 + index)
        }
        let lines = table()
        let top = Self.otherRows - 2
        frame.fill(
            column: 0,
            row: top,
            columns: frame.size.columns,
            rows: 1,
            style: Style(.standard, .reverse)
        )
        frame.write(lines[0], column: 0, row: top, style: Style(.standard, .reverse))
        for (index, line) in lines.dropFirst().dropFirst(offset).enumerated() {
            guard top + 1 + index < rows - 1 else { break }
            frame.write(line, column: 0, row: top + 1 + index)
        }
        frame.write(Self.help, column: 0, row: rows - 1, style: Style(.standard, .dim))
    }

    private static let alarm = Style(.standard, [.bold, .reverse])
}
