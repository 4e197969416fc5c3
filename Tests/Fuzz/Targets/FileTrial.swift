internal import EmojiArt

/// A file is refused, or gives a document within the limits that is exported as the same again.
enum FileTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        _ = try? EmojiArtFile.read(bytes, ignoresBackground: true)
        let file: ImportedDocument
        do {
            file = try EmojiArtFile.read(bytes)
        } catch {
            return try check(error)
        }
        try check(file)
        let document = try document(of: file)
        let exported = EmojiArtFile.write(document)
        guard let again = try? EmojiArtFile.read(exported) else {
            throw Finding("cannot be read again: \(String(decoding: exported, as: UTF8.self))")
        }
        try promise(again.background == file.background, "the background is another one")
        let places = { (file: ImportedDocument) in
            file.emojis.map { [$0.x, $0.y, $0.size] }
        }
        try promise(again.emojis.map(\.text) == file.emojis.map(\.text), "texts are other ones")
        try promise(places(again) == places(file), "places are other ones")
        let other = try self.document(of: again)
        try promise(other == document, "the document that was exported is another one")
        try promise(EmojiArtFile.write(other) == exported, "the document is written in two ways")
        _ = SVGFile.write(document)
    }

    private static func check(_ error: FileError) throws(Finding) {
        let text = error.description
        try promise(text.utf8.count <= 1_024, "the error is long: \(text)")
        let hasControls = text.unicodeScalars.contains {
            $0.value < 0x20 || (0x7f...0x9f).contains($0.value)
        }
        try promise(!hasControls, "the error has control characters: \(text)")
    }

    private static func check(_ file: ImportedDocument) throws(Finding) {
        try promise(file.emojis.count <= Limits.emojisMax, "\(file.emojis.count) emojis")
        try promise(
            Set(file.emojis.map(\.id)).count == file.emojis.count,
            "two emojis have one id"
        )
        for emoji in file.emojis {
            try promise(
                abs(emoji.x) <= Limits.coordinateMax && abs(emoji.y) <= Limits.coordinateMax
                    && (Limits.sizeMin...Limits.sizeMax).contains(emoji.size)
                    && (1...file.uniqueEmojiId).contains(emoji.id),
                "\(emoji) is out of bounds"
            )
        }
    }

    /// What an empty document becomes by an import.
    private static func document(of file: ImportedDocument) throws(Finding) -> Document {
        var document = Document()
        guard let new = file.newEmojis(client: 1, after: 0) else {
            throw Finding("a new client has no counters left")
        }
        do {
            try document.apply(.add(new))
            try document.apply(.background(file.background))
        } catch {
            throw Finding("a part of the file is refused: \(error)")
        }
        return document
    }
}
