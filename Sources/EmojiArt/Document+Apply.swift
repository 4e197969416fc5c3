/// What an operation did.
public struct Applied: Equatable, Sendable {
    /// The effective operation: what was left of it once ids that are gone were skipped and deltas
    /// clamped.
    ///
    /// Applying it to the same document again would have done the same.
    public let operation: Operation
    /// What is needed to undo it; nil when it had no effect.
    public let step: UndoStep?

    static let nothing = Applied(operation: .none, step: nil)
}

extension Document {
    /// Applies an operation: pure, total, never trapping for any operation that can be made.
    ///
    /// - Ids that no longer exist are skipped. An operation that changes nothing is `.none`.
    /// - Emojis are moved together: the delta is cut so that none leaves the canvas, and their
    ///   relative positions stay.
    ///
    /// - Returns: the effective operation and what undoes it.
    /// - Throws: `Refusal`; the document is then unchanged.
    /// - Complexity: O(ids named), except `arrange`: O(n log n) of the document's emojis.
    @discardableResult
    public mutating func apply(_ operation: Operation) throws(Refusal) -> Applied {
        switch operation {
        case .add(let new): return try add(new)
        case .move(let ids, let dx, let dy): return move(present(ids), dx: dx, dy: dy)
        case .scale(let ids, let factor): return scale(present(ids), by: factor)
        case .delete(let ids): return delete(present(ids))
        case .arrange(let ids, let place): return try arrange(present(ids), to: place)
        case .background(let new):
            let before = background
            guard before != new else { return .nothing }
            setBackground(new)
            return Applied(operation: operation, step: .background(before: before, after: new))
        case .canvas(let new):
            let before = canvas
            guard before != new else { return .nothing }
            setCanvas(new)
            return Applied(operation: operation, step: .canvas(before: before, after: new))
        case .restore(let emojis): return try restore(emojis)
        case .resize(let sizes): return resize(sizes)
        case .restack(let keys): return restack(keys)
        case .replace(let replacement): return try replace(replacement)
        case .none: return .nothing
        }
    }

    /// The ids that exist, ascending, each once; the same array, uncopied, when they already are.
    private func present(_ ids: [EmojiID]) -> [EmojiID] {
        var previous: EmojiID?
        for id in ids {
            guard emojis[id] != nil, previous.map({ $0 < id }) ?? true else {
                return Set(ids).filter { emojis[$0] != nil }.sorted()
            }
            previous = id
        }
        return ids
    }

    private mutating func add(_ new: [NewEmoji]) throws(Refusal) -> Applied {
        guard !new.isEmpty else { return .nothing }
        guard emojis.count + new.count <= Limits.emojisMax else { throw .documentFull }
        let client = new[0].id.client
        var counter = counters[client] ?? 0
        for emoji in new {
            guard emoji.id.client == client, emoji.id.counter > counter else { throw .idTaken }
            counter = emoji.id.counter
            if let canvas, !canvas.contains(x: emoji.x, y: emoji.y) { throw .outsideCanvas }
        }
        var ids: [EmojiID] = []
        ids.reserveCapacity(new.count)
        for emoji in new {
            widenStack(to: min(stackTop + 1, Limits.stackMax))
            insert(
                Emoji(
                    id: emoji.id,
                    text: emoji.text,
                    x: emoji.x,
                    y: emoji.y,
                    size: emoji.size,
                    z: stackTop
                )
            )
            ids.append(emoji.id)
        }
        return Applied(operation: .add(new), step: .added(ids))
    }

    /// How far emojis go when they are to be moved by (dx, dy): none leaves the canvas.
    ///
    /// - Complexity: O(ids).
    public func reach(of ids: [EmojiID], dx: Int, dy: Int) -> (dx: Int, dy: Int) {
        var right = Reach()
        var up = Reach()
        let xMax = canvas.map { $0.width / 2 } ?? Limits.coordinateMax
        let yMax = canvas.map { $0.height / 2 } ?? Limits.coordinateMax
        for id in ids {
            guard let emoji = emojis[id] else { continue }
            right.include(emoji.x, within: xMax)
            up.include(emoji.y, within: yMax)
        }
        return (right.clamp(dx), up.clamp(dy))
    }

