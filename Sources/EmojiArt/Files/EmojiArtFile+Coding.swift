extension EmojiArtFile {
    /// Reads a file of 2020, 2021 or 2023; which, is seen from its fields.
    ///
    /// Unknown fields are ignored. Numbers are whole; `1.0` is one, `1.5` is not. `null` counts as
    /// absent.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - ignoresBackground: whether to leave the background out, whatever it is: the way to the
    ///     emojis of a file whose image is too large for a document, or on the writer's disk.
    /// - Returns: what the file holds, in the terms of the model.
    /// - Throws: `FileError` that names the field: for bytes that are not strict JSON, a missing
    ///   field, a position or size out of `Limits`, more than `Limits.emojisMax` emojis, a text
    ///   that is not one emoji, an id below 1 or used twice, a `uniqueEmojiId` below an id, a
    ///   background that is no `BackgroundURL` and no image of a known kind, and for any file of
    ///   2017.
    public static func read(
        _ bytes: [UInt8],
        ignoresBackground: Bool = false
    ) throws(FileError) -> ImportedDocument {
        let file = try FileReader(bytes)
        try file.expectObject(file.root)
        guard
            file.member("url", of: file.root) == nil
                || file.member("uniqueEmojiId", of: file.root) != nil
        else { throw FileError(field: "", reason: .dialectOf2017) }
        let fields = try file.items(
            of: file.required("emojis", of: file.root),
            countMax: Limits.emojisMax
        )
        let dialect = dialect(of: file, first: fields.first)
        let found =
            ignoresBackground ? FileBackground() : try FileBackground.read(file, dialect: dialect)
        var emojis: [ImportedEmoji] = []
        emojis.reserveCapacity(fields.count)
        var ids: Set<Whole> = []
        for field in fields {
            let emoji = try readEmoji(field, of: file, dialect: dialect)
            guard ids.insert(emoji.id).inserted else {
                throw file.unexpected(
                    try file.required("id", of: field),
                    mustBe: "an id that no other emoji has"
                )
            }
            emojis.append(emoji)
        }
        return ImportedDocument(
            dialect: dialect,
            background: found.background,
            image: found.image,
            emojis: emojis,
            uniqueEmojiId: try file.integer(
                try file.required("uniqueEmojiId", of: file.root),
                in: (ids.max() ?? 0)...Limits.stackMax
            )
        )
    }

    /// A file without emojis and background is the same in all dialects, and then counts as 2023.
    private static func dialect(
        of file: borrowing FileReader,
        first: FileReader.Field?
    ) -> Dialect {
        if let first, file.member("position", of: first) != nil { return .year2023 }
        if file.member("backgroundURL", of: file.root) != nil { return .year2020 }
        if let background = file.member("background", of: file.root) {
            if file.isObject(background) { return .year2021 }
        } else if let first, file.member("text", of: first) != nil {
            return .year2020
        }
        if let first, file.member("text", of: first) != nil { return .year2021 }
        return .year2023
    }

    private static func readEmoji(
        _ field: FileReader.Field,
        of file: borrowing FileReader,
        dialect: Dialect
    ) throws(FileError) -> ImportedEmoji {
        try file.expectObject(field)
        let id = try file.integer(file.required("id", of: field), in: 1...Limits.stackMax)
        let coordinates = -Limits.coordinateMax...Limits.coordinateMax
        let pointsUp = dialect == .year2023
        let text = try readText(file.required(pointsUp ? "string" : "text", of: field), of: file)
        let position = pointsUp ? try file.required("position", of: field) : field
        try file.expectObject(position)
        let x = try file.integer(file.required("x", of: position), in: coordinates)
        let y = try file.integer(file.required("y", of: position), in: coordinates)
        // The app can shrink an emoji to a size of 0, where nobody can see it or get hold of it.
        let size = try file.integer(file.required("size", of: field), in: 0...Limits.sizeMax)
        return ImportedEmoji(
            id: id,
            text: text,
            x: x,
            y: pointsUp ? y : -y,
            size: max(size, Limits.sizeMin)
        )
    }

    private static func readText(
        _ field: FileReader.Field,
        of file: borrowing FileReader
    ) throws(FileError) -> EmojiText {
        let string = try file.string(field, meaning: "one emoji")
        do {
            return try EmojiText(string)
        } catch {
            throw file.unexpected(
                field,
                mustBe: error == .notEmoji
                    ? "one emoji"
                    : "one emoji of at most \(Limits.textBytesMax) bytes"
                        + " and \(Limits.textScalarsMax) scalars"
            )
        }
    }

    /// Writes a document as a file of 2023, compact, with sorted keys and `/` unescaped.
    ///
    /// Bounds of the canvas, identities and z keys have no place in the file. Its ids are chosen
    /// so that exporting what was imported gives an equal file:
    ///
    /// - When all emojis are one client's and were never rearranged, that client's counters are
    ///   what the app calls ids: the first is 1, each add takes the next, none is used twice. They
    ///   are written as they are, gaps included, and `uniqueEmojiId` is the highest that the
    ///   document remembers.
    /// - Else the emojis are numbered from 1 in drawing order.
    ///
    /// `ImportedDocument.newEmojis` is the other half. What an import cannot bring back is a
    /// `uniqueEmojiId` above the highest id, because adding is the only way to use up a counter,
    /// and ids that do not ascend, which the app never writes: they are numbered anew.
    ///
    /// The file holds the image that the background names, when a server keeps it.
    ///
    /// - Complexity: O(n log n) of the document's emojis.
    public static func write(_ document: Document, image: BackgroundImage? = nil) -> [UInt8] {
        let emojis = document.drawingOrder
        let counters = fileCounters(of: document, emojis)
        var writer = JSONWriter(capacity: 64 + 96 * emojis.count)
        writer.raw("{")
        if case .url(let url) = document.background {
            writer.raw("\"background\":")
            if let image {
                // Megabytes in which nothing is to be escaped.
                writer.raw("\"\(image.url)\"")
            } else {
                writer.string(url.string)
            }
            writer.raw(",")
        }
        writer.array("\"emojis\":", emojis.enumerated()) { writer, item in
            let (index, emoji) = item
            writer.integer("{\"id\":", counters == nil ? index + 1 : emoji.id.counter)
            writer.integer(",\"position\":{\"x\":", emoji.x)
            writer.integer(",\"y\":", emoji.y)
            writer.integer("},\"size\":", emoji.size)
            writer.string(",\"string\":", emoji.text.string)
            writer.raw("}")
        }
        writer.integer(",\"uniqueEmojiId\":", counters ?? emojis.count)
        writer.raw("}")
        return writer.bytes
    }

    /// The highest counter of the one client whose counters can be the file's ids; nil when the
    /// emojis are several clients' or do not ascend.
    ///
    /// On an empty canvas it is the only client that ever added something.
    private static func fileCounters(of document: Document, _ emojis: [Emoji]) -> Int? {
        guard let first = emojis.first else {
            return document.counters.count == 1 ? document.counters.first?.value : nil
        }
        let client = first.id.client
        guard emojis.allSatisfy({ $0.id.client == client }),
            zip(emojis, emojis.dropFirst()).allSatisfy({ $0.id < $1.id })
        else { return nil }
        return document.counters[client]
    }
}
