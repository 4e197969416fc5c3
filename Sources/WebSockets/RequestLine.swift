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

    /// Whether it is a path that has this one spelling: no escapes, no empty or dotted parts, no
    /// host.
    ///
    /// libwebsockets would take others for the same path, and a proxy for another one.
    var isPlain: Bool {
        guard case .path(let path) = self, path.hasPrefix("/") else { return false }
        let parts = path.utf8.dropFirst().split(
            separator: UInt8(ascii: "/"),
            omittingEmptySubsequences: false
        )
        return !path.utf8.contains(UInt8(ascii: "%"))
            && parts.dropLast().allSatisfy { !$0.isEmpty }
            && parts.allSatisfy { !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
    }

    private static func isEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "?") || byte < 0x20
    }
}
