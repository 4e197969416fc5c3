internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

/// What the canvas shows at a moment: the document, and on top of it all gestures in flight.
///
/// The document itself is never touched by a gesture: see `Presence.Gesture`.
struct CanvasView {
    struct Item: Equatable {
        let emoji: Emoji
        let box: CellBox
    }

    /// The emojis that the area shows, the lowest first.
    private(set) var items: [Item] = []
    private var scene = Scene()
    private var viewport: Viewport?
    /// Whether gestures were in flight.
    private var isShifted = false

    /// Shows another moment.
    ///
    /// - Complexity: that of `Scene.show`, and O(shown emojis) if some changed; O(emojis) if the
    ///   viewport did, or while there are gestures.
    mutating func show(_ document: Document, members: [Presence], viewport: Viewport) {
        let changes = scene.show(document)
        let shifts = Shifts(members)
        if viewport != self.viewport || isShifted || !shifts.isEmpty {
            (self.viewport, isShifted) = (viewport, !shifts.isEmpty)
            items = []
            for emoji in document.emojis.values { show(emoji, shifts, viewport) }
        } else if changes.isEmpty {
            return
        } else {
            let ids = Set(changes.removed + changes.put.map { $0.id })
            items.removeAll { ids.contains($0.emoji.id) }
            for put in changes.put {
                if let emoji = document.emojis[put.id] { show(emoji, shifts, viewport) }
            }
        }
        items.sort { $0.emoji.isBelow($1.emoji) }
    }

    private mutating func show(_ emoji: Emoji, _ shifts: Shifts, _ viewport: Viewport) {
        let shown = shifts.isEmpty ? (emoji.x, emoji.y, emoji.size) : shifts.shown(emoji)
        let box = viewport.box(x: shown.0, y: shown.1, size: shown.2)
        if box.intersects(viewport.area) { items.append(Item(emoji: emoji, box: box)) }
    }

    func hit(_ cell: GridPoint) -> Emoji? { items.last { $0.box.contains(cell) }?.emoji }
}

/// What the gestures in flight do to emojis.
///
/// Two people who drag one emoji both count, as their edits will.
private struct Shifts {
    private var moves: [EmojiID: (dx: Int, dy: Int)] = [:]
    private var factors: [EmojiID: [ScaleFactor]] = [:]

    var isEmpty: Bool { moves.isEmpty && factors.isEmpty }

    init(_ members: [Presence]) {
        for member in members {
            switch member.gesture {
            case .move(let ids, let dx, let dy):
                for id in ids {
                    let before = moves[id] ?? (0, 0)
                    moves[id] = (before.dx + dx, before.dy + dy)
                }
            case .scale(let ids, let factor):
                for id in ids { factors[id, default: []].append(factor) }
            case nil: continue
            }
        }
    }

    func shown(_ emoji: Emoji) -> (x: Int, y: Int, size: Int) {
        let move = moves[emoji.id] ?? (0, 0)
        let size = factors[emoji.id]?.reduce(emoji.size) { $1.scale($0) } ?? emoji.size
        return (emoji.x + move.dx, emoji.y + move.dy, size)
    }
}
