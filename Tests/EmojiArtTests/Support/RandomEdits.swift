import EmojiArt
import TestKit

/// Random operations of three clients: likely ones, and ones at every edge.
struct RandomEdits {
    private var random: SplitMix64
    private var counters: [Int: Int] = [:]
    private var minted: [EmojiID] = [Fixture.id("9.9")]

    private static let texts = ["🚲", "❤️", "❤", "👩‍🚀", "🇫🇷", "1️⃣"].map(Fixture.text)

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func chance(oneIn count: Int) -> Bool { random.chance(oneIn: count) }

    mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    /// Whether the next edit is an undo or a redo; nil for neither.
    mutating func direction() -> History.Direction? {
        switch number(in: 0...7) {
        case 0, 1: .undo
        case 2: .redo
        default: nil
        }
    }

    /// The next operation that some client might send about the document.
    mutating func next(for document: Document) -> Operation {
        switch Int.random(in: 0..<16, using: &random) {
        case 0..<4: return .add(newEmojis(for: document))
        case 4..<8: return .move(ids: someIDs(), dx: delta(), dy: delta())
        case 8..<11: return .scale(ids: someIDs(), factor: factor())
        case 11: return .delete(ids: someIDs())
        case 12..<14:
            let place = Operation.Arrangement.allCases.randomElement(using: &random) ?? .front
            return .arrange(ids: someIDs(), to: place)
        case 14:
            let urls = ["https://example.org/a.png", "data:image/png;base64,AAAA"]
            if chance(oneIn: 3) { return .background(.blank) }
            return .background(Fixture.background(urls.randomElement(using: &random) ?? urls[0]))
        default:
            let sides = 1...(chance(oneIn: 2) ? 401 : Limits.canvasSideMax)
            if chance(oneIn: 2) { return .canvas(nil) }
            return .canvas(Canvas(width: number(in: sides), height: number(in: sides)))
        }
    }

    /// Any operation with values within the limits, also one that only a server writes, also an
    /// `add` under ids that are used or of several clients.
    mutating func any() -> Operation {
        let ids = someIDs()
        switch Int.random(in: 0..<6, using: &random) {
        case 5: return .replace(replacement(ids))
        case 0: return .restore(ids.map { anyEmoji($0) })
        case 1: return .resize(ids.map { .init(id: $0, value: anySize()) })
        case 2: return .restack(ids.map { .init(id: $0, value: anyZ()) })
        case 3:
            let delta = [Int.min, Int.max].randomElement(using: &random) ?? 0
            return .move(ids: ids, dx: delta, dy: -1 - delta)
        default:
            return .add(
                ids.map { id in
                    let emoji = anyEmoji(id)
                    return NewEmoji(
                        id: id,
                        text: emoji.text,
                        x: emoji.x,
                        y: emoji.y,
                        size: emoji.size
                    )
                }
            )
        }
    }

    /// Anything that a revert could come to, and more.
    private mutating func replacement(_ ids: [EmojiID]) -> Replacement {
        Replacement(
            ids: someIDs(),
            emojis: ids.map { anyEmoji($0) },
            background: chance(oneIn: 3) ? .blank : nil,
            canvas: chance(oneIn: 3) ? .some(Canvas(width: 300, height: 200)) : nil
        )
    }

    private mutating func anyEmoji(_ id: EmojiID) -> Emoji {
        let reach = -Limits.coordinateMax...Limits.coordinateMax
        return Emoji(
            id: id,
            text: Self.texts.randomElement(using: &random) ?? Self.texts[0],
            x: Int.random(in: reach, using: &random),
            y: Int.random(in: reach, using: &random),
            size: anySize(),
            z: anyZ()
        )
    }

    private mutating func anySize() -> Int {
        Int.random(in: Limits.sizeMin...Limits.sizeMax, using: &random)
    }

    private mutating func anyZ() -> Int {
        let reach = chance(oneIn: 8) ? 1 : 20
        let z = Int.random(in: -reach...reach, using: &random)
        return reach == 1 ? z * Limits.stackMax : z
    }

    private mutating func newEmojis(for document: Document) -> [NewEmoji] {
        let client = Int.random(in: 1...3, using: &random)
        return (0..<Int.random(in: 1...4, using: &random)).map { _ in
            let counter = counters[client, default: 0] + Int.random(in: 1...3, using: &random)
            counters[client] = counter
            let id = EmojiID(client: client, counter: counter)
            minted.append(id)
            let reach = chance(oneIn: 6) ? Limits.coordinateMax : 150
            return NewEmoji(
                id: id,
                text: Self.texts.randomElement(using: &random) ?? Self.texts[0],
                x: Int.random(in: -reach...reach, using: &random),
                y: Int.random(in: -reach...reach, using: &random),
                size: chance(oneIn: 4)
                    ? [1, 2, 9_999, 10_000].randomElement(using: &random) ?? 1
                    : Int.random(in: 1...300, using: &random)
            )
        }
    }

    /// Some ids, in any order, also of emojis that are gone, also twice.
    private mutating func someIDs() -> [EmojiID] {
        (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in
            minted.randomElement(using: &random)
        }
    }

    private mutating func delta() -> Int {
        let reach = chance(oneIn: 5) ? 2 * Limits.coordinateMax : 60
        return Int.random(in: -reach...reach, using: &random)
    }

    private mutating func factor() -> ScaleFactor {
        let edges = [Limits.factorMin, Limits.factorMax, 500_000, 1_000_000, 1_500_000, 999_999]
        if chance(oneIn: 2) { return Fixture.factor(edges.randomElement(using: &random) ?? 1) }
        return Fixture.factor(number(in: 100_000...4_000_000))
    }
}
