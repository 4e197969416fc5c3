import EmojiArt

// Going back: the rules OP29 to OP31 and UN15 of the protocol's page.
extension ReferenceModel {
    /// What a replacement did: each emoji before and after, nil where it was not there.
    struct Swap {
        var emojis: [(before: Emoji?, after: Emoji?)] = []
        var background: (before: Background, after: Background)?
        var canvas: (before: Canvas?, after: Canvas?)?

        /// One for each emoji that came or went, two for one that changed, and the URLs.
        var cost: Int {
            var bytes = 0
            for case .url(let url) in [background?.before, background?.after] {
                bytes += url.string.utf8.count
            }
            let named = emojis.reduce(0) { $0 + ($1.before == nil || $1.after == nil ? 1 : 2) }
            return named + 1 + bytes / Limits.undoItemBytes
        }
    }

    /// OP29: what makes this what another one was.
    func difference(towards past: ReferenceModel) -> Replacement {
        let ids = Set(items.keys).union(past.items.keys).sorted()
        return Replacement(
            ids: ids.filter { past.items[$0] == nil },
            emojis: ids.compactMap { past.items[$0] == items[$0] ? nil : past.items[$0] },
            background: past.background == background ? nil : past.background,
            canvas: past.canvas == canvas ? nil : .some(past.canvas)
        )
    }

    /// OP30, OP31.
    mutating func replace(_ replacement: Replacement) throws(Refused) -> Effect {
        var swap = Swap()
        var done = Replacement()
        for id in Set(replacement.ids).sorted() where items[id] != nil {
            swap.emojis.append((items[id], nil))
            done.ids.append(id)
            items[id] = nil
        }
        var seen = Set(replacement.ids)
        for new in replacement.emojis where seen.insert(new.id).inserted && items[new.id] != new {
            swap.emojis.append((items[new.id], new))
            done.emojis.append(new)
            items[new.id] = new
            counters[new.id.client] = max(counters[new.id.client] ?? 0, new.id.counter)
            _ = set(new.id, new.z)
        }
        if items.count > Limits.emojisMax { throw .documentFull }
        if let new = replacement.background, new != background {
            (swap.background, done.background) = ((background, new), new)
            background = new
        }
        if let new = replacement.canvas, new != canvas {
            (swap.canvas, done.canvas) = ((canvas, new), .some(new))
            canvas = new
        }
        return done.isEmpty ? Self.nothing : (.replace(done), .replaced(swap))
    }

    /// UN15: what went comes, what came goes, and what nobody changed since is as before.
    func inverse(of swap: Swap) -> Operation {
        var back = Replacement()
        var returning: [Emoji] = []
        var changing: [Emoji] = []
        for (before, after) in swap.emojis {
            switch (before, after, (after ?? before).flatMap { items[$0.id] }) {
            case (let before?, nil, nil): returning.append(before)
            case (nil, _, let now?): back.ids.append(now.id)
            case (let before?, let after?, let now?):
                var new = now
                if now.x == after.x { new.x = before.x }
                if now.y == after.y { new.y = before.y }
                if now.size == after.size { new.size = before.size }
                if now.z == after.z { new.z = before.z }
                if new != now { changing.append(new) }
            default: continue
            }
        }
        back.emojis = returning + changing
        if let (before, after) = swap.background, background == after { back.background = before }
        if let (before, after) = swap.canvas, canvas == after { back.canvas = .some(before) }
        return back.isEmpty ? .none : .replace(back)
    }
}
