/// The identity of an emoji: the client that made it, and that client's counter.
///
/// Written `"<client>.<counter>"`, both decimal, 1 to `Limits.identifierMax`, without leading
/// zeros. A client mints ids with its own number and never repeats a counter, so that honest
/// clients cannot collide and an id is never used twice, not even after a delete.
public struct EmojiID: Hashable, Comparable, Sendable {
    /// Both numbers in one word, the client above: equality and order are one comparison.
    private let word: UInt64

    /// The number that the document gave the client.
    public var client: Int { Int(word >> 32) }
    /// The client's own count of the emojis that it made.
    public var counter: Int { Int(word & 0xffff_ffff) }

    /// Makes an id.
    ///
    /// - Precondition: both numbers are in 1...`Limits.identifierMax`.
    public init(client: Int, counter: Int) {
        precondition(
            (1...Limits.identifierMax).contains(client)
                && (1...Limits.identifierMax).contains(counter),
            "An emoji id takes a client and a counter of 1 to \(Limits.identifierMax)."
        )
        word = UInt64(client) << 32 | UInt64(counter)
    }

    /// Reads an id from its text.
    ///
    /// Returns nil for anything but two numbers of 1 to `Limits.identifierMax` in their shortest
    /// decimal form, with one point between them.
    public init?(_ text: String) {
        let bytes = text.utf8.span
        self.init(bytes, in: 0..<bytes.count)
    }

    /// Reads an id from a range of a text.
    init?(_ bytes: borrowing Span<UInt8>, in range: Range<Int>) {
        var client = 0
        var number = 0
        var digits = 0
        for offset in range {
            let byte = bytes[offset]
            if byte == UInt8(ascii: "."), client == 0, digits > 0 {
                (client, number, digits) = (number, 0, 0)
            } else if !Self.append(byte, to: &number, after: &digits) {
                return nil
            }
        }
        guard client > 0, digits > 0 else { return nil }
        self.init(client: client, counter: number)
    }

    /// Appends one decimal digit; false when it is none, or a leading zero, or too much.
    private static func append(_ byte: UInt8, to number: inout Int, after digits: inout Int) -> Bool
    {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return false }
        if digits == 0, byte == UInt8(ascii: "0") { return false }
        let longer = Whole(number) * 10 + Whole(byte - UInt8(ascii: "0"))
        guard longer <= Whole(Limits.identifierMax) else { return false }
        number = Int(longer)
        digits += 1
        return true
    }

    /// Orders by client, then by counter.
    public static func < (left: EmojiID, right: EmojiID) -> Bool { left.word < right.word }
}

extension EmojiID: CustomStringConvertible {
    /// The id as the protocol writes it.
    public var description: String { "\(client).\(counter)" }
}
