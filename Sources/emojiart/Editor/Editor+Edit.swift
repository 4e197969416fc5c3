internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

// What becomes an edit.
extension Editor {
    /// Whether edits can be made; tells the person why not.
    mutating func mayEdit() -> Bool {
        if isReadOnly { warn("read-only: nothing can be changed") }
        return !isReadOnly
    }

    mutating func edit(_ action: EditorAction) {
        let selection = replica.ownPresence.selection
        switch action {
        case .copy: return copy(asText: false)
        case .copyText: return copy(asText: true)
        default: break
        }
        guard mayEdit() else { return }
        switch action {
        case .add:
            guard let text = currentEmoji else { return warn("the palette is empty") }
            isArmed = false
            return add(text, at: keyCell)
        case .paste: return pasteCopied()
        case .undo: return walk(.undo)
        case .redo: return walk(.redo)
        default: break
        }
        guard !selection.isEmpty else {
            return warn("nothing is selected: click an emoji, or Tab and Space")
        }
        switch action {
        case .delete: delete(selection)
        case .duplicate: duplicate(selection)
        case .cut:
            copy(asText: false)
            delete(selection)
        default:
            guard let place = Operation.Arrangement(rawValue: action.rawValue) else {
                preconditionFailure("\(action) does not edit.")
            }
            replica.edit(.operation(.arrange(ids: selection, to: place)))
        }
    }

    private mutating func delete(_ ids: [EmojiID]) {
        replica.edit(.operation(.delete(ids: ids)))
        // At once, not only when the server says so: nothing more is to be done to them.
        replica.select([], now: now)
    }

    private mutating func walk(_ direction: History.Direction) {
        replica.edit(.walk(direction))
        if !replica.isLive { say("\(direction.rawValue) waits for the connection") }
    }

    /// Adds an emoji where a cell is; as large as a glyph, whatever the zoom.
    mutating func add(_ text: EmojiText, at cell: GridPoint) {
        guard mayEdit() else { return }
        guard isInside(cell) else {
            return warn("not added: outside the canvas")
        }
        var (x, y) = viewport.position(at: cell)
        // A glyph is two columns wide, and its left one is where the pointer is.
        x = Viewport.bounded(Double(x) + viewport.unitsPerColumn / 2)
        let view = replica.view
        let reach = Reach(view.canvas)
        (x, y) = (x.clamped(to: reach.x), y.clamped(to: reach.y))
        // Several that are added in one place do not hide one another, as far as there is room.
        let taken = Set(view.emojis.values.lazy.filter { $0.y == y }.map(\.x))
        while x < reach.x, taken.contains(x) {
            // A glyph, and a column between two of them.
            x = Viewport.bounded(Double(x) + 3 * viewport.unitsPerColumn).clamped(to: reach.x)
        }
        guard let id = mint() else { return }
        let new = NewEmoji(id: id, text: text, x: x, y: y, size: viewport.glyphSize)
        replica.edit(.operation(.add([new])))
    }

    private mutating func mint() -> EmojiID? {
        let id = replica.mintID()
        if id == nil { warn("the document is still loading") }
        return id
    }

    private mutating func duplicate(_ selection: [EmojiID]) {
        let view = replica.view
        let originals = selection.compactMap { view.emojis[$0] }.sorted { $0.isBelow($1) }
        // Beside the originals, and a little lower, so that both can be seen.
        let shift = Int((2 * viewport.unitsPerColumn).rounded(.up))
        place(originals.map { Shape($0) }, dx: shift, dy: -Int(viewport.unitsPerRow.rounded(.up)))
    }

    /// Adds emojis in their order, moved by (dx, dy), and selects them.
    ///
    /// Together they are moved less where that keeps them inside the canvas.
    mutating func place(_ shapes: [Shape], dx: Int, dy: Int) {
        guard mayEdit() else { return }
        let reach = Reach(replica.view.canvas)
        let dx = dx + Reach.way(back: shapes.map { $0.x + dx }, within: reach.x)
        let dy = dy + Reach.way(back: shapes.map { $0.y + dy }, within: reach.y)
        var added: [NewEmoji] = []
        for shape in shapes {
            guard let id = mint() else { return }
            added.append(
                NewEmoji(
                    id: id,
                    text: shape.text,
                    x: (shape.x + dx).clamped(to: reach.x),
                    y: (shape.y + dy).clamped(to: reach.y),
                    size: shape.size
                )
            )
        }
        for operation in Operation.adding(added) { replica.edit(.operation(operation)) }
        select(added.map(\.id))
        say("added \(added.count)")
    }

    /// Whether an emoji may be dropped at a cell: inside the canvas, if it has bounds.
    func isInside(_ cell: GridPoint) -> Bool {
        guard viewport.area.contains(cell) else { return false }
        guard let canvas = replica.confirmed.canvas else { return true }
        let point = viewport.point(at: cell)
        return 2 * abs(point.x) <= Double(canvas.width)
            && 2 * abs(point.y) <= Double(canvas.height)
    }
}
