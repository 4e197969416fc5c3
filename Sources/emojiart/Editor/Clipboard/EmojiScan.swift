internal import EmojiArt

/// The emojis that a text holds, in order.
struct EmojiScan: Equatable, Sendable {
    /// The emojis, one for each character of the text that is one.
    private(set) var emojis: [EmojiText] = []
    /// How many characters were left out: those that are neither emojis nor white space, and the
    /// emojis that are too many.
    private(set) var dropped = 0

    /// Goes through a text.
    ///
    /// - Complexity: O(text).
    init(_ text: some StringProtocol, emojisMax: Int = .max) {
        for character in text where !character.isWhitespace {
            if let emoji = try? EmojiText(String(character)), emojis.count < emojisMax {
                emojis.append(emoji)
            } else {
                dropped += 1
            }
        }
    }
}

extension [EmojiText] {
    /// The emojis as one text that `EmojiScan` takes apart again.
    ///
    /// One that would melt into the emoji before it, a skin tone on its own, gets a line of its
    /// own: a space would melt with it just as well.
    var text: String {
        var text = ""
        for emoji in self {
            let isMelting = emoji.string.unicodeScalars.first?.properties.isEmojiModifier == true
            text += isMelting && !text.isEmpty ? "\n" + emoji.string : emoji.string
        }
        return text
    }
}
