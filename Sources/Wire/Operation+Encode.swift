package import EmojiArt

extension JSONWriter {
    /// Appends an operation.
    package mutating func operation(_ operation: Operation) {
        raw("{\"type\":\"")
        raw(operation.name)
        raw("\"")
        switch operation {
        case .add(let new):
            array(",\"emojis\":", new) { writer, emoji in writer.newEmoji(emoji) }
        case .move(let ids, let dx, let dy): move(ids, dx: dx, dy: dy)
        case .scale(let ids, let factor): scale(ids, factor: factor)
        case .delete(let ids): self.ids(ids)
        case .arrange(let ids, let place):
            self.ids(ids)
            raw(",\"to\":\"")
            raw(place.rawValue)
            raw("\"")
        case .background(let background): self.background(",\"url\":", background)
        case .canvas(let canvas): sides(canvas)
        case .restore(let emojis): self.emojis(",\"emojis\":", emojis)
        case .resize(let items), .restack(let items):
            array(",\"items\":", items) { writer, item in
                writer.raw("{\"id\":")
                writer.emojiID(item.id)
                writer.integer(",\"value\":", item.value)
                writer.raw("}")
            }
        case .replace(let replacement): self.replacement(replacement)
        case .none: break
        }
        raw("}")
    }

    /// Appends `ids`, `dx` and `dy`, with a comma before each.
    package mutating func move(_ ids: [EmojiID], dx: Int, dy: Int) {
        self.ids(ids)
        integer(",\"dx\":", dx)
        integer(",\"dy\":", dy)
    }

    /// Appends `ids` and `factor`.
    ///
    /// A factor that an undo made is never sent: only sizes are.
    mutating func scale(_ ids: [EmojiID], factor: ScaleFactor) {
        precondition(
            factor.denominator == ScaleFactor.unit,
            "A factor on the wire is in millionths."
        )
        self.ids(ids)
        raw(",\"factor\":")
        millionths(Whole(factor.numerator))
    }

    /// Appends `ids`, with a comma before it.
    package mutating func ids(_ ids: [EmojiID]) {
        raw(",\"ids\":")
        emojiIDs(ids)
    }

    /// Appends a key, with what stands before it, and a URL or null.
    package mutating func background(_ key: String, _ background: Background) {
        raw(key)
        self.background(background)
    }

    /// Appends a URL or null.
    package mutating func background(_ background: Background) {
        switch background {
        case .blank: raw("null")
        case .url(let url): string(url.string)
        }
    }

    mutating func sides(_ canvas: Canvas?) {
        raw(",\"width\":")
        if let canvas { integer(canvas.width) } else { raw("null") }
        raw(",\"height\":")
        if let canvas { integer(canvas.height) } else { raw("null") }
    }

    private mutating func newEmoji(_ emoji: NewEmoji) {
        record(bytesMax: OutputSpan<UInt8>.emojiBytesMax(emoji.text)) { span in
            span.emoji(emoji.id, emoji.text, x: emoji.x, y: emoji.y, size: emoji.size)
            span.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a whole emoji.
    package mutating func emoji(_ emoji: Emoji) {
        record(bytesMax: OutputSpan<UInt8>.emojiBytesMax(emoji.text)) { span in
            span.emoji(emoji.id, emoji.text, x: emoji.x, y: emoji.y, size: emoji.size)
            span.raw(",\"z\":")
            span.integer(emoji.z)
            span.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a key, with what stands before it, and whole emojis.
    ///
    /// Not by `array`, which is generic over modules: it would have each emoji on the heap.
    package mutating func emojis(_ key: String, _ emojis: [Emoji]) {
        raw(key)
        raw("[")
        for index in emojis.indices {
            if index > 0 { raw(",") }
            emoji(emojis[index])
        }
        raw("]")
    }

    /// Appends the fields of a replacement, with a comma before each.
    private mutating func replacement(_ replacement: Replacement) {
        ids(replacement.ids)
        emojis(",\"emojis\":", replacement.emojis)
        if let background = replacement.background { self.background(",\"url\":", background) }
        if let canvas = replacement.canvas { sides(canvas) }
    }
}

// A snapshot of a large document is little else: an emoji asks for room once.
extension OutputSpan<UInt8> {
    fileprivate static func emojiBytesMax(_ text: EmojiText) -> Int {
        64 + emojiIDBytesMax + bytesMax(of: text.string) + 4 * integerBytesMax
    }

    fileprivate mutating func emoji(
        _ id: EmojiID,
        _ text: EmojiText,
        x: Int,
        y: Int,
        size: Int
    ) {
        raw("{\"id\":")
        emojiID(id)
        raw(",\"text\":")
        string(text.string)
        raw(",\"x\":")
        integer(x)
        raw(",\"y\":")
        integer(y)
        raw(",\"size\":")
        integer(size)
    }
}
