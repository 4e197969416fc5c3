internal import EmojiArt

/// The image that a URL is about.
enum ImageURL {
    private static let endings = [
        ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".avif", ".bmp",
    ]

    /// Whether a text begins as the URL of a background does.
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
            guard parts.count == 2, let value = percentDecoded(parts[1]),
                value.hasPrefix("http"), parts[0] == "imgurl" || isImagePath(value),
                let hidden = BackgroundURL(value)
            else { continue }
            return hidden
        }
        return url
    }

    /// Whether a URL's path ends as those of images do.
    private static func isImagePath(_ url: String) -> Bool {
        let path = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
        return endings.contains { path.hasSuffix($0) }
    }

    /// Decodes `%41` (RFC 3986, section 2.1); nil when what comes out is no UTF-8 or a `%` has no
    /// two digits.
    private static func percentDecoded(_ text: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexadecimalDigit,
                let low = rest.popFirst()?.hexadecimalDigit
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hexadecimalDigit: UInt8? {
        Character(Unicode.Scalar(self)).hexDigitValue.map(UInt8.init)
    }
}
