internal import DequeModule
package import EmojiArt
package import Tokens
internal import Transport
package import WebSockets
package import Wire

/// A connection and how far it has come.
package final class Guest {
    /// Its WebSocket.
    package let connection: Connection
    /// The document that its path names.
    package let name: DocumentName
    /// When it came, in milliseconds since 1970.
    package let since: Int
    /// The same by the loop's clock, which never jumps, in milliseconds.
    package let arrivedAt: UInt64
    var admission = Admission.silent
    /// Whether it counts as one that has not said hello.
    var isSilent = true
    /// How many edits and presence messages are read of it before it rests.
    var edits: TokenBucket
    var presence: TokenBucket
    /// Whether its client may be one that nothing is stored of yet.
    var mayBeNew = true
    /// Its hello as it came, while it may have to go to another server.
    package var hello: ClientMessage.Hello?
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
        arrivedAt = now
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

    /// Waits for its document again, which another server had.
    package func wait(_ hello: ClientMessage.Hello) { admission = .opening(hello) }

    /// True while it waits for its document.
    package var isWaiting: Bool {
        if case .opening = admission { true } else { false }
    }

    /// Closes its connection as another server says.
    package func end(_ code: UInt16, _ reason: String) {
        if case .relayed(let relay) = admission { relay.leave() }
        admission = .gone
        connection.close(code, reason)
    }

    /// Closes its connection.
    package func close(_ code: CloseCode, _ reason: String) {
        end(code.rawValue, reason)
    }
}

/// Edits of one member that wait for a verdict, in the order in which they came.
///
/// They are asked about all at once, and go on in their order: an edit never overtakes one before
/// it of the same member.
struct HeldEdits {
    private var waiting: Deque<Held> = []

    private struct Held {
        var edit: ClientMessage.Edit
        var hasVerdict = false
    }

    var count: Int { waiting.count }
    var isEmpty: Bool { waiting.isEmpty }

    mutating func hold(_ edit: ClientMessage.Edit) { waiting.append(Held(edit: edit)) }

    /// There is a verdict about an edit; of one that is not held any more nothing is done.
    mutating func settle(seq: Int, _ verdict: EditVerdict) {
        let index = waiting.firstIndex { $0.edit.seq == seq && !$0.hasVerdict }
        guard let index else { return }
        waiting[index].hasVerdict = true
        switch (verdict, waiting[index].edit.request) {
        case (.accept, _): break
        // What an undo does is the server's word: nothing can be put in its place.
        case (.replace(let other), .operation): waiting[index].edit.request = .operation(other)
        case (.refuse, _), (.replace, _): waiting[index].edit.request = .invalid(.againstRule)
        }
    }

    /// Takes the next edit, if it may go on.
    mutating func takeSettled() -> ClientMessage.Edit? {
        guard let first = waiting.first, first.hasVerdict else { return nil }
        return waiting.removeFirst().edit
    }
}
