package import EmojiArt
package import Tokens
package import WebSockets
internal import Wire

/// A connection and how far it has come.
package final class Guest {
    /// The life of a connection on this server.
    enum Phase {
        /// No hello has come yet.
        case silent
        /// The document is being loaded.
        case waiting(ClientMessage.Hello)
        /// A member of the document, or about to become one.
        case member(OpenDocument)
        /// Closed by us or by the peer.
        case gone
    }

    /// Its WebSocket.
    package let connection: Connection
    /// The document that its path names.
    package let name: DocumentName
    /// When it came, in milliseconds since 1970.
    package let since: Int
    var phase = Phase.silent
    /// Whether it counts as one that has not said hello.
    var isSilent = true
    /// How many edits and presence messages are read of it before it rests.
    var edits: TokenBucket
    var presence: TokenBucket
    /// Whether its client may be one that nothing is stored of yet.
    var mayBeNew = true
    /// What its token lets it do; nil where no tokens are asked for.
    package var grant: Grant?
    /// Edits that wait for a verdict.
    var unjudged = HeldEdits()
    /// Whether edits of it were left unanswered, as its document is frozen.
    var waitsForThaw = false
    /// What it sent while an edit of its own waits for a state of the past; nil while none does.
    var held: [[UInt8]]?
    private var heldBytes = 0

    /// Bytes that may be held; who sends more comes back later.
    private static let heldBytesMax = 262_144

    /// The number by which the document knows this connection.
    package var number: Int { Int(connection.number) }

    init(_ connection: Connection, name: DocumentName, _ options: HostingOptions, now: UInt64) {
        let (edits, presence) = (options.editsPerSecond, options.presencePerSecond)
        self.edits = TokenBucket(perSecond: edits, burst: 2 * edits, now: now)
        self.presence = TokenBucket(perSecond: presence, burst: 2 * presence, now: now)
        self.connection = connection
        self.name = name
        since = Clock.milliseconds
    }

    /// Counts a message; what comes too fast is read later (CN13).
    func pace(_ message: ClientMessage, now: UInt64) {
        let milliseconds: UInt64
        switch message {
        case .edit:
            guard !edits.take(1, now: now) else { return }
            milliseconds = edits.debtMilliseconds
        case .presence:
            guard !presence.take(1, now: now) else { return }
            milliseconds = presence.debtMilliseconds
        case .hello, .resync, .ping, .token: return
        }
        connection.rest(milliseconds: milliseconds)
    }

    /// Whether what it sends has to wait.
    var isHeld: Bool { held != nil }

    /// Keeps a message for later; false when there is no room.
    func hold(_ message: Span<UInt8>) -> Bool {
        heldBytes += message.count
        guard heldBytes <= Self.heldBytesMax else { return false }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(message.count)
        for index in message.indices { bytes.append(message[index]) }
        held?.append(bytes)
        return true
    }

    /// Gives what was held, in order; nothing is held then.
    func takeHeld() -> [[UInt8]] {
        defer { (held, heldBytes) = (nil, 0) }
        return held ?? []
    }

    func close(_ code: CloseCode, _ reason: String) {
        phase = .gone
        connection.close(code.rawValue, reason)
    }
}
