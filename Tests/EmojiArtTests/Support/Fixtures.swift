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

    /// A value that is known to be one.
    private static func known<Value>(_ value: Value?, _ text: String) -> Value {
        guard let value else { preconditionFailure("\(text) is no \(Value.self).") }
        return value
    }

    /// The text of an emoji.
    static func text(_ string: String) -> EmojiText { known(try? EmojiText(string), string) }

    /// An id such as `"1.2"`.
    static func id(_ string: String) -> EmojiID { known(EmojiID(string), string) }

    /// Ids such as `"1.1 1.2"`.
    static func ids(_ string: String) -> [EmojiID] {
        string.split(separator: " ").map { id(String($0)) }
    }

    /// A factor of so many millionths.
    static func factor(_ millionths: Int) -> ScaleFactor {
        known(ScaleFactor(millionths: millionths), "\(millionths)")
    }

    /// Bounds of a canvas.
    static func canvas(_ width: Int, _ height: Int) -> Canvas {
        known(Canvas(width: width, height: height), "\(width) x \(height)")
    }

    /// The background behind a URL.
    static func background(_ string: String) -> Background {
        .url(known(BackgroundURL(string), string))
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
