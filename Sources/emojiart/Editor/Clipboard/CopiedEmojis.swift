internal import EmojiArt
internal import Foundation

/// What goes to the clipboard for selected emojis.
struct CopiedEmojis: Equatable, Sendable {
    /// A file of 2023: keeps positions and sizes, and `PastedContent` reads it.
    let file: [UInt8]
    /// The emojis alone, a line for each row of them, for other programs.
    let text: String

    /// Takes emojis in any order, each once.
    init(_ emojis: [Emoji]) {
        var document = Document()
        _ = document.take(emojis)
        file = EmojiArtFile.write(document)
        let rows = ReadingOrder.rows(of: document.emojis.values)
        text = rows.map { $0.map(\.text).text }.joined(separator: "\n")
    }
}

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

/// The sequence that asks a terminal to put a text on the clipboard: xterm's OSC 52.
///
/// ```
/// ESC ] 5 2 ; c ; <base64> BEL
/// ```
enum ClipboardSequence {
    /// Most bytes of a text: with them the sequence has 100,000 bytes, and many terminals drop
    /// longer ones.
    static let textBytesMax = 74_994

    /// The sequence for a text; nil when the text is too long.
    static func bytes(copying text: [UInt8]) -> [UInt8]? {
        guard text.count <= textBytesMax else { return nil }
        return Array("\u{1B}]52;c;".utf8) + Data(text).base64EncodedData() + [0x07]
    }
}
