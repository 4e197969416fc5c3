internal import EmojiArt
internal import Wire

/// Makes operations and presence of an input's decisions: such as a client may ask for.
struct EditSource {
    private static let texts = ["🌲", "❤️", "1️⃣", "🇨🇭", "👩‍👩‍👧‍👦"].compactMap {
        try? EmojiText($0)
    }

    /// Ids that may exist: few, so that edits meet, and of each client those near the newest.
    static func ids(_ source: inout ByteSource, near newest: [Int: Int] = [:]) -> [EmojiID] {
        var ids: Set<EmojiID> = []
        for _ in 0...source.below(4) {
            let client = 1 + source.below(3)
            let first = max(newest[client] ?? 0, 8) - 7
            ids.insert(EmojiID(client: client, counter: first + source.below(8)))
        }
        return ids.sorted()
    }

    static func operation(
        _ source: inout ByteSource,
        near newest: [Int: Int],
        mint: () -> EmojiID?
    ) -> Operation? {
        switch source.below(8) {
        case 0, 1: return add(&source, mint: mint)
        case 2: return .move(ids: ids(&source, near: newest), dx: way(&source), dy: way(&source))
        case 3: return .scale(ids: ids(&source, near: newest), factor: factor(&source))
        case 4: return .delete(ids: ids(&source, near: newest))
        case 5:
            let place = source.choice(Operation.Arrangement.allCases) ?? .front
            return .arrange(ids: ids(&source, near: newest), to: place)
        case 6:
            let url = BackgroundURL("https://a/\(source.below(3))")
            return .background(source.flag() ? url.map(Background.url) ?? .blank : .blank)
        default:
            guard source.flag() else { return .canvas(nil) }
            let sides = 1...Limits.canvasSideMax
            return .canvas(
                Canvas(
                    width: source.integer(sides, usual: 200),
                    height: source.integer(sides, usual: 200)
                )
            )
        }
    }

    static func patch(_ source: inout ByteSource, near newest: [Int: Int]) -> Presence.Patch {
        var patch = Presence.Patch()
        // Rare signals are decided in bits that were free: older inputs still decide as they did.
        let choice = source.byte()
        if choice & 1 == 1 { patch.selection = source.flag() ? ids(&source, near: newest) : [] }
        if source.flag() {
            let range = -Limits.coordinateMax...Limits.coordinateMax
            patch.cursor =
                source.flag()
                ? .init(x: source.integer(range), y: source.integer(range)) : .some(nil)
        }
        if source.flag() {
            patch.gesture = source.flag() ? gesture(&source, near: newest) : .some(nil)
        }
        if choice & 0xC0 == 0xC0 { patch.signals = signals(&source) }
        return patch
    }

    static func signals(_ source: inout ByteSource) -> Presence.Signals.Patch {
        var patch = Presence.Signals.Patch()
        if source.flag() {
            let sides = 1...Limits.viewSideMax
            let middle = Presence.Cursor(x: source.below(256), y: 0)
            let view = Presence.View(
                middle: middle,
                width: source.integer(sides),
                height: source.integer(sides)
            )
            patch.view = source.flag() ? view : .some(nil)
        }
        if source.flag() { patch.activity = source.flag() ? .idle : .active }
        if source.flag() { patch.chat = source.flag() ? "look" : .some(nil) }
        if source.flag() { patch.reaction = .some(text(&source)) }
        if source.flag() { patch.hasLaser = source.flag() }
        return patch
    }

    static func gesture(_ source: inout ByteSource, near newest: [Int: Int]) -> Presence.Gesture {
        guard source.flag() else {
            return .scale(ids: ids(&source, near: newest), factor: factor(&source))
        }
        return .move(ids: ids(&source, near: newest), dx: way(&source), dy: way(&source))
    }

    /// Whole emojis, as a server sends them.
    static func emojis(_ source: inout ByteSource) -> [Emoji] {
        let range = -Limits.coordinateMax...Limits.coordinateMax
        return ids(&source).compactMap { id in
            text(&source).map { text in
                Emoji(
                    id: id,
                    text: text,
                    x: source.integer(range),
                    y: source.integer(range),
                    size: source.integer(Limits.sizeMin...Limits.sizeMax, usual: 40),
                    z: source.integer(-Limits.stackMax...Limits.stackMax)
                )
            }
        }
    }

    private static func add(_ source: inout ByteSource, mint: () -> EmojiID?) -> Operation? {
        let range = -Limits.coordinateMax...Limits.coordinateMax
        var new: [NewEmoji] = []
        for _ in 0...source.below(3) {
            guard let text = text(&source), let id = mint() else { break }
            new.append(
                NewEmoji(
                    id: id,
                    text: text,
                    x: source.integer(range),
                    y: source.integer(range),
                    size: source.integer(Limits.sizeMin...Limits.sizeMax, usual: 40)
                )
            )
        }
        return new.isEmpty ? nil : .add(new)
    }

    /// How far something is moved.
    private static func way(_ source: inout ByteSource) -> Int {
        source.integer(-2 * Limits.coordinateMax...2 * Limits.coordinateMax)
    }

    private static func text(_ source: inout ByteSource) -> EmojiText? { source.choice(texts) }

    private static func factor(_ source: inout ByteSource) -> ScaleFactor {
        let millionths = source.integer(Limits.factorMin...Limits.factorMax, usual: 1_500_000)
        return ScaleFactor(millionths: millionths)
            ?? ScaleFactor(numerator: ScaleFactor.unit, denominator: ScaleFactor.unit)
    }
}
