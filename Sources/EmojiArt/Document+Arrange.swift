extension Document {
    /// Changes the drawing order of emojis that exist; their own order is kept.
    ///
    /// - Complexity: O(n) of the document's emojis, forward and backward O(n log n).
    mutating func arrange(
        _ ids: [EmojiID],
        to place: Operation.Arrangement
    ) throws(Refusal) -> Applied {
        guard !ids.isEmpty else { return .nothing }
        let changes: [UndoStep.Change]
        switch place {
        case .front:
            guard !areOutermost(ids, up: true) else { return .nothing }
            changes = ids.inOrder(of: self).map { id in
                set(id, z: min(stackTop + 1, Limits.stackMax))
            }
        case .back:
            guard !areOutermost(ids, up: false) else { return .nothing }
            changes = ids.inOrder(of: self).reversed().map { id in
                set(id, z: max(stackBottom - 1, -Limits.stackMax))
            }
        case .forward, .backward:
            changes = try shift(ids, up: place == .forward)
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

    /// Whether the emojis are above all others, or below them: then bringing them there does
    /// nothing.
    private func areOutermost(_ ids: [EmojiID], up: Bool) -> Bool {
        let isChosen = emojis.marks(of: ids)
        // Of the named the one nearest to the others, and of the others the one nearest to them.
        var (named, other): (DrawingKey?, DrawingKey?)
        for (place, emoji) in emojis.values.enumerated() {
            let key = DrawingKey(emoji, at: place)
            if isChosen[place] {
                if named.map({ (key < $0) == up }) ?? true { named = key }
            } else {
                if other.map({ ($0 < key) == up }) ?? true { other = key }
            }
        }
        guard let named, let other else { return true }
        return (other < named) == up
    }

    /// Moves each chosen emoji one step past the next emoji that is not chosen.
    ///
    /// The z keys in use are handed out anew in the new order; equal keys, which only an undo can
    /// make, are spread on the way, each to at least one above the key below it.
    ///
    /// - Throws: `Refusal.tooMany` when that gives more emojis another z than an undo can name.
    private mutating func shift(_ ids: [EmojiID], up: Bool) throws(Refusal) -> [UndoStep.Change] {
        let isChosen = emojis.marks(of: ids)
        let order = drawingKeys
        var shifted = order
        let steps =
            up
            ? stride(from: order.count - 2, through: 0, by: -1)
            : stride(from: 1, through: order.count - 1, by: 1)
        for index in steps {
            let next = up ? index + 1 : index - 1
            if isChosen[shifted[index].place], !isChosen[shifted[next].place] {
                shifted.swapAt(index, next)
            }
        }
        var hasMoved = false
        var changes: [(id: EmojiID, z: Int)] = []
        var last = -Limits.stackMax - 1
        for index in order.indices {
            let (slot, key) = (order[index], shifted[index])
            if slot.place != key.place { hasMoved = true }
            last = min(max(slot.z, last + 1), Limits.stackMax)
            if key.z != last { changes.append((key.id, last)) }
        }
        guard hasMoved else { return [] }
        guard changes.count <= Limits.itemsMax else { throw .tooMany }
        return changes.map { set($0.id, z: $0.z) }
    }
}

extension [EmojiID] {
    fileprivate func inOrder(of document: Document) -> [EmojiID] {
        compactMap { document.emojis[$0] }.sorted { $0.isBelow($1) }.map(\.id)
    }
}
