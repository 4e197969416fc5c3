/// What is drawn centred below all emojis.
public enum Background: Equatable, Sendable {
    /// Nothing.
    case blank
    /// The image behind a URL.
    case url(BackgroundURL)
}

/// The URL of a background: `http:`, `https:` or `data:image/`, as ASCII; or `image:` and a digest,
/// of an image that the document's server keeps.
///
/// Nothing else may reach a browser's image loader: no script, no file of the viewer's machine.
public struct BackgroundURL: Equatable, Sendable, CustomStringConvertible {
    /// The URL itself.
    public let string: String

    /// The URL itself.
    public var description: String { string }

    /// Characters of an image's digest.
    public static let digestLength = 64

    private static let imageScheme = "image:"

    /// Takes a URL; nil when it is empty of host or image, longer than
    /// `Limits.backgroundBytesMax` bytes, of another scheme, or holds a byte that is not a
    /// visible ASCII character or is one of `"`, `<`, `>`, `\` and a backtick; and when what
    /// follows `image:` is not `digestLength` lowercase hexadecimal digits.
    public init?(_ string: String) {
        let bytes = string.utf8
        guard bytes.count <= Limits.backgroundBytesMax else { return nil }
        guard Self.isImage(bytes) || Self.isElsewhere(bytes) else { return nil }
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

    /// Names an image that the server keeps; nil when the digest is none.
    public init?(digest: String) {
        self.init(Self.imageScheme + digest)
    }

    private static func isElsewhere(_ bytes: String.UTF8View) -> Bool {
        ["http://", "https://", "data:image/"].contains { prefix in
            bytes.count > prefix.utf8.count && bytes.starts(with: prefix.utf8)
        }
    }

    private static func isImage(_ bytes: String.UTF8View) -> Bool {
        bytes.count == imageScheme.utf8.count + digestLength
            && bytes.starts(with: imageScheme.utf8)
            && bytes.dropFirst(imageScheme.utf8.count).allSatisfy { byte in
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
            }
    }

    /// True for a `data:` URL, which holds the image itself.
    public var isData: Bool { string.utf8.starts(with: "data:".utf8) }

    /// The digest of an image that the server keeps; nil for an image from elsewhere.
    public var digest: String? {
        guard Self.isImage(string.utf8) else { return nil }
        return String(decoding: string.utf8.dropFirst(Self.imageScheme.utf8.count), as: UTF8.self)
    }

    /// Equality of bytes.
    public static func == (left: BackgroundURL, right: BackgroundURL) -> Bool {
        left.string.utf8.elementsEqual(right.string.utf8)
    }
}
