import EmojiArt
import Testing
import Wire

@testable import Sync

/// Drives one `DocumentSession` as the server does, in memory and in virtual time.
///
/// ```
/// client ──► link.up ──► receive ──► session ──► journal ──► committed
///                                       │
/// client ◄── link.down ◄── flush ◄── queue, then log
/// ```
/// A member's own messages go before the log, as they do on a socket: they overtake edits that
/// were appended before them in the same turn.
final class Room {
    var session: DocumentSession
    var journal = FakeJournal()
    var epoch = Fixture.epoch
    /// The virtual time, in milliseconds.
    var now: UInt64 = 1_000
    /// Whether everything becomes durable at the end of each turn.
    var commitsAtOnce = true
    var clients: [Client] = []
    /// What was wrong, with the sentence that was broken.
    private(set) var violations: [String] = []
    var closed: [(number: Int, code: CloseCode, reason: String)] = []
    var states: [(token: Int, document: Document, revision: Int)] = []
    /// How many presence messages were sent, whatever the number of receivers.
    var presenceCount = 0
    /// What those who join may do; nil where everybody edits.
    var access: Access?
    /// What newcomers go on from while edits wait for the disk.
    var durable: Snapshot?
    /// The first revision that can be gone back to.
    var firstKept = 0
    /// The messages of each version of everybody's presence.
    var versions: [Int: [[UInt8]]] = [:]

    /// Snapshots that were asked for, and whether they are written while messages flow.
    var drafts: [SnapshotDraft] = []
    var writesAtOnce = true

    /// Answers that a search found, and whether they are reported at once.
    var finds: [(member: Int, AnswerSearch.Found)] = []
    var searchesAtOnce = true

    /// The messages of the kept edits; the first is that of `logStart`.
    var log: [[UInt8]] = []
    var logStart = 1
    var outboxes: [Int: Outbox] = [:]
    var wakes: [UInt64] = []
    var decoder = MessageDecoder()
    private var nextNumber = 1

    init() {
        do {
            session = try DocumentSession(journal.loaded(epoch: epoch))
        } catch {
            preconditionFailure("An empty journal gives a document: \(error).")
        }
    }

    var isIdle: Bool { session.isIdle }

    // MARK: Connections

    /// Opens a connection and lets the client say hello.
    func connect(_ client: Client) {
        let link = Link(number: nextNumber)
        nextNumber += 1
        outboxes[link.number] = Outbox(link)
        client.connected(link)
    }

    /// Breaks a client's connection, and loses so many of the last messages on the way up: the room
    /// reads what is left, then the end.
    func cut(_ client: Client, dropping: Int = .max) {
        guard let link = client.link else { return }
        link.up.removeLast(min(dropping, link.up.count))
        link.down = []
        client.disconnected()
    }

    // MARK: Turns

    /// Lets the session do something, then ends the turn as the server's loop does.
    func turn(_ body: () -> Void = {}) {
        body()
        carryOut()
        if commitsAtOnce { commit(.max) }
        session.wake(now: now)
        carryOut()
        flush()
    }

    /// Makes the next records durable, at most so many, and tells the session.
    func commit(_ count: Int) {
        let count = min(count, journal.waiting)
        guard count > 0 else { return }
        let isStored = journal.commit(count)
        session.committed(count)
        if isStored { session.stored() }
        carryOut()
    }

    /// Lets a client's place in the log go.
    func lag(_ client: Client) {
        guard let number = client.link?.number else { return }
        outboxes[number]?.next = nil
        turn { session.lagged(number) }
    }

    /// Writes the snapshots that were asked for so far, and tells the session.
    func write() {
        let asked = drafts
        drafts = []
        for draft in asked { turn { session.written(draft.written()) } }
    }

    /// Reports what the searches found so far.
    func search() {
        let found = finds
        finds = []
        for (member, answers) in found { turn { session.searched(member, answers) } }
    }

    /// Reads the next message of a connection, or its end; false when there is neither.
    @discardableResult
    func receive(_ number: Int) -> Bool {
        guard let link = outboxes[number]?.link else { return false }
        if link.up.isEmpty {
            guard !link.isOpen else { return false }
            outboxes[number] = nil
            turn { session.leave(number) }
            return true
        }
        let bytes = link.up.removeFirst()
        turn {
            do throws(DecodeError) {
                switch try decoder.clientMessage(bytes.span) {
                case .hello(let hello) where session.identity(of: number) == nil:
                    session.join(number, hello, access: access, at: durable)
                case let message:
                    let revision = session.pastNeeded(for: message, from: number)
                    let past = revision.flatMap { self.past($0) }
                    session.receive(message, from: number, time: Int(now), past: past)
                }
            } catch {
                violate("a client's message is well formed: \(error)")
            }
        }
        return true
    }

    /// Moves the clock on and lets everyone do what was due.
    func advance(by milliseconds: UInt64) {
        now += milliseconds
        if wakes.contains(where: { $0 <= now }) {
            wakes.removeAll { $0 <= now }
            turn()
        }
        for client in clients { client.wakeIfDue(now) }
    }

    func violate(_ text: String) {
        if violations.count < 20 { violations.append(text) }
    }
}

/// A connection between a client and the room: messages in both directions, each in order.
final class Link {
    /// The connection's number at the room.
    let number: Int
    /// Messages on their way to the room.
    var up: [[UInt8]] = []
    /// Messages on their way to the client.
    var down: [[UInt8]] = []
    /// Whether the client still holds its end.
    var isOpen = true
    /// How many messages fit on the way to the client: what does not waits at the room.
    var capacity = Int.max

    init(number: Int) { self.number = number }
}

/// What the room has for one member: messages of its own, which go first, and a place in the log.
struct Outbox {
    let link: Link
    var queue: [[UInt8]] = []
    /// The next revision to read from the log; nil while the member follows none.
    var next: Int?
    /// Whether the last flush left something unsent.
    var isBlocked = false

    init(_ link: Link) { self.link = link }
}
