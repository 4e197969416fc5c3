import EmojiArt

// What operations do: the rules OP1 to OP27 of the protocol's page.
extension ReferenceModel {
    /// The effective operation, and what is needed to take it back; nil for an idle one.
    typealias Effect = (operation: Operation, change: Change?)

    static let nothing: Effect = (.none, nil)

    /// Does what an operation says.
    mutating func perform(_ operation: Operation, of client: Int) throws(Refused) -> Effect {
        switch operation {
        case .none: return Self.nothing
        case .add(let new): return try add(new, of: client)
        case .move(let ids, let dx, let dy): return move(present(ids), [dx, dy])
        case .scale(let ids, let factor): return scale(present(ids), by: factor)
        case .delete(let ids): return delete(present(ids))
        case .arrange(let ids, let place): return try arrange(present(ids), place)
        case .background(let new):
            let before = background
            background = new
            return before == new ? Self.nothing : (operation, .background(before, new))
        case .canvas(let new):
            let before = canvas
            canvas = new
            return before == new ? Self.nothing : (operation, .canvas(before, new))
        case .restore(let emojis): return try restore(emojis)
        case .resize(let sizes):
            let sizes = sizes.map { ($0.id, clamp($0.value, Limits.sizeMin, Limits.sizeMax)) }
            let values = resize(sizes)
            guard !values.isEmpty else { return Self.nothing }
            return (.resize(values.map(\.assignment)), .sized(values, factor: (1, 1)))
        case .restack(let keys):
            let values = keys.compactMap { key in
                let z = clamp(key.value, -Limits.stackMax, Limits.stackMax)
                return items[key.id].map { $0.z == z } ?? true ? nil : set(key.id, z)
            }
            guard !values.isEmpty else { return Self.nothing }
            return (.restack(values.map(\.assignment)), .stacked(values))
        case .replace(let replacement): return try replace(replacement)
        }
    }

    /// OP2: the ids that exist, ascending, each once.
    private func present(_ ids: [EmojiID]) -> [EmojiID] {
        items.keys.filter(ids.contains).sorted()
    }

    private func clamp(_ value: Int, _ least: Int, _ most: Int) -> Int {
        value < least ? least : value > most ? most : value
    }

    /// OP6 to OP12.
    private mutating func add(_ new: [NewEmoji], of client: Int) throws(Refused) -> Effect {
        if new.contains(where: { $0.id.client != client }) { throw .foreignID }
        if items.count + new.count > Limits.emojisMax { throw .documentFull }
        for emoji in new {
            if emoji.id.counter <= counters[client] ?? 0 { throw .idTaken }
            counters[client] = emoji.id.counter
            if let canvas, 2 * abs(emoji.x) > canvas.width || 2 * abs(emoji.y) > canvas.height {
                throw .outsideCanvas
            }
        }
        for emoji in new {
            items[emoji.id] = Emoji(
                id: emoji.id,
                text: emoji.text,
                x: emoji.x,
                y: emoji.y,
                size: emoji.size,
                z: 0
            )
            _ = set(emoji.id, min(top + 1, Limits.stackMax))
        }
        return new.isEmpty ? Self.nothing : (.add(new), .came(new.map(\.id)))
    }

    /// OP25: with all their values, if all have room.
    private mutating func restore(_ emojis: [Emoji]) throws(Refused) -> Effect {
        var missing: [Emoji] = []
        for emoji in emojis where items[emoji.id] == nil {
            if !missing.contains(where: { $0.id == emoji.id }) { missing.append(emoji) }
        }
        guard !missing.isEmpty else { return Self.nothing }
        if items.count + missing.count > Limits.emojisMax { throw .documentFull }
        for emoji in missing {
            items[emoji.id] = emoji
            counters[emoji.id.client] = max(counters[emoji.id.client] ?? 0, emoji.id.counter)
            _ = set(emoji.id, emoji.z)
        }
        return (.restore(missing), .came(missing.map(\.id)))
    }

    private mutating func delete(_ ids: [EmojiID]) -> Effect {
        let gone = ids.compactMap { items.removeValue(forKey: $0) }
        return gone.isEmpty ? Self.nothing : (.delete(ids: ids), .went(gone))
    }

    /// OP13: all go as far as the one that has the least room.
    private mutating func move(_ ids: [EmojiID], _ delta: [Int]) -> Effect {
        let dx = room(for: delta[0], ids, canvas?.width, \.x)
        let dy = room(for: delta[1], ids, canvas?.height, \.y)
        guard dx != 0 || dy != 0 else { return Self.nothing }
        for id in ids {
            items[id]?.x += dx
            items[id]?.y += dy
        }
        return (.move(ids: ids, dx: dx, dy: dy), .moved(ids, dx: dx, dy: dy))
    }

    /// The part of a delta that every emoji can go: one that is outside may only go inwards.
    private func room(
        for delta: Int,
        _ ids: [EmojiID],
        _ side: Int?,
        _ axis: KeyPath<Emoji, Int>
    ) -> Int {
        let edge = side.map { $0 / 2 } ?? Limits.coordinateMax
        let sign = delta.signum()
        let rooms = ids.compactMap { id in
            items[id].map { max(0, edge - sign * $0[keyPath: axis]) }
        }
        let farthest = 2 * Limits.coordinateMax
        return sign * min(min(abs(clamp(delta, -farthest, farthest)), farthest), rooms.min() ?? 0)
    }

    /// OP15, OP16: one that changes no size is idle, any other names all.
    private mutating func scale(_ ids: [EmojiID], by factor: ScaleFactor) -> Effect {
        let fraction = (factor.numerator, factor.denominator)
        let sizes = ids.map { ($0, Self.scaled(items[$0]?.size ?? 0, by: fraction)) }
        let values = resize(sizes)
        guard !values.isEmpty else { return Self.nothing }
        return (.scale(ids: ids, factor: factor), .sized(values, factor: fraction))
    }

    /// A size times n/d, rounded half up.
    static func scaled(_ size: Int, by factor: (n: Int, d: Int)) -> Int {
        let (whole, rest) = (size * factor.n).quotientAndRemainder(dividingBy: factor.d)
        let rounded = rest >= factor.d - rest ? whole + 1 : whole
        return min(max(rounded, Limits.sizeMin), Limits.sizeMax)
    }

    private mutating func resize(_ sizes: [(EmojiID, Int)]) -> [Value] {
        var values: [Value] = []
        for (id, size) in sizes {
            guard let before = items[id], before.size != size else { continue }
            items[id]?.size = size
            values.append(Value(id: id, before: before.size, after: size))
        }
        return values
    }

    /// OP27: a z widens the stack.
    mutating func set(_ id: EmojiID, _ z: Int) -> Value {
        let before = items[id]?.z ?? z
        items[id]?.z = z
        top = max(top, z)
        bottom = min(bottom, z)
        return Value(id: id, before: before, after: z)
    }
}