    private mutating func move(_ ids: [EmojiID], dx: Int, dy: Int) -> Applied {
        let (dx, dy) = reach(of: ids, dx: dx, dy: dy)
        guard !ids.isEmpty, dx != 0 || dy != 0 else { return .nothing }
        for id in ids {
            update(id) { emoji in
                emoji.x += dx
                emoji.y += dy
            }
        }
        return Applied(
            operation: .move(ids: ids, dx: dx, dy: dy),
            step: .moved(ids, dx: dx, dy: dy)
        )
    }

    private mutating func scale(_ ids: [EmojiID], by factor: ScaleFactor) -> Applied {
        let changes = setSizes(ids.lazy.map { ($0, nil) }, factor: factor)
        guard !changes.isEmpty else { return .nothing }
        // Ids whose size did not change stay named: the factor is what the client meant for all.
        return Applied(
            operation: .scale(ids: ids, factor: factor),
            step: .resized(changes, factor: factor)
        )
    }

    private mutating func resize(_ sizes: [Operation.Assignment]) -> Applied {
        let factor = ScaleFactor(numerator: ScaleFactor.unit, denominator: ScaleFactor.unit)
        let changes = setSizes(sizes.lazy.map { ($0.id, $0.value) }, factor: factor)
        guard !changes.isEmpty else { return .nothing }
        return Applied(
            operation: .resize(changes.map { .init(id: $0.id, value: $0.after) }),
            step: .resized(changes, factor: factor)
        )
    }

    /// Sets each size to the value given, else to the present size times the factor.
    private mutating func setSizes(
        _ sizes: some Sequence<(EmojiID, Whole?)>,
        factor: ScaleFactor
    ) -> [UndoStep.Change] {
        var changes: [UndoStep.Change] = []
        changes.reserveCapacity(sizes.underestimatedCount)
        for (id, size) in sizes {
            guard let before = emojis[id]?.size else { continue }
            let after =
                size.map { Int(min(max($0, Whole(Limits.sizeMin)), Whole(Limits.sizeMax))) }
                ?? factor.scale(before)
            guard before != after else { continue }
            update(id) { $0.size = after }
            changes.append(.init(id: id, before: Whole(before), after: Whole(after)))
        }
        return changes
    }

    private mutating func delete(_ ids: [EmojiID]) -> Applied {
        guard !ids.isEmpty else { return .nothing }
        var deleted: [Emoji] = []
        deleted.reserveCapacity(ids.count)
        for id in ids {
            if let emoji = remove(id) { deleted.append(emoji) }
        }
        return Applied(operation: .delete(ids: ids), step: .deleted(deleted))
    }

    private mutating func restore(_ restored: [Emoji]) throws(Refusal) -> Applied {
        var seen: Set<EmojiID> = []
        let missing = restored.filter { emojis[$0.id] == nil && seen.insert($0.id).inserted }
        guard !missing.isEmpty else { return .nothing }
        guard emojis.count + missing.count <= Limits.emojisMax else { throw .documentFull }
        for emoji in missing {
            widenStack(to: emoji.z)
            insert(emoji)
        }
        return Applied(operation: .restore(missing), step: .added(missing.map { $0.id }))
    }
}

/// How far a group may move along one axis: the range of deltas that takes no member further out.
///
/// An emoji that is outside already, because the bounds shrank, may only move inwards.
private struct Reach {
    private var least = -2 * Limits.coordinateMax
    private var most = 2 * Limits.coordinateMax

    mutating func include(_ position: Int, within limit: Int) {
        least = max(least, min(0, -limit - position))
        most = min(most, max(0, limit - position))
    }

    func clamp(_ delta: Int) -> Int { min(max(delta, least), most) }
}
