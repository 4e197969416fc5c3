extension Document {
    /// Changes the drawing order of emojis that exist; their own order is kept.
    ///
    /// - Complexity: O(n log n) of the document's emojis; while it is kept, O(m log n) of the m
    ///   named ones, and O(n) after other edits of emojis.
    mutating func arrange(
        _ ids: [EmojiID],
        to place: Operation.Arrangement
    ) throws(Refusal) -> Applied {
        guard !ids.isEmpty else { return .nothing }
        var order = takeOrder()
        var chosen = ids.compactMap { emojis[$0].map(DrawingOrder.Key.init) }
        chosen.sort()
        let changes: [UndoStep.Change]
        switch place {
        case .forward, .backward:
            defer { self.order = order }
            changes = try order.shift(chosen, up: place == .forward).map { key in
                let before = emojis[key.id]?.z ?? key.value
                widenStack(to: key.value)
                update(key.id) { $0.z = key.value }
                return .init(id: key.id, before: before, after: key.value)
            }
        case .front:
            let isDone = order.areOutermost(chosen, up: true)
            self.order = order
            guard !isDone else { return .nothing }
            changes = chosen.map { set($0.id, z: min(stackTop + 1, Limits.stackMax)) }
        case .back:
            let isDone = order.areOutermost(chosen, up: false)
            self.order = order
            guard !isDone else { return .nothing }
            changes = chosen.reversed().map {
                set($0.id, z: max(stackBottom - 1, -Limits.stackMax))
            }
        }
        // At the very ends of the range of keys, front and back can change nothing.
        guard changes.contains(where: { $0.before != $0.after }) else { return .nothing }
        return Applied(
            operation: .arrange(ids: ids, to: place),
            step: .restacked(changes)
        )
    }

    /// Takes the drawing order out of the document, up to date: in it, it could not be changed in
    /// place.
    private mutating func takeOrder() -> DrawingOrder {
        guard var order else { return DrawingOrder(emojis) }
        self.order = nil
        order.bringIn()
        return order
    }

    /// Sets z keys; ids that are gone and keys that are set already are skipped.
    mutating func restack(_ keys: [Operation.Assignment]) -> Applied {
        var changes: [UndoStep.Change] = []
        for key in keys {
            let z = min(max(key.value, -Limits.stackMax), Limits.stackMax)
            guard let emoji = emojis[key.id], emoji.z != z else { continue }
            changes.append(set(key.id, z: z))
        }
        guard !changes.isEmpty else { return .nothing }
        return Applied(
            operation: .restack(changes.map { .init(id: $0.id, value: $0.after) }),
            step: .restacked(changes)
        )
    }

    private mutating func set(_ id: EmojiID, z: Whole) -> UndoStep.Change {
        guard let before = emojis[id]?.z else { return .init(id: id, before: z, after: z) }
        widenStack(to: z)
        note { $0.move(id, from: before, to: z) }
        update(id) { $0.z = z }
        return .init(id: id, before: before, after: z)
    }
}
