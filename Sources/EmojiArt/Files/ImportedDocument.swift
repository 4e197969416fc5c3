/// What an `.emojiart` file holds, in the terms of the model: y points up, positions and sizes
/// are within `Limits`.
public struct ImportedDocument: Equatable, Sendable {
    /// The form that the file has.
    public let dialect: EmojiArtFile.Dialect
    /// The background; image data became a `data:image/` URL, if it is small enough for one.
    public let background: Background
    /// The background's image, if it is not: `background` is blank until a server keeps it.
    public let image: BackgroundImage?
    /// The emojis in drawing order, the lowest first; no two have the same id.
    public let emojis: [ImportedEmoji]
    /// The highest id that the file's document ever used; at least the highest here.
    public let uniqueEmojiId: Whole

    /// Turns the emojis into new ones of a client, in an order that `Operation.add` accepts.
    ///
    /// The file's ids become the client's counters where they can: when they ascend, as they do in
    /// every file that the app writes, are above `counter` and at most `Limits.identifierMax`.
    /// Else the client counts on from `counter`. So a file that is imported into an empty document
    /// by a client that added nothing yet is exported with the same ids.
    ///
    /// - Parameters:
    ///   - client: the client's number.
    ///   - counter: the highest counter that the client has used; 0 when none.
    /// - Returns: nil when the client would run out of counters.
    public func newEmojis(client: Int, after counter: Int) -> [NewEmoji]? {
        let keepsIDs = hasAscendingIDs(after: counter)
        guard keepsIDs || emojis.count <= Limits.identifierMax - counter else { return nil }
        return emojis.enumerated().map { index, emoji in
            NewEmoji(
                id: EmojiID(
                    client: client,
                    counter: keepsIDs ? Int(emoji.id) : counter + 1 + index
                ),
                text: emoji.text,
                x: emoji.x,
                y: emoji.y,
                size: emoji.size
            )
        }
    }

    private func hasAscendingIDs(after counter: Int) -> Bool {
        var last = Whole(counter)
        for emoji in emojis {
            guard emoji.id > last, emoji.id <= Whole(Limits.identifierMax) else { return false }
            last = emoji.id
        }
        return true
    }
}

/// An emoji of an `.emojiart` file.
public struct ImportedEmoji: Equatable, Sendable {
    /// The id in the file, at least 1 and at most 2^53 - 1.
    public let id: Whole
    /// What is drawn, byte for byte as in the file.
    public let text: EmojiText
    /// Distance of the centre to the right of the canvas's centre, in canvas units.
    public let x: Int
    /// Distance of the centre above the canvas's centre, in canvas units.
    public let y: Int
    /// Side of the square that the emoji fills, in canvas units.
    public let size: Int
}
