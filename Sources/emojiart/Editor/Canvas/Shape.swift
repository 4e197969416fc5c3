internal import EmojiArt

/// An emoji that is to be added: all but its id.
struct Shape {
    let text: EmojiText
    let x: Int
    let y: Int
    let size: Int
}

extension Shape {
    init(_ emoji: Emoji) { self.init(text: emoji.text, x: emoji.x, y: emoji.y, size: emoji.size) }

    init(_ emoji: ImportedEmoji) {
        self.init(text: emoji.text, x: emoji.x, y: emoji.y, size: emoji.size)
    }
}

/// How far emojis may be from the origin.
struct Reach {
    let x: Int
    let y: Int

    init(_ canvas: Canvas?) {
        x = canvas.map { $0.width / 2 } ?? Limits.coordinateMax
        y = canvas.map { $0.height / 2 } ?? Limits.coordinateMax
    }

    /// How far places have to be moved so that all are within a bound, or as many as can be.
    static func way(back places: [Int], within bound: Int) -> Int {
        guard let least = places.min(), let most = places.max() else { return 0 }
        return most > bound ? max(bound - most, min(-bound - least, 0)) : max(-bound - least, 0)
    }
}

extension Int {
    /// The number nearest to this one that is within the bound, either way from 0.
    func clamped(to bound: Int) -> Int { Swift.min(Swift.max(self, -bound), bound) }
}
