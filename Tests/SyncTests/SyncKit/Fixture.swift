import EmojiArt
import Sync
import Wire

/// Values by short names, for tests about something else than how they are made.
enum Fixture {
    /// A document's name.
    static let name = known(DocumentName("picnic"), "picnic")
    /// The id of the history that tests begin with.
    static let epoch: UInt64 = 0x0123_4567_89ab_cdef

    /// A value that is known to be one.
    private static func known<Value>(_ value: Value?, _ text: String) -> Value {
        guard let value else { preconditionFailure("\(text) is no \(Value.self).") }
        return value
    }

    /// The text of an emoji.
    static func text(_ string: String) -> EmojiText { known(try? EmojiText(string), string) }

    /// A factor of so many millionths.
    static func factor(_ millionths: Int) -> ScaleFactor {
        known(ScaleFactor(millionths: millionths), "\(millionths)")
    }

    /// The background behind a URL.
    static func background(_ string: String) -> Background {
        .url(known(BackgroundURL(string), string))
    }

    /// A key that only depends on a number.
    static func key(_ number: Int) -> ClientKey {
        ClientKey(high: 0xe0e0, low: UInt64(number))
    }

    /// Emojis of client 1 at one place, with these counters, which are their z too.
    static func emojis(_ counters: some Sequence<Int>, size: Int = 40) -> [Emoji] {
        counters.map { counter in
            let id = EmojiID(client: 1, counter: counter)
            return Emoji(id: id, text: text("🚲"), x: 0, y: 0, size: size, z: counter)
        }
    }

    /// The welcome to a client that does not resume.
    static func welcome(
        client: Int? = 1,
        seq: Int = 0,
        counter: Int = 0,
        at position: Position = .start(of: 1),
        access: Access? = nil,
        isResumed: Bool = false,
        isTrimmed: Bool = false
    ) -> [UInt8] {
        let welcome = ServerMessage.Welcome(
            document: "picnic",
            position: position,
            isResumed: isResumed,
            member: 1,
            client: client,
            seq: seq,
            counter: counter,
            isTrimmed: isTrimmed,
            access: access
        )
        return ServerMessage.welcome(welcome).encoded
    }

    /// An `add` of one emoji.
    static func add(_ id: EmojiID, x: Int = 0, y: Int = 0, size: Int = 40) -> Operation {
        .add([NewEmoji(id: id, text: text("🚲"), x: x, y: y, size: size)])
    }
}

extension Replica {
    /// Connects, and gets this welcome.
    mutating func join(_ welcome: [UInt8]) {
        connected()
        receive(welcome.span)
    }
}
