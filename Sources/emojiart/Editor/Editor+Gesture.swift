internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

// Gestures that keys and the wheel make, and how all gestures end.
extension Editor {
    /// One step of scaling the selection, or without one of zooming the view.
    ///
    /// Which of the two is decided by the first step of a row of them.
    mutating func step(_ steps: Int, about cell: GridPoint) {
        let until = now + CanvasGesture.heldMilliseconds
        switch gesture {
        case .held(.scale(let ids, let before), _):
            scale(ids, by: before + steps, until: until)
        case .held(.zoom, _):
            gesture = .held(.zoom, until: until)
            zoom(steps, about: cell)
        case .held(.nudge, _), .none:
            endHeld()
            let selection = replica.ownPresence.selection
            if selection.isEmpty {
                gesture = .held(.zoom, until: until)
                zoom(steps, about: cell)
            } else if mayEdit() {
                scale(selection, by: steps, until: until)
            }
        case .pressed, .moving, .panning, .marquee, .placing: return
        }
    }

    private mutating func scale(_ ids: [EmojiID], by steps: Int, until: UInt64) {
        // 72 steps are a factor of 955: the next one would pass the largest that there is.
        let steps = steps.clamped(to: 72)
        gesture = .held(.scale(ids: ids, steps: steps), until: until)
        guard let factor = ScaleFactor(steps: steps) else { return }
        replica.gesture(.scale(ids: ids, factor: factor), now: now)
        say("size × \(factor.text)")
    }

    /// Moves the selection by canvas units; a key that is held makes one edit.
    mutating func nudge(dx: Int, dy: Int) {
        guard mayEdit() else { return }
        let until = now + CanvasGesture.heldMilliseconds
        var (sumX, sumY) = (dx, dy)
        var ids = replica.ownPresence.selection
        if case .held(.nudge, _) = gesture,
            case .move(let moved, let x, let y) = replica.ownPresence.gesture
        {
            ids = moved
            (sumX, sumY) = (sumX + x, sumY + y)
        } else {
            endHeld()
            guard gesture == .none else { return }
        }
        guard !ids.isEmpty else { return }
        let bound = 2 * Limits.coordinateMax
        let (dx, dy) = (sumX.clamped(to: bound), sumY.clamped(to: bound))
        gesture = .held(.nudge, until: until)
        replica.gesture(.move(ids: ids, dx: dx, dy: dy), now: now)
    }

    /// Ends what a held key or the wheel was doing: one edit.
    mutating func endHeld() {
        guard case .held(let held, _) = gesture else { return }
        gesture = .none
        switch held {
        case .nudge, .scale: end()
        case .zoom: return
        }
    }

    /// Ends the gesture that others see: one edit, or none when it did nothing.
    mutating func end() {
        let view = replica.view
        let ids: [EmojiID]
        switch replica.ownPresence.gesture {
        case .move(let moved, _, _): ids = moved
        case .scale(let scaled, _): ids = scaled
        case nil: return
        }
        // What others deleted meanwhile needs no edit.
        guard ids.contains(where: { view.emojis[$0] != nil }) else {
            return replica.cancelGesture(now: now)
        }
        replica.endGesture(now: now)
    }

    /// Cancels the gesture in flight: no edit; whether there was one.
    @discardableResult
    mutating func cancelGesture() -> Bool {
        let was = gesture
        gesture = .none
        startedMove = nil
        replica.cancelGesture(now: now)
        return was != .none
    }

    /// Cancels what the pointer is doing; what keys did stands.
    mutating func cancelDrag() {
        if case .held = gesture { endHeld() } else { cancelGesture() }
    }

    mutating func zoom(_ steps: Int, about cell: GridPoint) {
        stopFollowing()
        viewport.zoom(by: CanvasGesture.factor(steps), about: cell)
    }

    /// Moves the view by cells; without an end of what others do.
    mutating func pan(columns: Double, rows: Double) {
        stopFollowing()
        viewport.pan(columns: columns, rows: rows)
    }
}

extension ScaleFactor {
    /// 1.1 to the power of so many steps; nil beyond the factors that there are.
    init?(steps: Int) {
        let millionths = CanvasGesture.factor(steps) * Double(Self.unit)
        self.init(millionths: Int(millionths.rounded()))
    }

    var text: String {
        let hundredths = (numerator * 100 + denominator / 2) / denominator
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}
