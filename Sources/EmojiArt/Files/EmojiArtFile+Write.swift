extension EmojiArtFile {
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
    /// - Parameters:
    ///   - document: What is written.
    ///   - image: What the background names, when a server keeps it: the file then holds it.
    /// - Returns: The file, in UTF-8.
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
        writer.raw("\"emojis\":")
        writer.array(emojis.enumerated()) { writer, item in
            let (index, emoji) = item
            writer.raw("{\"id\":")
            writer.integer(counters == nil ? index + 1 : emoji.id.counter)
            writer.raw(",\"position\":{\"x\":")
            writer.integer(emoji.x)
            writer.raw(",\"y\":")
            writer.integer(emoji.y)
            writer.raw("},\"size\":")
            writer.integer(emoji.size)
            writer.raw(",\"string\":")
            writer.string(emoji.text.string)
            writer.raw("}")
        }
        writer.raw(",\"uniqueEmojiId\":")
        writer.integer(counters ?? emojis.count)
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
