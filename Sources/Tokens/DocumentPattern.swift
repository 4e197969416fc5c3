package import EmojiArt

/// Which documents a token is for: a name in which each `*` stands for any letters, or for none.
package struct DocumentPattern: Equatable, Sendable {
    /// Patterns of a token that are looked at; a token with more is refused.
    package static let countMax = 64

    /// The pattern: 1 to `Limits.documentNameBytesMax` letters of names, and stars.
    package let text: String

    /// Reads a pattern; nil for one that no document's name can match.
    package init?(_ text: String) {
        let allowed = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "*"):
                true
            default: false
            }
        }
        guard allowed, (1...Limits.documentNameBytesMax).contains(text.utf8.count) else {
            return nil
        }
        self.text = text
    }

    /// Whether a document has such a name.
    ///
    /// - Complexity: O(name × pattern), both at most 64 bytes.
    package func matches(_ name: DocumentName) -> Bool {
        let name = Array(name.string.utf8)
        let pattern = Array(text.utf8)
        var (place, star, mark) = (0, Int?.none, 0)
        var index = 0
        while index < name.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                // It stands for nothing, until that turns out to be too little.
                (star, mark) = (place, index)
                place += 1
            } else if place < pattern.count, pattern[place] == name[index] {
                place += 1
                index += 1
            } else if let star {
                mark += 1
                (place, index) = (star + 1, mark)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
