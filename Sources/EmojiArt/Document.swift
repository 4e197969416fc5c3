/// A canvas: emojis, a background, and bounds if it has some.
///
/// A document changes only by `apply`, which is pure: the same operations in the same order make
/// the same document on the server, in every replica and in a replay of the journal. `checksum`
/// proves it.
public struct Document: Sendable {
    /// The emojis by id.
    public internal(set) var emojis = EmojiTable()
    /// What is drawn below all emojis.
    public internal(set) var background: Background = .blank
    /// The bounds, if the canvas has some.
    public internal(set) var canvas: Canvas?
    /// The highest z ever given.
    ///
    /// A z is never given twice, so that restored emojis find their place.
    public internal(set) var stackTop: Whole = 0
    /// The lowest z ever given.
    public internal(set) var stackBottom: Whole = 0
    /// The highest counter that each client has used in an id: ids are never used twice.
    public internal(set) var counters: [Int: Int] = [:]
    /// The rolling checksum of all that is drawn.
    ///
    /// O(1) to read; kept by every change.
    public internal(set) var checksum = Checksum.zero

    /// Makes an empty document.
    public init() {}

    /// Makes a document from a snapshot.
    ///
    /// - Complexity: O(emojis).
    public init(
        emojis: [Emoji],
        background: Background,
        canvas: Canvas?,
        stackTop: Whole,
        stackBottom: Whole,
        counters: [Int: Int] = [:]
    ) {
        self.stackTop = stackTop
        self.stackBottom = stackBottom
        self.counters = counters
        checksum += Self.digest(top: stackTop, bottom: stackBottom)
        for emoji in emojis { insert(emoji) }
        setBackground(background)
        setCanvas(canvas)
    }

    /// Takes in more emojis of the snapshot that it is made from.
    ///
    /// - Returns: false when the id of one is in use; those after it are left out.
    package mutating func take(_ more: [Emoji]) -> Bool {
        for emoji in more {
            guard emojis[emoji.id] == nil else { return false }
            insert(emoji)
        }
        return true
    }

    /// The drawing order, from the first `arrange` on.
    var order: DrawingOrder?

    /// The emojis in drawing order, the lowest first.
    ///
    /// Small keys are sorted in place of emojis, whose texts would be counted at every move.
    ///
    /// - Complexity: O(n log n).
    public var drawingOrder: [Emoji] {
        let values = emojis.values
        var places = values.enumerated().map { (key: DrawingOrder.Key($1), place: $0) }
        places.sort { $0.key < $1.key }
        return places.map { values[$0.place] }
    }
}

// Every change of what is drawn goes through these, so that the checksum cannot be forgotten.
extension Document {
    mutating func insert(_ emoji: Emoji) {
        emojis.insert(emoji)
        note { $0.add(emoji) }
        checksum += Self.digest(emoji)
        counters[emoji.id.client] = max(counters[emoji.id.client] ?? 0, emoji.id.counter)
    }

    /// Notes a change of the drawing order, while one is kept and that is worth it.
    mutating func note(_ change: (inout DrawingOrder) -> Void) {
        guard var kept = order else { return }
        // Out of the document it is changed in place.
        order = nil
        change(&kept)
        if !kept.isOutdated { order = kept }
    }

    /// Removes an emoji; returns it.
    mutating func remove(_ id: EmojiID) -> Emoji? {
        guard let emoji = emojis.remove(id) else { return nil }
        note { $0.remove(emoji) }
        checksum -= Self.digest(emoji)
        return emoji
    }

    /// Changes an emoji in place.
    mutating func update(_ id: EmojiID, _ change: (inout Emoji) -> Void) {
        var checksum = checksum
        emojis.update(id) { emoji in
            checksum -= Self.digest(emoji)
            change(&emoji)
            checksum += Self.digest(emoji)
        }
        self.checksum = checksum
    }

    mutating func setBackground(_ new: Background) {
        if case .url(let url) = background { checksum -= Self.digest(url) }
        if case .url(let url) = new { checksum += Self.digest(url) }
        background = new
    }

    mutating func setCanvas(_ new: Canvas?) {
        if let canvas { checksum -= Self.digest(canvas) }
        if let new { checksum += Self.digest(new) }
        canvas = new
    }

    /// Widens the range of z keys in use so that it holds `z`.
    mutating func widenStack(to z: Whole) {
        let top = max(stackTop, z)
        let bottom = min(stackBottom, z)
        guard top != stackTop || bottom != stackBottom else { return }
        checksum -= Self.digest(top: stackTop, bottom: stackBottom)
        stackTop = top
        stackBottom = bottom
        checksum += Self.digest(top: stackTop, bottom: stackBottom)
    }
}

// The parts of the checksum. Each begins with a word that tells what it is, so that parts of
// different kinds cannot stand for one another. See Protocol/PROTOCOL.md, section 8.
extension Document {
    private static func digest(_ emoji: Emoji) -> Checksum {
        var digest = Digest()
        digest.combine(1 as UInt32)
        digest.combine(UInt32(emoji.id.client))
        digest.combine(UInt32(emoji.id.counter))
        digest.combine(emoji.text.string)
        digest.combine(UInt32(truncatingIfNeeded: emoji.x))
        digest.combine(UInt32(truncatingIfNeeded: emoji.y))
        digest.combine(UInt32(truncatingIfNeeded: emoji.size))
        digest.combine(emoji.z)
        return digest.value
    }

    private static func digest(_ url: BackgroundURL) -> Checksum {
        var digest = Digest()
        digest.combine(2 as UInt32)
        digest.combine(url.string)
        return digest.value
    }

    private static func digest(_ canvas: Canvas) -> Checksum {
        var digest = Digest()
        digest.combine(3 as UInt32)
        digest.combine(UInt32(canvas.width))
        digest.combine(UInt32(canvas.height))
        return digest.value
    }

    private static func digest(top: Whole, bottom: Whole) -> Checksum {
        guard top != 0 || bottom != 0 else { return .zero }
        var digest = Digest()
        digest.combine(4 as UInt32)
        digest.combine(top)
        digest.combine(bottom)
        return digest.value
    }
}

extension Document: Equatable {
    /// Whether both draw the same and would go on alike.
    public static func == (left: Document, right: Document) -> Bool {
        left.checksum == right.checksum && left.emojis == right.emojis
            && left.background == right.background && left.canvas == right.canvas
            && left.stackTop == right.stackTop && left.stackBottom == right.stackBottom
    }
}
