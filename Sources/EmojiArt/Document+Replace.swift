// Going back to a state of the past, in one edit, and taking that back.
extension Document {
    /// What makes this document draw what another one does.
    ///
    /// The stack of z keys and the counters are not taken back: a z or an id that was given once is
    /// never given again.
    ///
    /// If more than `most` emojis go, or come, the search ends early: the result then names more
    /// than `most`, but not all.
    ///
    /// - Complexity: O(emojis of both), and O(n log n) for n that differ.
    public func replacement(towards target: Document, upTo most: Int = .max) -> Replacement {
        let (removed, put) = target.emojis.changes(since: emojis, upTo: most)
        return Replacement(
            ids: removed.sorted(),
            emojis: put.sorted { $0.id < $1.id },
            background: background == target.background ? nil : target.background,
            canvas: canvas == target.canvas ? nil : .some(target.canvas)
        )
    }

    /// Deletes, brings and sets emojis; what is so already is skipped.
    mutating func replace(_ replacement: Replacement) throws(Refusal) -> Applied {
        var effective = Replacement()
        var replaced = Replaced()
        // Of an emoji that is named twice the first counts, and one that is to go does not come.
        var named = Set(replacement.ids)
        effective.ids = named.filter { emojis[$0] != nil }.sorted()
        effective.emojis = replacement.emojis.filter { emoji in
            named.insert(emoji.id).inserted && emojis[emoji.id] != emoji
        }
        let new = effective.emojis.count { emojis[$0.id] == nil }
        guard emojis.count - effective.ids.count + new <= Limits.emojisMax else {
            throw .documentFull
        }
        replaced.removed = effective.ids.compactMap { remove($0) }
        for emoji in effective.emojis {
            if let before = remove(emoji.id) {
                replaced.changed.append(Replaced.Change(before: before, after: emoji))
            } else {
                replaced.added.append(emoji)
            }
            widenStack(to: emoji.z)
            insert(emoji)
        }
        if let new = replacement.background, new != background {
            effective.background = new
            replaced.background = Replaced.BackgroundChange(before: background, after: new)
            setBackground(new)
        }
        if let new = replacement.canvas, new != canvas {
            effective.canvas = .some(new)
            replaced.canvas = Replaced.CanvasChange(before: canvas, after: new)
            setCanvas(new)
        }
        guard !effective.isEmpty else { return .nothing }
        return Applied(operation: .replace(effective), step: .replaced(replaced))
    }

    /// What takes a replacement back as things stand now: what went comes, what came goes, and a
    /// value goes back if nobody changed it since.
    func inverse(of replaced: Replaced) -> Operation {
        var back = Replacement(
            ids: replaced.added.map { $0.id }.filter { emojis[$0] != nil },
            emojis: replaced.removed.filter { emojis[$0.id] == nil }
        )
        for change in replaced.changed {
            let (before, after) = (change.before, change.after)
            guard let now = emojis[after.id] else { continue }
            var emoji = now
            if now.x == after.x { emoji.x = before.x }
            if now.y == after.y { emoji.y = before.y }
            if now.size == after.size { emoji.size = before.size }
            if now.z == after.z { emoji.z = before.z }
            if emoji != now { back.emojis.append(emoji) }
        }
        if let change = replaced.background, background == change.after {
            back.background = change.before
        }
        if let change = replaced.canvas, canvas == change.after {
            back.canvas = .some(change.before)
        }
        return back.isEmpty ? .none : .replace(back)
    }
}
