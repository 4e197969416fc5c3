internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

// The selection: a set of ids, shared live and never part of the document.
extension Editor {
    /// What the canvas shows now.
    mutating func shown() -> CanvasView {
        canvasView.show(replica.view, members: presences(), viewport: viewport)
        return canvasView
    }

    /// What all members share; of this one, what it shares itself.
    func presences() -> [Presence] {
        [replica.ownPresence] + others.map(\.member.presence)
    }

    /// One step back: a gesture, an armed emoji, following, the focus, the selection.
    mutating func escape() {
        if cancelGesture() { return say("cancelled") }
        if isArmed {
            isArmed = false
        } else if followed != nil {
            stopFollowing()
        } else if !replica.ownPresence.selection.isEmpty {
            replica.select([], now: now)
        } else {
            focus = nil
            notice = nil
        }
    }

    /// Adds an emoji to the selection, or takes it out; the others stay.
    mutating func toggle(_ id: EmojiID) {
        var selection = replica.ownPresence.selection
        if let index = selection.firstIndex(of: id) {
            selection.remove(at: index)
            replica.select(selection, now: now)
        } else {
            select(selection + [id])
        }
    }

    /// Selects emojis: at most as many as one edit can name, so that what is selected together
    /// also moves together.
    mutating func select(_ ids: [EmojiID]) {
        replica.select(Array(ids.prefix(Limits.idsMax)), now: now)
        if ids.count > Limits.idsMax {
            warn("selected \(Limits.idsMax) of \(ids.count), the most per edit")
        }
    }

    /// Adds what a rectangle touches to the selection.
    mutating func select(within box: CellBox) {
        let touched = shown().items.filter { $0.box.intersects(box) }.map(\.emoji.id)
        let before = replica.ownPresence.selection
        select(before + touched.filter { !before.contains($0) })
    }

    /// Keys that draw the rectangle; whether the stroke was one.
    mutating func drawMarquee(_ stroke: Stroke) -> Bool {
        guard case .marquee(let from, var to) = gesture else { return false }
        let area = viewport.area
        switch stroke.key {
        case .left, .character("h"): to.column = max(to.column - 1, area.column)
        case .right, .character("l"): to.column = min(to.column + 1, area.endColumn - 1)
        case .up, .character("k"): to.row = max(to.row - 1, area.row)
        case .down, .character("j"): to.row = min(to.row + 1, area.endRow - 1)
        case .enter, .character("v"), .character(" "):
            gesture = .none
            select(within: CellBox(from: from, to: to))
            return true
        default: return false
        }
        gesture = .marquee(from: from, to: to)
        return true
    }

    /// Goes from emoji to emoji as one reads: by rows from the top, then from the left.
    mutating func moveFocus(by step: Int) {
        let order = replica.view.emojis.values.sorted { left, right in
            if left.y != right.y { return left.y > right.y }
            return left.x == right.x ? left.id < right.id : left.x < right.x
        }
        guard !order.isEmpty else { return say("the canvas is empty") }
        let next: Int
        if let index = order.firstIndex(where: { $0.id == focus }) {
            next = (index + step + order.count) % order.count
        } else {
            next = step > 0 ? 0 : order.count - 1
        }
        let emoji = order[next]
        focus = emoji.id
        let box = viewport.box(x: emoji.x, y: emoji.y, size: emoji.size)
        if !viewport.area.contains(GridPoint(column: box.column, row: box.row)) {
            stopFollowing()
            viewport.look(atX: emoji.x, y: emoji.y)
        }
        // Who edits with keys alone points at what the focus is on.
        replica.point(at: .init(x: emoji.x, y: emoji.y), now: now)
        let name = EmojiName.name(of: emoji.text)
        say("\(name), \(next + 1) of \(order.count)")
    }
}
