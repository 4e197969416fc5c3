import TestKit

/// Bytes by chance, likely and unlikely ones.
enum InputChance {
    /// Bytes of which many are those that sequences are made of.
    static func bytes(count: Int, using generator: inout SplitMix64) -> [UInt8] {
        let likely = Array("\u{1b}\u{1b}\u{1b}[[[O]P;;:?<M012~ARu$y\u{7}\\\r".utf8)
        return (0..<Int.random(in: 0...count, using: &generator)).map { _ in
            if generator.chance(oneIn: 3) { return UInt8(truncatingIfNeeded: generator.next()) }
            return likely[Int.random(in: likely.indices, using: &generator)]
        }
    }

    /// A piece of what terminals send, with a few bytes changed, left out or put in.
    static func mutated(_ text: String, using generator: inout SplitMix64) -> [UInt8] {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &generator)
            let byte = UInt8(truncatingIfNeeded: generator.next())
            switch generator.next() % 4 {
            case 0: bytes[index] = byte
            case 1: bytes[index] ^= 1 << (byte & 7)
            case 2: bytes.remove(at: index)
            default: bytes.insert(byte, at: index)
            }
        }
        return bytes
    }

    /// The bytes in pieces.
    static func cut(_ bytes: [UInt8], using generator: inout SplitMix64) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Int.random(in: 0...min(rest.count, 9), using: &generator)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}
