internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

// The pointer. A click is a press and a release in one cell; a drag begins with the next cell.
extension Editor {
    private static let doubleClickMilliseconds: UInt64 = 300

    mutating func handle(_ mouse: Mouse) {
        let cell = GridPoint(column: mouse.column, row: mouse.row)
        pointer = cell
        switch mouse.action {
        case .press(let button): press(button, mouse, at: cell)
        case .drag: drag(to: cell)
        case .release: release(at: cell)
        case .move: break
        case .wheel(let wheel): turn(wheel, mouse.modifiers, at: cell)
        }
        share(cell)
    }

    private mutating func share(_ cell: GridPoint) {
        var cursor: Presence.Cursor?
        if viewport.area.contains(cell), overlay == .none {
            let (x, y) = viewport.position(at: cell)
            cursor = Presence.Cursor(x: x, y: y)
        }
        if replica.ownPresence.cursor != cursor { replica.point(at: cursor, now: now) }
    }

    private mutating func press(_ button: Mouse.Button, _ mouse: Mouse, at cell: GridPoint) {
        // A second button, or a release that was not heard: the drag before is not one.
        if case .marquee = gesture {} else { cancelDrag() }
        if let zone = zones.last(where: { $0.box.contains(cell) }) {
            return press(zone.target, at: cell)
        }
        guard overlay == .none else {
            overlay = .none
            return
        }
        guard viewport.area.contains(cell) else { return }
        let emoji = shown().hit(cell)?.id
        switch button {
        case .left:
            if case .marquee = gesture {
                gesture = .marquee(from: cell, to: cell)
            } else {
                let isMarquee = !mouse.modifiers.isDisjoint(with: [.control, .shift])
                gesture = .pressed(.init(cell: cell, emoji: emoji, isMarquee: isMarquee))
            }
        case .middle: gesture = .panning(cell)
        case .right:
            if let emoji, !replica.ownPresence.selection.contains(emoji) {
                replica.select([emoji], now: now)
            }
            openMenu(at: cell)
        }
    }

    private mutating func press(_ target: Target, at cell: GridPoint) {
        switch target {
        case .action(let action):
            overlay = .none
            perform(action)
        case .emoji(let index):
            emojiIndex = index
            isArmed = !isReadOnly
            if let text = currentEmoji, isArmed { gesture = .placing(text, at: cell) }
        case .member(let number): go(to: number)
        case .entry(let index): choose(index)
        }
    }

    private mutating func drag(to cell: GridPoint) {
        switch gesture {
        case .pressed(let press):
            guard cell != press.cell else { return }
            begin(press)
            drag(to: cell)
        case .moving(let start):
            guard case .move(let ids, _, _) = replica.ownPresence.gesture ?? startedMove else {
                return
            }
            let (dx, dy) = distance(from: start, to: cell)
            replica.gesture(.move(ids: ids, dx: dx, dy: dy), now: now)
        case .panning(let last):
            pan(columns: Double(cell.column - last.column), rows: Double(cell.row - last.row))
            gesture = .panning(cell)
        case .marquee(let from, _): gesture = .marquee(from: from, to: cell)
        case .placing(let text, _): gesture = .placing(text, at: cell)
        case .none, .held: return
        }
    }

    /// The pointer left the cell of the press: what the drag does is decided here, once.
    private mutating func begin(_ press: CanvasGesture.Press) {
        lastClick = nil
        if press.isMarquee {
            gesture = .marquee(from: press.cell, to: press.cell)
        } else if let emoji = press.emoji, !isReadOnly {
            let selection = replica.ownPresence.selection
            // An emoji that is not selected moves alone, and the selection stays what it is.
            startedMove = .move(ids: selection.contains(emoji) ? selection : [emoji], dx: 0, dy: 0)
            gesture = .moving(from: viewport.point(at: press.cell))
        } else {
            gesture = .panning(press.cell)
        }
    }

    private mutating func release(at cell: GridPoint) {
        // Terminals that tell no movement tell where the button was let go.
        drag(to: cell)
        let ended = gesture
        switch ended {
        case .pressed(let press):
            gesture = .none
            click(press)
        case .moving:
            gesture = .none
            startedMove = nil
            // Dropped where no emoji can be: it goes back, and nothing is sent.
            guard isInside(cell) else {
                replica.cancelGesture(now: now)
                return warn("not dropped: outside the canvas")
            }
            end()
        case .marquee(let from, _):
            gesture = .none
            select(within: CellBox(from: from, to: cell))
        case .placing(let text, _):
            gesture = .none
            // Released where it was pressed: the next click places it.
            guard viewport.area.contains(cell) else { return }
            isArmed = false
            add(text, at: cell)
        case .panning: gesture = .none
        case .none, .held: return
        }
    }

    private mutating func click(_ press: CanvasGesture.Press) {
        if isArmed, let text = currentEmoji {
            isArmed = false
            return add(text, at: press.cell)
        }
        if let emoji = press.emoji {
            lastClick = nil
            // The keys' mark beside the selection would look like another one.
            focus = nil
            return toggle(emoji)
        }
        if let first = lastClick, first.cell == press.cell,
            now - first.time <= Self.doubleClickMilliseconds
        {
            lastClick = nil
            // The first of the two clicks emptied the selection: a double click keeps it.
            let view = replica.view
            replica.select(first.selection.filter { view.emojis[$0] != nil }, now: now)
            return fit()
        }
        lastClick = Click(cell: press.cell, time: now, selection: replica.ownPresence.selection)
        if !replica.ownPresence.selection.isEmpty { replica.select([], now: now) }
        focus = nil
    }

    private mutating func turn(_ wheel: Mouse.Wheel, _ modifiers: Modifiers, at cell: GridPoint) {
        if overlay != .none { return scroll(wheel == .up ? -3 : 3) }
        switch wheel {
        case .up, .down:
            let steps = wheel == .up ? 1 : -1
            // With Control the wheel zooms whatever is selected.
            if modifiers.contains(.control) {
                endHeld()
                zoom(steps, about: cell)
            } else {
                step(steps, about: cell)
            }
        case .left: pan(columns: 4, rows: 0)
        case .right: pan(columns: -4, rows: 0)
        }
    }

    /// How far it is from a place to what a cell shows, in canvas units.
    private func distance(from start: Viewport.Point, to cell: GridPoint) -> (dx: Int, dy: Int) {
        let bound = Double(2 * Limits.coordinateMax)
        func bounded(_ units: Double) -> Int { Int(min(max(units.rounded(), -bound), bound)) }
        let end = viewport.point(at: cell)
        return (bounded(end.x - start.x), bounded(end.y - start.y))
    }
}
