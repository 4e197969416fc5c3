import EmojiArt

/// An emoji drawn once, to be shown in any size and in many places.
///
/// The fonts of colour emojis hold pictures of one size, so nothing is lost. Cairo keeps a glyph
/// that it scales itself in each size: an emoji may be 10,000 units large, and many such would take
/// all the memory.
struct Sprite {
    /// The font size that it is drawn in, in pixels: the one of Noto Color Emoji's pictures.
    static let fontSize = 109.0

    /// What the glyphs cover; nil when that is nothing.
    let image: Surface?
    /// From the middle of the text to the image's left edge, in pixels of the image.
    let left: Double
    /// From the middle of the text down to the image's upper edge, in pixels of the image.
    let top: Double
    let isWithoutFont: Bool

    /// The memory that it takes, about, in bytes.
    var bytes: Int { 256 + 4 * (image?.width ?? 0) * (image?.height ?? 0) }

    /// Draws an emoji.
    ///
    /// - Throws: `RasterError.failed`.
    init(_ text: EmojiText, with layout: Layout) throws(RasterError) {
        layout.set(text.displayed)
        isWithoutFont = layout.isWithoutFont
        let (ink, logical) = layout.boxes
        // Whole pixels keep the font's pictures as they are; one more for soft edges.
        let (x, y) = (ink.x.rounded(.down) - 1, ink.y.rounded(.down) - 1)
        left = x - (logical.x + logical.width / 2)
        top = y - (logical.y + logical.height / 2)
        guard ink.width > 0, ink.height > 0 else {
            image = nil
            return
        }
        let image = try Surface(
            width: Int((ink.x + ink.width - x).rounded(.up)) + 1,
            height: Int((ink.y + ink.height - y).rounded(.up)) + 1
        )
        image.draw(layout, x: -x, y: -y)
        try image.check()
        self.image = image
    }
}

/// The emojis that were drawn last, by their texts.
struct SpriteCache {
    /// Bytes that are kept: the pictures of 900 emojis.
    private static let bytesMax = 67_108_864

    /// Fonts take a while to be found: a document without emojis needs none.
    private lazy var layout = Layout(fonts: SVGFile.fonts, size: Sprite.fontSize)
    private var sprites: [EmojiText: Sprite] = [:]
    private var bytes = 0

    /// An emoji, drawn now if it is not there.
    ///
    /// - Throws: `RasterError.failed`.
    mutating func sprite(for text: EmojiText) throws(RasterError) -> Sprite {
        if let sprite = sprites[text] { return sprite }
        let sprite = try Sprite(text, with: layout)
        if bytes > Self.bytesMax {
            sprites.removeAll()
            bytes = 0
        }
        sprites[text] = sprite
        bytes += sprite.bytes
        return sprite
    }
}

extension EmojiText {
    /// The text as it is drawn: a bare character that fonts may draw as a sign is asked to be drawn
    /// as an emoji, as in the browser.
    var displayed: String {
        let isSign = string.unicodeScalars.allSatisfy { scalar in
            scalar != "\u{FE0F}" && scalar != "\u{200D}" && !scalar.properties.isEmojiPresentation
        }
        return isSign ? string + "\u{FE0F}" : string
    }
}
