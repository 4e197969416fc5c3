internal import DequeModule
internal import EmojiArt

/// The latest edits, from which members resume: size and chain of each, the oldest first.
struct KeptEdits {
    private var edits: Deque<(bytes: Int, chain: Checksum)> = []
    private(set) var byteCount = 0

    var count: Int { edits.count }

    /// The chain after the edit that `age` edits follow; nil when it is not kept.
    func chain(at age: Int) -> Checksum? {
        let index = edits.count - 1 - age
        return edits.indices.contains(index) ? edits[index].chain : nil
    }

    /// The bytes of the latest edits; nil when fewer are kept.
    func byteCount(ofLast count: Int) -> Int? {
        guard count <= edits.count else { return nil }
        return edits.suffix(count).reduce(0) { $0 + $1.bytes }
    }

    mutating func append(_ message: [UInt8], _ chain: Checksum) {
        edits.append((message.count, chain))
        byteCount += message.count
    }

    /// Drops the oldest edits beyond `Limits.keptEditBytesMax` and `countMax`; true if any.
    ///
    /// Unreleased edits at the end, which no member got yet, are neither dropped nor counted.
    mutating func trim(to countMax: Int, unreleased: Int) -> Bool {
        let before = edits.count
        while edits.count > unreleased,
            edits.count - unreleased > countMax || byteCount > Limits.keptEditBytesMax
        {
            byteCount -= edits.removeFirst().bytes
        }
        return edits.count < before
    }
}
