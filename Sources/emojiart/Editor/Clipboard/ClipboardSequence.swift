/// The sequence that asks a terminal to put a text on the clipboard: xterm's OSC 52.
///
/// ```
/// ESC ] 5 2 ; c ; <base64> BEL
/// ```
enum ClipboardSequence {
    /// Most bytes of a text: with them the sequence has 100,000 bytes, and many terminals drop
    /// longer ones.
    static let textBytesMax = 74_994

    /// The sequence for a text; nil when the text is too long.
    static func bytes(copying text: [UInt8]) -> [UInt8]? {
        guard text.count <= textBytesMax else { return nil }
        var sequence = Array("\u{1B}]52;c;".utf8)
        sequence.reserveCapacity(sequence.count + (text.count + 2) / 3 * 4 + 1)
        appendBase64(of: text, to: &sequence)
        sequence.append(0x07)
        return sequence
    }

    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// Three bytes are four digits; what is left is padded (RFC 4648, section 4).
    private static func appendBase64(of bytes: [UInt8], to sequence: inout [UInt8]) {
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits = 0
            for byte in group { bits = bits << 8 | Int(byte) }
            bits <<= 8 * (3 - group.count)
            for place in 0..<4 {
                let isPadding = place > group.count
                let digit = digits[bits >> (18 - 6 * place) & 0x3F]
                sequence.append(isPadding ? UInt8(ascii: "=") : digit)
            }
        }
    }
}
