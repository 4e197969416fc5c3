package import EmojiArt
package import Tokens
internal import Transport
package import WebSockets
internal import Wire

/// A connection and how far it has come.
package final class Guest {
    /// Its WebSocket.
    package let connection: Connection
    /// The document that its path names.
    package let name: DocumentName
    /// When it came, in milliseconds since 1970.
    package let since: Int
    /// How far it has come, and what its edits wait for.
    var admission = Admission.silent
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

    /// Keeps a message until the state of the past is there that an edit before it waits for; false
    /// when no room is left for it.
    func hold(_ message: Span<UInt8>) -> Bool {
        guard case .held(let document, .past(var messages)) = admission else { return false }
        // The payload is this variable's alone while it grows.
        admission = .member(document)
        defer { admission = .held(document, .past(messages)) }
        return messages.append(message)
    }

    /// Goes on as a member, and gives what was held meanwhile, in order.
    func takeHeld() -> [[UInt8]] {
        guard case .held(let document, .past(let messages)) = admission else { return [] }
        admission = .member(document)
        return messages.bytes
    }

    func close(_ code: CloseCode, _ reason: String) {
        admission = .gone
        connection.close(code.rawValue, reason)
    }
}
