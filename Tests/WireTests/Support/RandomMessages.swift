import EmojiArt
import TestKit
import Wire

/// Makes messages at random, with the values at the limits more often than chance would.
struct RandomMessages {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func clientMessage() -> ClientMessage {
        switch number(0...9) {
        case 0: .hello(hello())
        case 1, 2: .presence(patch())
        case 3: isTrue() ? .resync(revision: integer(0...Limits.stackMax)) : .token(token())
        case 4: .ping(integer(0...Limits.stackMax))
        case 5: .edit(seq: integer(1...Limits.stackMax), walkOrRevert())
        default: .edit(seq: integer(1...Limits.stackMax), .operation(clientOperation()))
        }
    }

    private mutating func walkOrRevert() -> ClientMessage.Request {
        switch number(0...2) {
        case 0: .walk(.undo)
        case 1: .walk(.redo)
        default: .revert(to: integer(0...Limits.stackMax))
        }
    }

    mutating func serverMessage() -> ServerMessage {
        let numbers = 1...Limits.stackMax
        switch number(0...9) {
        case 0: return .welcome(welcome())
        case 1: return .snapshot(snapshotPart())
        case 2: return .ack(seq: integer(numbers), revision: integer(numbers))
        case 3: return .refused(seq: integer(numbers), code: refusalCode())
        case 4:
            let revision = integer(0...Limits.stackMax)
            return .history(
                revision: revision,
                undo: isTrue() ? "move" : nil,
                redo: isTrue() ? name() : nil
            )
        case 5, 6: return .presence(presenceUpdate())
        case 7: return isTrue() ? .pong(integer(0...Limits.stackMax)) : .access(access())
        default: return .edit(edit())
        }
    }

    mutating func clientOperation() -> Operation {
        switch number(0...6) {
        case 0: .add((0...number(0...5)).map { _ in newEmoji() })
        case 1: .move(ids: ids(least: 1), dx: delta(), dy: delta())
        case 2: .scale(ids: ids(least: 1), factor: factor())
        case 3: .delete(ids: ids(least: 1))
        case 4: .arrange(ids: ids(least: 1), to: pick(Operation.Arrangement.allCases))
        case 5: .background(background())
        default: .canvas(canvas())
        }
    }

    private mutating func replacement() -> Replacement {
        Replacement(
            ids: ids(least: 0),
            emojis: distinctEmojis(),
            background: isTrue() ? background() : nil,
            canvas: isTrue() ? .some(canvas()) : nil
        )
    }

    private mutating func serverOperation() -> Operation {
        switch number(0...9) {
        case 0: .restore(distinctEmojis())
        case 1: .resize(assignments(Limits.sizeMin...Limits.sizeMax))
        case 2: .restack(assignments(-Limits.stackMax...Limits.stackMax))
        case 3: .none
        case 4: .replace(replacement())
        default: clientOperation()
        }
    }

    // MARK: Parts of messages

    private mutating func hello() -> ClientMessage.Hello {
        ClientMessage.Hello(
            key: isTrue() ? ClientKey(using: &random) : nil,
            name: name(),
            colour: isTrue() ? colour() : nil,
            token: isTrue() ? token() : nil,
            position: isTrue() ? position() : nil
        )
    }

    private mutating func token() -> String {
        pick(["", "a.b.c", String(repeating: "t", count: Limits.tokenBytesMax)])
    }

    private mutating func access() -> Access {
        Access(
            role: pick(Role.allCases),
            user: isTrue() ? name() : nil,
            expires: isTrue() ? integer(0...Limits.stackMax) : nil
        )
    }

    private mutating func limits() -> ServerLimits {
        let range = 1...Limits.stackMax
        return ServerLimits(
            members: integer(range),
            messages: integer(range),
            edits: integer(range),
            presence: integer(range),
            bytes: integer(range)
        )
    }

