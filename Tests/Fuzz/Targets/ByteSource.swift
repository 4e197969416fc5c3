/// Decisions out of an input's bytes: the same bytes decide the same.
///
/// At its end all further decisions are 0, so that each input is a whole run.
struct ByteSource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number of 0 to before `count`, which is at most 256.
    mutating func below(_ count: Int) -> Int { count > 1 ? Int(byte()) % count : 0 }

    mutating func flag() -> Bool { byte() & 1 == 1 }

    mutating func chance(oneIn count: Int) -> Bool { below(count) == 1 }

    mutating func choice<Item>(_ items: [Item]) -> Item? {
        items.isEmpty ? nil : items[below(min(items.count, 256))]
    }

    /// A number of a range: mostly near `usual`, now and then near an end, or any.
    mutating func integer(_ range: ClosedRange<Int>, usual: Int = 0) -> Int {
        let step = Int(Int8(bitPattern: byte()))
        let start: Int
        switch below(16) {
        case 0: start = range.lowerBound
        case 1: start = range.upperBound
        case 2: start = Int(truncatingIfNeeded: word())
        default: start = usual
        }
        let (sum, isOver) = start.addingReportingOverflow(step)
        return min(max(isOver ? start : sum, range.lowerBound), range.upperBound)
    }

    mutating func word() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
        return word
    }

    /// The next bytes, at most so many.
    mutating func take(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }
}
