/// What a view shows of a document: it finds what another state changes, so that the view draws
/// that alone.
public struct Scene: Sendable {
    /// The document that the view shows.
    public private(set) var document = Document()
    /// The drawing order of what is shown, the lowest first.
    private var keys: [DrawingOrder.Key] = []
    /// Changes of the order that are made one by one; more are sorted in.
    private static let singleChangesMax = 16

    /// Shows an empty document.
    public init() {}

    /// What a view has to change, in this order.
    public struct Changes: Equatable, Sendable {
        /// Emojis that are gone.
        public var removed: [EmojiID] = []
        /// Emojis that are new or changed; those that have another place, the topmost first.
        public var put: [Put] = []

        /// Makes changes.
        public init(removed: [EmojiID] = [], put: [Put] = []) {
            self.removed = removed
            self.put = put
        }

        /// True when the view has nothing to change.
        public var isEmpty: Bool { removed.isEmpty && put.isEmpty }
    }

    /// An emoji that the view has to draw again.
    public struct Put: Equatable, Sendable {
        /// The emoji.
        public let id: EmojiID
        /// True when its place in the drawing order changed: see `emoji(above:from:)`.
        public let hasMoved: Bool
    }

    /// Shows another state.
    ///
    /// - Returns: what is otherwise than it was shown before.
    /// - Complexity: O(emojis / 128), O(128) for each emoji that changed, and where the drawing
    ///   order changes O(emojis).
    public mutating func show(_ document: Document) -> Changes {
        let before = self.document
        self.document = document
        if before.emojis.isEmpty { return showAll() }
        let (removed, put) = document.emojis.changes(since: before.emojis)
        var changes = Changes(removed: removed)
        var gone = removed.compactMap { before.emojis[$0].map(DrawingOrder.Key.init) }
        var new: [DrawingOrder.Key] = []
        for emoji in put {
            let old = before.emojis[emoji.id]
            if old?.z == emoji.z {
                changes.put.append(Put(id: emoji.id, hasMoved: false))
            } else {
                if let old { gone.append(DrawingOrder.Key(old)) }
                new.append(DrawingOrder.Key(emoji))
            }
        }
        new.sort { $1 < $0 }
        reorder(without: gone, with: new)
        for key in new { changes.put.append(Put(id: key.id, hasMoved: true)) }
        return changes
    }

    /// Shows what is all new, without a copy of it.
    private mutating func showAll() -> Changes {
        keys = document.emojis.values.map(DrawingOrder.Key.init)
        keys.sort()
        return Changes(put: keys.reversed().map { Put(id: $0.id, hasMoved: true) })
    }

    /// The emoji that is drawn right above another one; nil above the topmost.
    ///
    /// It is looked for at `place` first, which then becomes where it is.
    ///
    /// - Precondition: the emoji is shown.
    /// - Complexity: O(1) if it is there, else O(log n).
    public func emoji(above emoji: Emoji, from place: inout Int) -> EmojiID? {
        if !keys.indices.contains(place) || keys[place].id != emoji.id {
            place = self.place(of: DrawingOrder.Key(emoji))
        }
        return place + 1 < keys.count ? keys[place + 1].id : nil
    }

    /// Emojis in drawing order, the lowest first; those that are not shown are left out.
    ///
    /// - Complexity: O(n log n) of the ids.
    public func inOrder(_ ids: [EmojiID]) -> [Emoji] {
        ids.compactMap { document.emojis[$0] }.sorted {
            DrawingOrder.Key($0) < DrawingOrder.Key($1)
        }
    }

    /// The topmost emoji whose square holds a point; else the nearest whose middle is at most
    /// `reach` to the right or left, above or below.
    ///
    /// - Complexity: O(emojis).
    public func emoji(atX x: Double, y: Double, reach: Double) -> EmojiID? {
        var near: EmojiID?
        var nearest = reach
        for key in keys.reversed() {
            guard let emoji = document.emojis[key.id] else { continue }
            let distance = max(abs(Double(emoji.x) - x), abs(Double(emoji.y) - y))
            if distance <= Double(emoji.size) / 2 { return emoji.id }
            if distance < nearest || (near == nil && distance == nearest) {
                (near, nearest) = (emoji.id, distance)
            }
        }
        return near
    }

    private mutating func reorder(without gone: [DrawingOrder.Key], with new: [DrawingOrder.Key]) {
        if gone.count + new.count <= Self.singleChangesMax {
            for key in gone { keys.remove(at: place(of: key)) }
            for key in new { keys.insert(key, at: place(of: key)) }
            return
        }
        let ids = Set(gone.map { $0.id })
        keys.removeAll { ids.contains($0.id) }
        keys += new
        keys.sort()
    }

    /// Where a key is, or would be.
    private func place(of key: DrawingOrder.Key) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
