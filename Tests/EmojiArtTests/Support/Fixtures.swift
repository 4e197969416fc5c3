import EmojiArt

/// Emojis by short names, for tests about something else than text.
enum Fixture {
    /// A document that holds as many emojis as it may, of client 1: made once for all tests.
    static let full: Document = {
        var document = Document()
        let new = (1...Limits.emojisMax).map { Fixture.new("1.\($0)") }
        guard (try? document.apply(.add(new))) != nil else {
            preconditionFailure("As many emojis as that fit in.")
        }
        return document
    }()

    /// The text of an emoji that is known to be one.
    static func text(_ string: String) -> EmojiText {
        guard let text = try? EmojiText(string) else {
            preconditionFailure("\(string) is not an emoji.")
        }
        return text
    }

    /// An id such as `"1.2"`.
    static func id(_ string: String) -> EmojiID {
        guard let id = EmojiID(string) else { preconditionFailure("\(string) is not an id.") }
        return id
    }

    /// Ids such as `"1.1 1.2"`.
    static func ids(_ string: String) -> [EmojiID] {
        string.split(separator: " ").map { id(String($0)) }
    }

    /// A factor of so many millionths.
    static func factor(_ millionths: Int) -> ScaleFactor {
        guard let factor = ScaleFactor(millionths: millionths) else {
            preconditionFailure("\(millionths) is not a factor.")
        }
        return factor
    }

    /// Bounds of a canvas.
    static func canvas(_ width: Int, _ height: Int) -> Canvas {
        guard let canvas = Canvas(width: width, height: height) else {
            preconditionFailure("\(width) x \(height) is not a canvas.")
        }
        return canvas
    }

    /// The background behind a URL.
    static func background(_ string: String) -> Background {
        guard let url = BackgroundURL(string) else {
            preconditionFailure("\(string) is not a URL.")
        }
        return .url(url)
    }

    /// An emoji to add.
    static func new(
        _ id: String,
        x: Int = 0,
        y: Int = 0,
        size: Int = 40,
        text: String = "🚲"
    ) -> NewEmoji {
        NewEmoji(id: Self.id(id), text: Self.text(text), x: x, y: y, size: size)
    }

    /// An emoji as a document holds it.
    static func emoji(_ id: String, x: Int = 0, y: Int = 0, size: Int = 40, z: Int = 0) -> Emoji {
        Emoji(id: Self.id(id), text: text("🚲"), x: x, y: y, size: size, z: z)
    }

    /// A document with emojis added in this order.
    static func document(_ emojis: NewEmoji...) -> Document {
        var document = Document()
        for emoji in emojis {
            do {
                try document.apply(.add([emoji]))
            } catch {
                preconditionFailure("\(emoji.id) cannot be added: \(error).")
            }
        }
        return document
    }
}

extension Document {
    /// The ids in drawing order, such as `"1.1 1.2"`.
    var order: String { drawingOrder.map(\.id.description).joined(separator: " ") }

    /// What is drawn, apart from the z keys ever given, which no undo takes back.
    func drawsSame(as other: Document) -> Bool {
        emojis == other.emojis && background == other.background && canvas == other.canvas
    }

    /// The checksum computed from nothing.
    var recomputedChecksum: Checksum {
        Document(
            emojis: drawingOrder,
            background: background,
            canvas: canvas,
            stackTop: stackTop,
            stackBottom: stackBottom
        ).checksum
    }
}
