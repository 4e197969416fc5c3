internal import EmojiArt

extension [EmojiText] {
    /// The emojis as one text that is taken apart into them again.
    ///
    /// One that would melt into the emoji before it, a skin tone on its own, gets a line of its
    /// own: a space would melt with it just as well.
    var text: String {
        reduce(into: "") { text, emoji in
            let isMelting = emoji.string.unicodeScalars.first?.properties.isEmojiModifier == true
            text += isMelting && !text.isEmpty ? "\n" + emoji.string : emoji.string
        }
    }

    /// Each emoji once, where it stands first.
    var distinct: [EmojiText] {
        var seen: Set<EmojiText> = []
        return filter { seen.insert($0).inserted }
    }
}
