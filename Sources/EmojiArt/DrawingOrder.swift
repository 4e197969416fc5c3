/// The drawing order of a document, kept from one `arrange` to the next.
///
/// To sort 100,000 emojis takes milliseconds, and anyone may ask for it again and again. What other
/// edits change is noted, and one pass brings it in when the order is needed.
struct DrawingOrder: Sendable {
    /// Where an emoji stands: by its z, and by its id where two have the same.
    struct Key: Comparable, Sendable {
        var z: Whole
        let id: EmojiID

        init(z: Whole, id: EmojiID) {
            self.z = z
            self.id = id
        }

        init(_ emoji: Emoji) { self.init(z: emoji.z, id: emoji.id) }

        static func < (left: Key, right: Key) -> Bool {
            left.z == right.z ? left.id < right.id : left.z < right.z
        }
    }

    /// The lowest first, as of the last pass.
    private var keys: [Key]
    private var added: [Key] = []
    private var removed: [Key] = []
    /// Whether two may have the same z.
    private var hasEqual = true

    /// Sorts the emojis of a table.
    ///
    /// - Complexity: O(n log n).
    init(_ emojis: EmojiTable) {
        keys = emojis.values.map(Key.init)
        keys.sort()
        findEqual()
    }

    /// Whether more has changed than a pass is worth.
    var isOutdated: Bool { added.count + removed.count > keys.count }

    /// An emoji comes.
    mutating func add(_ emoji: Emoji) { added.append(Key(emoji)) }

    /// An emoji goes.
    mutating func remove(_ emoji: Emoji) { removed.append(Key(emoji)) }

    /// An emoji gets another z.
    mutating func move(_ id: EmojiID, from before: Whole, to after: Whole) {
        removed.append(Key(z: before, id: id))
        added.append(Key(z: after, id: id))
    }

    /// Brings in what was noted.
    ///
    /// - Complexity: O(n), and O(m log m) of what was noted; O(1) when there is nothing.
    mutating func bringIn() {
        guard !added.isEmpty || !removed.isEmpty else { return }
        added.sort()
        removed.sort()
        var (new, gone) = (added[...], removed[...])
        var merged: [Key] = []
        merged.reserveCapacity(keys.count + new.count - gone.count)
        func append(_ key: Key) {
            if gone.first == key { gone.removeFirst() } else { merged.append(key) }
        }
        for key in keys {
            while let first = new.first, first < key { append(new.removeFirst()) }
            append(key)
        }
        while !new.isEmpty { append(new.removeFirst()) }
        (keys, added, removed) = (merged, [], [])
        findEqual()
    }

    private mutating func findEqual() {
        hasEqual = zip(keys, keys.dropFirst()).contains { $0.z == $1.z }
    }

    /// Whether the emojis, the lowest first, are above all others, or below them.
    ///
    /// - Precondition: all that was noted is brought in.
    func areOutermost(_ chosen: [Key], up: Bool) -> Bool {
        up ? chosen.first == keys.suffix(chosen.count).first : chosen.last == keys[chosen.count - 1]
    }

    /// Moves each of the emojis, the lowest first, one step past the next that is not one of them.
    ///
    /// The z keys in use are handed out anew in the new order; equal keys, which only an undo can
    /// make, are spread on the way, each to at least one above the key below it.
    ///
    /// - Precondition: all that was noted is brought in.
    /// - Returns: the new z of each emoji that has another one now, the lowest first.
    /// - Throws: `Refusal.tooMany` when those are more than an undo can name; nothing has moved.
    /// - Complexity: O(m log n) of the m emojis; O(n) where keys are equal.
    mutating func shift(_ chosen: [Key], up: Bool) throws(Refusal) -> [Operation.Assignment] {
        let lower = lowerOfPairs(chosen, up: up)
        guard !lower.isEmpty else { return [] }
        var touched: [Int] = []
        var swaps: [Int] = []
        if hasEqual {
            touched = Array(keys.indices)
            swaps = lower
        } else {
            for place in lower {
                if touched.last != place { touched.append(place) }
                swaps.append(touched.count - 1)
                touched.append(place + 1)
            }
        }
        var moved = touched.map { keys[$0] }
        for swap in up ? swaps.reversed() : swaps { moved.swapAt(swap, swap + 1) }
        var changes: [Operation.Assignment] = []
        var last = -Limits.stackMax - 1
        hasEqual = false
        for (index, place) in touched.enumerated() {
            let z = min(max(keys[place].z, last + 1), Limits.stackMax)
            if z == last { hasEqual = true }
            if moved[index].z != z { changes.append(.init(id: moved[index].id, value: z)) }
            moved[index].z = z
            last = z
        }
        guard changes.count <= Limits.itemsMax else {
            findEqual()
            throw .tooMany
        }
        for (index, place) in touched.enumerated() { keys[place] = moved[index] }
        // At the very end of the range of z the ids may stand in another order now.
        if hasEqual { keys.sort() }
        return changes
    }

    /// The lower place of each pair that changes places; emojis at the very end stay.
    private func lowerOfPairs(_ chosen: [Key], up: Bool) -> [Int] {
        let end = up ? keys.count - chosen.count : 0
        return chosen.enumerated().compactMap { index, key in
            let place = place(of: key)
            return place == end + index ? nil : up ? place : place - 1
        }
    }

    /// - Complexity: O(log n).
    private func place(of key: Key) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        precondition(low < keys.count && keys[low] == key, "An emoji is not in the drawing order.")
        return low
    }
}