    private mutating func welcome() -> ServerMessage.Welcome {
        var welcome = ServerMessage.Welcome(
            document: pick(["a", "picnic", String(repeating: "z", count: 64)]),
            position: position(),
            isResumed: isTrue(),
            member: integer(1...Limits.stackMax)
        )
        welcome.isForked = !welcome.isResumed && isTrue()
        welcome.access = isTrue() ? access() : nil
        welcome.limits = isTrue() ? limits() : nil
        guard isTrue() else { return welcome }
        welcome.client = integer(1...Limits.identifierMax)
        welcome.seq = integer(0...Limits.stackMax)
        welcome.counter = integer(0...Limits.identifierMax)
        welcome.undo = isTrue() ? "scale" : nil
        welcome.redo = isTrue() ? "add" : nil
        return welcome
    }

    private mutating func snapshotPart() -> ServerMessage.SnapshotPart {
        let emojis = distinctEmojis()
        let document = Document(
            emojis: emojis,
            background: background(),
            canvas: canvas(),
            stackTop: integer(-Limits.stackMax...Limits.stackMax),
            stackBottom: integer(-Limits.stackMax...Limits.stackMax)
        )
        let part = isTrue() ? 0 : number(1...Limits.emojisMax)
        return ServerMessage.SnapshotPart(
            part: part,
            isLast: isTrue(),
            header: part == 0
                ? .init(
                    of: document,
                    at: position(),
                    seq: isTrue() ? integer(0...Limits.stackMax) : nil
                ) : nil,
            emojis: emojis
        )
    }

    private mutating func edit() -> ServerMessage.Edit {
        let numbers = 1...Limits.stackMax
        var walk: ServerMessage.Walk?
        if isTrue() { walk = .init(isTrue() ? .undo : .redo, of: integer(numbers)) }
        return ServerMessage.Edit(
            revision: integer(numbers),
            client: integer(1...Limits.identifierMax),
            seq: integer(numbers),
            time: integer(0...Limits.stackMax),
            walk: walk,
            operation: serverOperation(),
            checksum: checksum()
        )
    }

    private mutating func presenceUpdate() -> ServerMessage.PresenceUpdate {
        var update = ServerMessage.PresenceUpdate(isFull: isTrue())
        for _ in 0..<number(0...4) {
            var identity: ServerMessage.MemberIdentity?
            if isTrue() {
                let client = isTrue() ? integer(1...Limits.identifierMax) : nil
                let user = isTrue() ? name() : nil
                identity = .init(client: client, name: name(), colour: colour(), user: user)
            }
            let member = integer(1...Limits.stackMax)
            update.members.append(.init(member: member, identity: identity, presence: patch()))
        }
        for _ in 0..<number(0...3) { update.left.append(integer(1...Limits.stackMax)) }
        return update
    }

    private mutating func patch() -> Presence.Patch {
        var patch = Presence.Patch()
        if isTrue() { patch.selection = ids(least: 0) }
        if isTrue() {
            patch.cursor = .some(isTrue() ? .init(x: coordinate(), y: coordinate()) : nil)
        }
        if isTrue() { patch.signals = signals() }
        guard isTrue() else { return patch }
        switch number(0...2) {
        case 0: patch.gesture = .some(nil)
        case 1: patch.gesture = .move(ids: ids(least: 1), dx: delta(), dy: delta())
        default: patch.gesture = .scale(ids: ids(least: 1), factor: factor())
        }
        return patch
    }

    private mutating func signals() -> Presence.Signals.Patch {
        var patch = Presence.Signals.Patch()
        if isTrue() { patch.view = .some(isTrue() ? view() : nil) }
        if isTrue() { patch.activity = pick(Presence.Activity.allCases) }
        if isTrue() {
            let chat = name()
            patch.chat = .some(chat.isEmpty ? nil : chat)
        }
        if isTrue() { patch.reaction = .some(isTrue() ? text() : nil) }
        if isTrue() { patch.hasLaser = isTrue() }
        return patch
    }

