internal import EmojiArt
internal import Foundation

/// What a text means that was pasted or dropped: the first usable thing wins (L11-4).
///
/// ```
/// {...          an .emojiart file of any year     document
/// https://...   alone on the first line           background
/// anything      with emojis in it                 emojis
/// ```
enum PastedContent: Equatable, Sendable {
    case document(ImportedDocument)
    case background(BackgroundURL)
    /// Emojis, at most `Limits.addedEmojisMax`.
    case emojis([EmojiText])
    /// Nothing that has a place in a document, and why, for a person.
    case nothing(reason: String)

    /// Finds out what a text means, of at most `InputParser.pasteBytesMax`; bytes that are no UTF-8
    /// count as other characters.
    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        self =
            Self.file(bytes) ?? Self.background(text) ?? Self.emojis(text)
            ?? .nothing(reason: "no emoji, http URL or .emojiart file in the text")
    }

    /// A file; nil when the text is not meant as one.
    private static func file(_ bytes: [UInt8]) -> PastedContent? {
        let spaces = Set(" \t\r\n".utf8)
        guard bytes.first(where: { !spaces.contains($0) }) == UInt8(ascii: "{") else { return nil }
        do {
            return .document(try EmojiArtFile.read(bytes))
        } catch {
            switch error.reason {
            case .notJSON: return nil
            case .missing where error.field == "emojis": return nil
            case .missing, .dialectOf2017, .unexpected:
                return .nothing(reason: error.description)
            }
        }
    }

    /// A background; nil when the text is not meant as a URL.
    ///
    /// A list of URLs, as a browser drops it, counts as its first.
    private static func background(_ text: String) -> PastedContent? {
        let line = text.split(whereSeparator: \.isNewline).first ?? ""
        let words = line.split(whereSeparator: \.isWhitespace)
        guard words.count == 1, let word = words.first, ImageURL.hasScheme(word) else { return nil }
        guard let url = ImageURL.find(in: String(word)) else {
            return .nothing(
                reason: """
                    the URL cannot be a background: use at most \(Limits.backgroundBytesMax) \
                    bytes of visible ASCII, without ", <, >, ` and \\
                    """
            )
        }
        return .background(url)
    }

    private static func emojis(_ text: String) -> PastedContent? {
        let emojis = [EmojiText](in: text).prefix(Limits.addedEmojisMax)
        return emojis.isEmpty ? nil : .emojis(Array(emojis))
    }
}

enum ImageURL {
    private static let endings = [
        ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp",
    ]

    static func hasScheme(_ text: some StringProtocol) -> Bool {
        ["http://", "https://", "data:image/"].contains { text.hasPrefix($0) }
    }

    /// The URL of a background; one of an image hidden in its query is preferred (L11-3).
    ///
    /// Search engines link to a page of theirs that names the image: `?imgurl=https%3A%2F%2F...`.
    ///
    /// - Returns: nil when the text is no `BackgroundURL`.
    static func find(in text: String) -> BackgroundURL? {
        guard let url = BackgroundURL(text) else { return nil }
        guard text.hasPrefix("http") else { return url }
        let withoutFragment = text.prefix { $0 != "#" }
        guard let mark = withoutFragment.firstIndex(of: "?") else { return url }
        for item in withoutFragment[withoutFragment.index(after: mark)...].split(separator: "&") {
            let parts = item.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let value = parts[1].removingPercentEncoding,
                value.hasPrefix("http"), parts[0] == "imgurl" || isImagePath(value),
                let hidden = BackgroundURL(value)
            else { continue }
            return hidden
        }
        return url
    }

    private static func isImagePath(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return endings.contains { path.hasSuffix($0) }
    }
}
