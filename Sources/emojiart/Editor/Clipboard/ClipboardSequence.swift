internal import Foundation

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
        return Array("\u{1B}]52;c;".utf8) + Data(text).base64EncodedData() + [0x07]
    }
}