    private mutating func view() -> Presence.View {
        let sides = 1...Limits.viewSideMax
        return Presence.View(
            middle: .init(x: coordinate(), y: coordinate()),
            width: integer(sides),
            height: integer(sides)
        )
    }
}

// MARK: Values

extension RandomMessages {
    private static let texts = ["🌲", "☺️", "1️⃣", "🇫🇷", "👩‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍🏽"].compactMap { text in
        try? EmojiText(text)
    }
    private static let names = [
        "", "Ada", "\"\\/", "José", "Jose\u{301}", "<b>", "名前", "🌲🚲", "a b", "{\"type\":1}",
    ]
    private static let urls = [
        "http://a", "https://example.org/?a=b&c#d", "data:image/png;base64,AA==",
    ]

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &random)
    }

    /// A number of the range, often one of its ends or near zero.
    private mutating func integer(_ range: ClosedRange<Int>) -> Int {
        switch number(0...5) {
        case 0: range.lowerBound
        case 1: range.upperBound
        case 2: min(max(number(-9...9), range.lowerBound), range.upperBound)
        default: number(range)
        }
    }

    private mutating func isTrue() -> Bool { random.chance(oneIn: 2) }

    private mutating func pick<Value>(_ values: [Value]) -> Value {
        values[number(0...values.count - 1)]
    }

    private mutating func coordinate() -> Int {
        integer(-Limits.coordinateMax...Limits.coordinateMax)
    }

    private mutating func delta() -> Int {
        integer(-2 * Limits.coordinateMax...2 * Limits.coordinateMax)
    }

    private mutating func name() -> String { pick(Self.names) }

    private mutating func colour() -> Colour {
        Colour(rgb: UInt32.random(in: 0...0xff_ffff, using: &random))
    }

    private mutating func checksum() -> Checksum { Checksum(random.next()) }

    private mutating func position() -> Position {
        Position(epoch: random.next(), revision: integer(0...Limits.stackMax), chain: checksum())
    }

    private mutating func refusalCode() -> String {
        isTrue() ? pick(RefusalCode.allCases).rawValue : "a_code_of_a_newer_server"
    }

    private mutating func id() -> EmojiID {
        let numbers = 1...Limits.identifierMax
        return EmojiID(client: integer(numbers), counter: integer(numbers))
    }

    private mutating func ids(least: Int) -> [EmojiID] {
        Set((0..<number(least...6)).map { _ in id() }).sorted()
    }

    private mutating func factor() -> ScaleFactor {
        ScaleFactor(
            numerator: integer(Limits.factorMin...Limits.factorMax),
            denominator: ScaleFactor.unit
        )
    }

    private mutating func text() -> EmojiText { pick(Self.texts) }

    private mutating func newEmoji() -> NewEmoji {
        let size = integer(Limits.sizeMin...Limits.sizeMax)
        return NewEmoji(id: id(), text: text(), x: coordinate(), y: coordinate(), size: size)
    }

    private mutating func distinctEmojis() -> [Emoji] {
        ids(least: 0).map { id in
            Emoji(
                id: id,
                text: text(),
                x: coordinate(),
                y: coordinate(),
                size: integer(Limits.sizeMin...Limits.sizeMax),
                z: integer(-Limits.stackMax...Limits.stackMax)
            )
        }
    }

    private mutating func assignments(_ range: ClosedRange<Int>) -> [Operation.Assignment] {
        ids(least: 1).map { .init(id: $0, value: integer(range)) }
    }

    private mutating func background() -> Background {
        BackgroundURL(pick(Self.urls + ["none"])).map { .url($0) } ?? .blank
    }

    private mutating func canvas() -> Canvas? {
        let sides = 1...Limits.canvasSideMax
        return isTrue() ? Canvas(width: integer(sides), height: integer(sides)) : nil
    }
}
