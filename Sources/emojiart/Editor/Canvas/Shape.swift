internal import EmojiArt

/// An emoji that is to be added: all but its id.
struct Shape {
    let text: EmojiText
    let x: Int
    let y: Int
    let size: Int

    init(_ emoji: Emoji) {
        (text, x, y, size) = (emoji.text, emoji.x, emoji.y, emoji.size)
    }

    init(_ emoji: ImportedEmoji) {
        (text, x, y, size) = (emoji.text, emoji.x, emoji.y, emoji.size)
    }

    init(text: EmojiText, x: Int, y: Int, size: Int) {
        (self.text, self.x, self.y, self.size) = (text, x, y, size)
    }
}
