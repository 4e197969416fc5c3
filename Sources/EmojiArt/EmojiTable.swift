/// The emojis of a document by id.
///
/// They lie in chunks, all full but the last, which copies of a table share until one of them
/// changes an emoji in it: an edit of a large document that is being copied out, or that has a
/// client's pending edits on top, copies some chunks and not all emojis. Where they lie is told by
/// several small dictionaries for the same reason, and because one of 100,000 takes 8 ms to grow.
/// A document with few emojis has one dictionary: eight would take half a kilobyte more.
public struct EmojiTable: Sendable {
    private static let chunkCount = 128

    /// A power of two.
    private static let dictionaryCount = 8

    private static let oneDictionaryMax = 256

    private var chunks: [[Emoji]] = []
    private var places: [[EmojiID: Int]] = [[:]]

    /// How many emojis there are.
    public private(set) var count = 0
    /// Whether there are none.
    public var isEmpty: Bool { count == 0 }
    /// The emojis, in no order that means something.
    public var values: Values { Values(chunks: chunks, count: count) }
    /// The ids, in no order that means something.
    public var keys: LazyMapCollection<Values, EmojiID> { values.lazy.map { $0.id } }

    /// The emoji with an id; nil when there is none.
    public subscript(id: EmojiID) -> Emoji? { self[placeOf: id].map { self[place: $0] } }

    /// Adds an emoji.
    ///
    /// - Precondition: its id is not in use.
    mutating func insert(_ emoji: Emoji) {
        if count == Self.oneDictionaryMax, places.count == 1 { divide() }
        let former = places[dictionary(of: emoji.id)].updateValue(count, forKey: emoji.id)
        precondition(former == nil, "An emoji's id is in use.")
        count += 1
        if chunks.last.map({ $0.count == Self.chunkCount }) ?? true {
            var chunk: [Emoji] = []
            // Most documents have few emojis: their one chunk grows with them.
            if !chunks.isEmpty { chunk.reserveCapacity(Self.chunkCount) }
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(emoji)
    }

    /// Removes an emoji; returns it.
    ///
    /// The last emoji takes its place.
    mutating func remove(_ id: EmojiID) -> Emoji? {
        guard let place = self[placeOf: id] else { return nil }
        self[placeOf: id] = nil
        count -= 1
        let last = chunks[chunks.count - 1].removeLast()
        if chunks[chunks.count - 1].isEmpty { chunks.removeLast() }
        guard last.id != id else { return last }
        let emoji = self[place: place]
        self[place: place] = last
        self[placeOf: last.id] = place
        return emoji
    }

    /// Changes an emoji in place, if there is one with the id.
    mutating func update(_ id: EmojiID, _ change: (inout Emoji) -> Void) {
        guard let place = self[placeOf: id] else { return }
        change(&self[place: place])
    }

    /// The emojis that differ from those of an earlier table.
    ///
    /// Chunks that both share are skipped. The search ends early once more than `most` emojis are
    /// gone, or more than `most` are new or changed.
    ///
    /// - Returns: the ids of those that are gone, and those that are new or changed.
    /// - Complexity: O(emojis / 128), and O(128) for each that differs.
    func changes(
        since earlier: EmojiTable,
        upTo most: Int = .max
    ) -> (removed: [EmojiID], put: [Emoji]) {
        var removed: [EmojiID] = []
        var put: [Emoji] = []
        for index in 0..<max(chunks.count, earlier.chunks.count)
        where removed.count <= most && put.count <= most {
            let now = index < chunks.count ? chunks[index] : []
            let before = index < earlier.chunks.count ? earlier.chunks[index] : []
            if now.span.isIdentical(to: before.span) { continue }
            for place in 0..<max(now.count, before.count) {
                let new = place < now.count ? now[place] : nil
                let old = place < before.count ? before[place] : nil
                if new == old { continue }
                if let new, earlier[new.id] != new { put.append(new) }
                if let old, self[old.id] == nil { removed.append(old.id) }
            }
        }
        return (removed, put)
    }

    private mutating func divide() {
        let all = places[0]
        places = Array(repeating: [:], count: Self.dictionaryCount)
        for (id, place) in all { self[placeOf: id] = place }
    }

    /// A client counts its emojis one by one, so that they spread evenly.
    private func dictionary(of id: EmojiID) -> Int { id.counter & (places.count - 1) }

    private subscript(placeOf id: EmojiID) -> Int? {
        get { places[dictionary(of: id)][id] }
        _modify { yield &places[dictionary(of: id)][id] }
    }

    private subscript(place place: Int) -> Emoji {
        get { chunks[place / Self.chunkCount][place % Self.chunkCount] }
        _modify { yield &chunks[place / Self.chunkCount][place % Self.chunkCount] }
    }
}

extension EmojiTable {
    /// The emojis of a table.
    public struct Values: RandomAccessCollection, Sendable {
        fileprivate let chunks: [[Emoji]]
        /// How many there are.
        public let count: Int
        /// The first position.
        public var startIndex: Int { 0 }
        /// The position after the last.
        public var endIndex: Int { count }

        /// The emoji at a position.
        public subscript(position: Int) -> Emoji {
            chunks[position / EmojiTable.chunkCount][position % EmojiTable.chunkCount]
        }
    }
}

extension EmojiTable: Equatable {
    /// Whether both hold the same emojis.
    ///
    /// - Complexity: O(emojis).
    public static func == (left: EmojiTable, right: EmojiTable) -> Bool {
        left.count == right.count && left.values.allSatisfy { right[$0.id] == $0 }
    }
}
