/// The emojis and other clusters that a frame shows, by number.
///
/// An own hash table over bytes: a dictionary of strings would bring every emoji into its normal
/// form to hash it, ten thousand times a frame.
///
/// Owned by one frame and its copies, and by one thread.
final class GlyphTable {
    /// A text with its number.
    struct Entry {
        let text: String
        /// Whether it is drawn as an emoji: measured, with fallbacks.
        let isEmoji: Bool
        /// Its UTF-8, a part of the table's bytes.
        let bytes: Range<Int>
    }

    private(set) var entries: [Entry] = []
    private var bytes: [UInt8] = []
    /// Numbers plus 1, by hash; 0 where there is none; a power of 2 of them.
    private var slots: [UInt32]
    /// Chance, so that nobody can choose texts whose hashes are equal.
    private let seed = UInt64.random(in: .min ... .max)

    /// Makes an empty table.
    init() { slots = Array(repeating: 0, count: 64) }

    /// The number of a text; a new one when it is seen for the first time.
    func number(of text: String, isEmoji: Bool) -> UInt32 {
        let mask = slots.count - 1
        var slot = hash(text.utf8.span, isEmoji) & mask
        while slots[slot] > 0 {
            let number = slots[slot] - 1
            if holds(number, text.utf8.span, isEmoji) { return number }
            slot = (slot + 1) & mask
        }
        let number = UInt32(entries.count)
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        entries.append(Entry(text: text, isEmoji: isEmoji, bytes: start..<bytes.count))
        slots[slot] = number + 1
        if entries.count * 2 > slots.count { grow() }
        return number
    }

    private func holds(_ number: UInt32, _ text: Span<UInt8>, _ isEmoji: Bool) -> Bool {
        let entry = entries[Int(number)]
        guard entry.bytes.count == text.count, entry.isEmoji == isEmoji else { return false }
        let start = entry.bytes.lowerBound
        return text.indices.allSatisfy { text[$0] == bytes[start + $0] }
    }

    private func grow() {
        slots = Array(repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for (index, entry) in entries.enumerated() {
            var slot = hash(bytes.span.extracting(entry.bytes), entry.isEmoji) & mask
            while slots[slot] > 0 { slot = (slot + 1) & mask }
            slots[slot] = UInt32(index) + 1
        }
    }

    /// Folds eight bytes at a time into a product of 128 bits, as wyhash does.
    private func hash(_ text: Span<UInt8>, _ isEmoji: Bool) -> Int {
        var hash = seed ^ (isEmoji ? 0x9e37_79b9_7f4a_7c15 : 0)
        var word: UInt64 = 0
        for index in text.indices {
            word = word << 8 | UInt64(text[index])
            guard index & 7 == 7 || index == text.count - 1 else { continue }
            let product = (hash ^ word).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
            hash = product.high ^ product.low
            word = 0
        }
        return Int(truncatingIfNeeded: hash & 0x7fff_ffff)
    }
}
