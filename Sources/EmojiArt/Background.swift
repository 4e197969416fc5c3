/// What is drawn centred below all emojis.
public enum Background: Equatable, Sendable {
    /// Nothing.
    case blank
    /// The image behind a URL.
    case url(BackgroundURL)
}

/// The URL of a background: `http:`, `https:` or `data:image/`, as ASCII.
///
/// Nothing else may reach a browser's image loader: no script, no file of the viewer's machine.
public struct BackgroundURL: Equatable, Sendable, CustomStringConvertible {
    /// The URL itself.
    public let string: String

    /// The URL itself.
    public var description: String { string }

    /// Takes a URL; nil when it is empty of host or image, longer than
    /// `Limits.backgroundBytesMax` bytes, of another scheme, or holds a byte that is not a
    /// visible ASCII character or is one of `"`, `<`, `>`, `` ` `` and `\`.
    public init?(_ string: String) {
        let bytes = string.utf8
        guard bytes.count <= Limits.backgroundBytesMax else { return nil }
        guard
            ["http://", "https://", "data:image/"]
                .contains(where: { prefix in
                    bytes.count > prefix.utf8.count && bytes.starts(with: prefix.utf8)
                })
        else { return nil }
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "`"),
                UInt8(ascii: "\\"):
                return nil
            case 0x21...0x7E: continue
            default: return nil
            }
        }
        self.string = string
    }

    /// Equality of bytes.
    public static func == (left: BackgroundURL, right: BackgroundURL) -> Bool {
        left.string.utf8.elementsEqual(right.string.utf8)
    }
}
