/// The bytes of an image that is too large for a background's URL: a server keeps it.
///
/// In files it is a `data:` URL (RFC 2397) of any length, or the base64 that a file of 2021 has.
public struct BackgroundImage: Equatable, Sendable {
    /// Its media type, such as `image/png`.
    public let type: String
    /// Its bytes, 1 to `Limits.imageBytesMax`.
    public let bytes: [UInt8]

    /// An image of a type; nil when it is empty or too large, or the type is not one of an image.
    public init?(type: String, bytes: [UInt8]) {
        let kind = "image/"
        // A name as RFC 6838, section 4.2, has it: it stands in files as it is.
        guard (1...Limits.imageBytesMax).contains(bytes.count), type.utf8.starts(with: kind.utf8),
            type.utf8.dropFirst(kind.utf8.count).allSatisfy(Self.isOfName)
        else { return nil }
        self.type = type
        self.bytes = bytes
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Reads a `data:image/…;base64,` URL; nil when it is another, or too large.
    public init?(url: String) {
        let scheme = "data:"
        let coding = ";base64"
        guard url.utf8.starts(with: scheme.utf8),
            let comma = url.utf8.firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let head = url.utf8[..<comma].dropFirst(scheme.utf8.count)
        let data = url[url.utf8.index(after: comma)...]
        guard head.suffix(coding.utf8.count).elementsEqual(coding.utf8),
            let bytes = Base64.decode(data, atMost: Limits.imageBytesMax)
        else { return nil }
        let type = head.dropLast(coding.utf8.count)
        self.init(type: String(decoding: type, as: UTF8.self), bytes: bytes)
    }

    /// The image as a `data:` URL, for a file that means the same everywhere.
    public var url: String { "data:\(type);base64,\(Base64.encode(bytes))" }
}
