/// A model of a document that is as small as the runs need: emojis come, move, scale and go, and
/// there is a background.
///
/// Written from the protocol's page alone.
struct HistoryCanvas {
    /// An id as numbers, in the page's order.
    struct ID: Hashable, Comparable {
        let client: Int
        let counter: Int

        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 2, let client = Int(parts[0]), let counter = Int(parts[1]) else {
                return nil
            }
            (self.client, self.counter) = (client, counter)
        }

        static func < (a: ID, b: ID) -> Bool { (a.client, a.counter) < (b.client, b.counter) }

        var text: String { "\(client).\(counter)" }
    }

    struct Emoji: Equatable {
        let text: String
        var x: Int
        var y: Int
        var size: Int
        let z: Int
    }

    private static let limit = 1_000_000
    private static let deltaMax = 2_000_000
    private static let millionths = 1_000_000

    private(set) var emojis: [ID: Emoji] = [:]
    private var stackTop = 0
    private var background: String?
    /// The sum of the emojis' parts (CK3), kept as they change.
    private var sum: (high: UInt32, low: UInt32) = (0, 0)

    /// What an operation comes to here: the effective operation.
    func effective(_ operation: HistoryOperation) -> HistoryOperation {
        let ids = Set((operation.ids ?? []).compactMap { ID($0) })
            .filter { emojis[$0] != nil }.sorted()
        let names = ids.map(\.text)
        switch operation.type {
        case "add":
            // The server writes the size that an emoji without one gets.
            return .add(
                (operation.emojis ?? []).map { emoji in
                    var sized = emoji
                    sized.size = emoji.size ?? 40
                    return sized
                }
            )
        case "delete": return ids.isEmpty ? .none : .delete(names)
        case "move":
            let dx = Self.cut(operation.dx ?? 0, ids.compactMap { emojis[$0]?.x })
            let dy = Self.cut(operation.dy ?? 0, ids.compactMap { emojis[$0]?.y })
            return ids.isEmpty || dx == 0 && dy == 0 ? .none : .move(names, dx: dx, dy: dy)
        case "scale":
            let factor = operation.factor ?? 1
            let changes = ids.contains { id in
                emojis[id].map { Self.scale($0.size, by: factor) != $0.size } ?? false
            }
            return changes ? .scale(names, by: factor) : .none
        case "background": return operation.url == background ? .none : operation
        default: return .none
        }
    }

    mutating func apply(_ operation: HistoryOperation) {
        if operation.type == "background" { background = operation.url }
        for emoji in operation.type == "add" ? operation.emojis ?? [] : [] {
            guard let id = emoji.id.flatMap({ ID($0) }) else { continue }
            stackTop += 1
            let size = emoji.size ?? 40
            set(id, Emoji(text: emoji.text, x: emoji.x, y: emoji.y, size: size, z: stackTop))
        }
        for id in (operation.ids ?? []).compactMap({ ID($0) }) {
            guard var emoji = emojis[id] else { continue }
            switch operation.type {
            case "move":
                emoji.x += operation.dx ?? 0
                emoji.y += operation.dy ?? 0
                set(id, emoji)
            case "scale":
                emoji.size = Self.scale(emoji.size, by: operation.factor ?? 1)
                set(id, emoji)
            case "delete": set(id, nil)
            default: break
            }
        }
    }

    private mutating func set(_ id: ID, _ emoji: Emoji?) {
        if let old = emojis[id].map({ Self.part(id, $0) }) {
            sum.high &-= old.high
            sum.low &-= old.low
        }
        if let new = emoji.map({ Self.part(id, $0) }) {
            sum.high &+= new.high
            sum.low &+= new.low
        }
        emojis[id] = emoji
    }

    /// All emojis in drawing order, as a state tells them.
    var drawn: [HistoryOperation.Emoji] {
        emojis.sorted { ($0.value.z, $0.key) < ($1.value.z, $1.key) }.map { id, emoji in
            HistoryOperation.Emoji(
                id: id.text,
                text: emoji.text,
                x: emoji.x,
                y: emoji.y,
                size: emoji.size,
                z: emoji.z
            )
        }
    }

    /// The checksum of the page's rules CK3 to CK6.
    var checksum: String {
        var sum = sum
        func add(_ part: HistoryDigest) {
            sum.high &+= part.value.high
            sum.low &+= part.value.low
        }
        if let background {
            var part = HistoryDigest()
            part.word(2)
            part.bytes(background.utf8)
            add(part)
        }
        if stackTop != 0 {
            var part = HistoryDigest()
            part.word(4)
            part.integer(stackTop)
            part.integer(0)
            add(part)
        }
        return HistoryDigest.text(sum)
    }

    private static func part(_ id: ID, _ emoji: Emoji) -> (high: UInt32, low: UInt32) {
        var part = HistoryDigest()
        for word in [1, id.client, id.counter] { part.word(UInt32(word)) }
        part.bytes(emoji.text.utf8)
        for word in [emoji.x, emoji.y, emoji.size] { part.word(UInt32(truncatingIfNeeded: word)) }
        part.integer(emoji.z)
        return part.value
    }

    private static func cut(_ delta: Int, _ positions: [Int]) -> Int {
        var (least, most) = (-deltaMax, deltaMax)
        for position in positions {
            least = max(least, min(0, -limit - position))
            most = min(most, max(0, limit - position))
        }
        return min(max(delta, least), most)
    }

    private static func scale(_ size: Int, by factor: Double) -> Int {
        let numerator = Int((factor * Double(millionths)).rounded())
        let rounded = (2 * size * numerator + millionths) / (2 * millionths)
        return min(max(rounded, 1), 10_000)
    }
}
