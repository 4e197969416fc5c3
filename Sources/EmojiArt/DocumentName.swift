/// The name of a document: matches `[a-z0-9][a-z0-9_-]{0,63}`, compared byte for byte.
///
/// The name is a key in the journal and a part of a URL, never of a file path.
public struct DocumentName: Hashable, Sendable, CustomStringConvertible {
    /// The name itself, ASCII.
    public let string: String

    /// The name itself, ASCII.
    public var description: String { string }

    /// Takes a name; nil when it does not match the pattern.
    public init?(_ string: String) {
        guard (1...Limits.documentNameBytesMax).contains(string.utf8.count) else { return nil }
        for (index, byte) in string.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                continue
            case UInt8(ascii: "_"), UInt8(ascii: "-"):
                guard index > 0 else { return nil }
            default: return nil
            }
        }
        self.string = string
    }
}
