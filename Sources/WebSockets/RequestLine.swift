/// What the first bytes of a connection say about its request.
package enum RequestLine: Equatable {
    /// Not enough yet.
    case unfinished
    /// The path is complete, as it stands there.
    case path(String)
    /// It is none, or longer than any that is served.
    case other

    /// Bytes of it that are looked at; the longest path that is served has some 150.
    package static let bytesMax = 512

    /// Looks at the bytes that came so far.
    package init(_ bytes: ArraySlice<UInt8>) {
        let isWhole = bytes.count >= Self.bytesMax
        guard let space = bytes.firstIndex(where: Self.isEnd) else {
            self = isWhole ? .other : .unfinished
            return
        }
        let rest = bytes[(space + 1)...]
        guard bytes[space] == UInt8(ascii: " "), space > bytes.startIndex else {
            self = .other
            return
        }
        guard let end = rest.firstIndex(where: Self.isEnd) else {
            self = isWhole ? .other : .unfinished
            return
        }
        self = .path(String(decoding: rest[..<end], as: UTF8.self))
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "?") || byte < 0x20
    }
}
