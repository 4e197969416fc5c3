/// An emoji on the canvas.
public struct Emoji: Equatable, Sendable {
    /// The identity, never used twice in a document.
    public let id: EmojiID
    /// What is drawn.
    public let text: EmojiText
    /// Distance of the centre to the right of the canvas's centre, in canvas units.
    public package(set) var x: Int
    /// Distance of the centre above the canvas's centre, in canvas units: y points up.
    public package(set) var y: Int
    /// Side of the square that the emoji fills, in canvas units.
    public package(set) var size: Int
    /// Key of the drawing order: emojis are drawn in the order of (z, id), the last on top.
    public package(set) var z: Whole

    /// Makes an emoji.
    ///
    /// - Precondition: position, size and z are within `Limits`.
    public init(id: EmojiID, text: EmojiText, x: Int, y: Int, size: Int, z: Whole) {
        precondition(
            abs(x) <= Limits.coordinateMax && abs(y) <= Limits.coordinateMax
                && (Limits.sizeMin...Limits.sizeMax).contains(size) && abs(z) <= Limits.stackMax,
            "An emoji's position, size and z are checked before it is made."
        )
        self.id = id
        self.text = text
        self.x = x
        self.y = y
        self.size = size
        self.z = z
    }

    /// Whether this emoji is drawn before the other, that is, below it.
    public func isBelow(_ other: Emoji) -> Bool {
        z == other.z ? id < other.id : z < other.z
    }
}

/// An emoji that a client asks to add: the document decides its z.
public struct NewEmoji: Equatable, Sendable {
    /// The identity that the client minted.
    public package(set) var id: EmojiID
    /// What is drawn.
    public let text: EmojiText
    /// Distance to the right of the canvas's centre, in canvas units.
    public let x: Int
    /// Distance above the canvas's centre, in canvas units.
    public let y: Int
    /// Side of the square that the emoji fills, in canvas units.
    public let size: Int

    /// Makes a new emoji.
    ///
    /// - Precondition: position and size are within `Limits`.
    public init(id: EmojiID, text: EmojiText, x: Int, y: Int, size: Int = Limits.sizeDefault) {
        precondition(
            abs(x) <= Limits.coordinateMax && abs(y) <= Limits.coordinateMax
                && (Limits.sizeMin...Limits.sizeMax).contains(size),
            "A new emoji's position and size are checked before it is made."
        )
        self.id = id
        self.text = text
        self.x = x
        self.y = y
        self.size = size
    }
}
