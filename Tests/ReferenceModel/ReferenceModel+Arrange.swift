import EmojiArt

// The drawing order: the rules OP18 to OP20 of the protocol's page.
extension ReferenceModel {
    mutating func arrange(
        _ ids: [EmojiID],
        _ place: Operation.Arrangement
    ) throws(Refused) -> Effect {
        let before = order
        let chosen = before.filter(ids.contains)
        let others = before.filter { !ids.contains($0) }
        let values: [Value]
        switch place {
        case .front:
            guard before != others + chosen else { return Self.nothing }
            values = chosen.map { set($0, min(top + 1, Limits.stackMax)) }
        case .back:
            guard before != chosen + others else { return Self.nothing }
            values = chosen.reversed().map { set($0, max(bottom - 1, -Limits.stackMax)) }
        case .forward: values = handOut(Self.stepped(before, ids), from: before)
        case .backward:
            values = handOut(Self.stepped(before.reversed(), ids).reversed(), from: before)
        }
        if values.count > Limits.itemsMax { throw .tooMany }
        guard values.contains(where: { $0.before != $0.after }) else { return Self.nothing }
        return (.arrange(ids: ids, to: place), .stacked(values))
    }

    /// Each run of chosen emojis lets the one after it pass.
    private static func stepped(_ order: [EmojiID], _ ids: [EmojiID]) -> [EmojiID] {
        var result: [EmojiID] = []
        var run: [EmojiID] = []
        for id in order {
            if ids.contains(id) {
                run.append(id)
            } else {
                result += [id] + run
                run = []
            }
        }
        return result + run
    }

    /// Gives the z keys that are in use to a new order, equal ones spread.
    private mutating func handOut(_ after: [EmojiID], from before: [EmojiID]) -> [Value] {
        guard after != before else { return [] }
        let keys = before.compactMap { items[$0]?.z }
        var values: [Value] = []
        var last = -Limits.stackMax - 1
        for (id, key) in zip(after, keys) {
            last = min(max(key, last + 1), Limits.stackMax)
            if items[id]?.z != last { values.append(set(id, last)) }
        }
        return values
    }
}
