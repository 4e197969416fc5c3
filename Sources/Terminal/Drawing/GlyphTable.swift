/// The emojis and other clusters that a frame shows, by number.
///
/// Owned by one frame and its copies, and by one thread.
final class GlyphTable {
    /// A text by its bytes: a string would be brought into its normal form to be hashed.
    struct Key: Hashable {
        let utf8: [UInt8]
        /// Whether it is drawn as an emoji: measured, with fallbacks.
        let isEmoji: Bool
    }

    private(set) var entries: [(text: String, key: Key)] = []
    private var numbers: [Key: UInt32] = [:]

    /// The number of a text; a new one when it is seen for the first time.
    func number(of text: String, isEmoji: Bool) -> UInt32 {
        let key = Key(utf8: Array(text.utf8), isEmoji: isEmoji)
        if let number = numbers[key] { return number }
        let number = UInt32(entries.count)
        entries.append((text, key))
        numbers[key] = number
        return number
    }
}
