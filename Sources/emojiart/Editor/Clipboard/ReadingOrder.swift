internal import EmojiArt

/// The order in which one reads a canvas: row by row from the top, each from the left.
enum ReadingOrder {
    /// Emojis in rows.
    ///
    /// Nobody places emojis on exact lines: a row begins with the highest that is left and takes
    /// in those below it as long as the centres' heights differ by at most half the smaller size.
    /// Emojis at the same place are read in the order in which they are drawn.
    ///
    /// - Complexity: O(n log n).
    static func rows(of emojis: some Sequence<Emoji>) -> [[Emoji]] {
        let falling = emojis.sorted { left, right in
            left.y == right.y ? left.isBelow(right) : left.y > right.y
        }
        var rows: [[Emoji]] = []
        for emoji in falling {
            if let first = rows.last?.first,
                2 * (first.y - emoji.y) <= min(first.size, emoji.size)
            {
                rows[rows.count - 1].append(emoji)
            } else {
                rows.append([emoji])
            }
        }
        return rows.map { row in
            row.sorted { left, right in
                left.x == right.x ? left.isBelow(right) : left.x < right.x
            }
        }
    }
}
