extension Document {
    /// Changes the drawing order of emojis that exist; their own order is kept.
    mutating func arrange(_ ids: [EmojiID], to place: Operation.Arrangement) -> Applied {
        guard !ids.isEmpty else { return .nothing }
        let changes: [UndoStep.Change]
        switch place {
        case .front:
            guard !isTopmost(ids) else { return .nothing }
            changes = ids.inOrder(of: self).map { id in
                set(id, z: min(stackTop + 1, Limits.stackMax))
            }
        case .back:
            guard !isBottommost(ids) else { return .nothing }
            changes = ids.inOrder(of: self).reversed().map { id in
                set(id, z: max(stackBottom - 1, -Limits.stackMax))
            }
        case .forward, .backward:
            changes = shift(Set(ids), up: place == .forward)
        }
        // At the very ends of the range of keys, front and back can change nothing.
        guard changes.contains(where: { $0.before != $0.after }) else { return .nothing }
        return Applied(
            operation: .arrange(ids: ids, to: place),
            step: .restacked(changes)
        )
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

    private mutating func set(_ id: EmojiID, z: Int) -> UndoStep.Change {
        let before = emojis[id]?.z ?? z
        widenStack(to: z)
        update(id) { $0.z = z }
        return .init(id: id, before: before, after: z)
    }

    /// Whether the emojis are above all others: then bringing them to the front does nothing.
    private func isTopmost(_ ids: [EmojiID]) -> Bool {
        let chosen = Set(ids)
        let lowest = chosen.compactMap { emojis[$0] }.min { $0.isBelow($1) }
        let highest = emojis.values.filter { !chosen.contains($0.id) }.max { $0.isBelow($1) }
        guard let lowest, let highest else { return true }
        return highest.isBelow(lowest)
    }

    /// Whether the emojis are below all others.
    private func isBottommost(_ ids: [EmojiID]) -> Bool {
        let chosen = Set(ids)
        let highest = chosen.compactMap { emojis[$0] }.max { $0.isBelow($1) }
        let lowest = emojis.values.filter { !chosen.contains($0.id) }.min { $0.isBelow($1) }
        guard let highest, let lowest else { return true }
        return highest.isBelow(lowest)
    }

    /// Moves each chosen emoji one step past the next emoji that is not chosen.
    ///
    /// The z keys in use are handed out anew in the new order; equal keys, which only an undo can
    /// make, are spread on the way, each to at least one above the key below it.
    private mutating func shift(_ chosen: Set<EmojiID>, up: Bool) -> [UndoStep.Change] {
        let order = drawingOrder
        var shifted = order.map(\.id)
        let steps =
            up ? Array(shifted.indices.dropLast().reversed()) : Array(shifted.indices.dropFirst())
        for index in steps {
            let next = up ? index + 1 : index - 1
            if chosen.contains(shifted[index]), !chosen.contains(shifted[next]) {
                shifted.swapAt(index, next)
            }
        }
        guard shifted != order.map(\.id) else { return [] }
        var changes: [UndoStep.Change] = []
        var last = -Limits.stackMax - 1
        for (slot, id) in zip(order, shifted) {
            let z = min(max(slot.z, last + 1), Limits.stackMax)
            last = z
            if emojis[id]?.z != z { changes.append(set(id, z: z)) }
        }
        return changes
    }
}

extension [EmojiID] {
    fileprivate func inOrder(of document: Document) -> [EmojiID] {
        compactMap { document.emojis[$0] }.sorted { $0.isBelow($1) }.map(\.id)
    }
}
