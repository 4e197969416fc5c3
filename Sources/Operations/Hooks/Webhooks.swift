internal import EmojiArt
internal import Hosting
internal import Logging
internal import Transport

/// Tells somebody else's server what happens to documents.
///
/// What waits is kept in memory: after a restart it is told when it happens again. Event-loop
/// thread only.
final class Webhooks: DocumentObserver {
    private var queue: WebhookQueue
    private let post: HTTPPost
    private unowned let server: Server
    private lazy var alarm = Alarm(server.alarms) { [unowned self] in run(now: $0) }

    init(_ post: HTTPPost, debounce: UInt64, of server: Server) {
        self.post = post
        self.server = server
        queue = WebhookQueue(debounce: debounce)
    }

    func happened(_ kind: DocumentEvent, to name: DocumentName, revision: Int) {
        let event = WebhookEvent(kind: kind, name: name, revision: revision)
        if let due = queue.add(event, now: server.now) { alarm.setAtLatest(at: due) }
    }

    func joined(_ name: DocumentName) { queue.withdraw(.empty, of: name) }

    private func run(now: UInt64) {
        for event in queue.takeDue(now: now) { send(event) }
        if let due = queue.nextDue { alarm.setAtLatest(at: due) }
    }

    private func send(_ event: WebhookEvent) {
        server.perform { [log = server.log] (done: @escaping @Sendable (Bool) -> Void) in
            post.send(event.body(time: Clock.milliseconds)) { result in
                guard case .failure(let error) = result else { return done(true) }
                log.warning(
                    "webhook failed",
                    metadata: ["document": "\(event.name)", "cause": "\(error)"]
                )
                done(false)
            }
        } then: { [unowned self] (isTaken: Bool) in
            queue.finish(event, isTaken: isTaken, now: server.now)
            run(now: server.now)
        }
    }
}

struct WebhookEvent: Sendable {
    let kind: DocumentEvent
    let name: DocumentName
    /// The revision of the last edit that is durable.
    let revision: Int

    func body(time: Int) -> [UInt8] {
        var writer = JSONWriter()
        writer.string(#"{"event":"#, kind.rawValue)
        writer.string(#","document":"#, name.string)
        writer.integer(#","revision":"#, revision)
        writer.integer(#","time":"#, time)
        writer.raw("}")
        return writer.bytes
    }
}

/// What is to be told of documents, when, and how often that was tried: at most one event of a kind
/// for each document, so that a busy one is told of now and then and not at each edit.
///
/// It reads no clock and does no I/O. Event-loop thread only.
struct WebhookQueue {
    /// Documents of which something waits; of more, the oldest is given up.
    static let entriesMax = 10_000
    /// The tries of an event, which take about 17 minutes.
    static let triesMax = 10
    /// Milliseconds before the second try; each wait is twice the one before, up to `waitMax`.
    private static let firstWait: UInt64 = 2_000
    private static let waitMax: UInt64 = 600_000

    private struct Entry {
        var revision: Int
        var dueAt: UInt64
        var tries = 0
        var isUnderWay = false
        /// Whether it happened again while it was under way.
        var isStale = false
    }

    private struct Key: Hashable {
        let name: DocumentName
        let kind: DocumentEvent
    }

    private var entries: [Key: Entry] = [:]
    /// Milliseconds that are waited for more of the same.
    private let debounce: UInt64

    init(debounce: UInt64) { self.debounce = debounce }

    /// When something is due next; nil when nothing waits.
    ///
    /// - Complexity: O(entries).
    var nextDue: UInt64? { entries.values.filter { !$0.isUnderWay }.map(\.dueAt).min() }

    /// Notes that something happened; gives when it is due, if nothing of it waited before.
    ///
    /// - Complexity: O(1), or O(entries) when too many wait.
    mutating func add(_ event: WebhookEvent, now: UInt64) -> UInt64? {
        let key = Key(name: event.name, kind: event.kind)
        if var entry = entries[key] {
            entry.revision = event.revision
            entry.isStale = entry.isUnderWay
            entries[key] = entry
            return nil
        }
        if entries.count >= Self.entriesMax { giveUpOldest() }
        let wait = event.kind == .created ? 0 : debounce
        entries[key] = Entry(revision: event.revision, dueAt: now + wait)
        return now + wait
    }

    /// Somebody came back to a document of which it was to be told that it is empty.
    mutating func withdraw(_ kind: DocumentEvent, of name: DocumentName) {
        let key = Key(name: name, kind: kind)
        if entries[key]?.isUnderWay == false { entries[key] = nil }
    }

    /// Takes what is due, which is under way from now on.
    mutating func takeDue(now: UInt64) -> [WebhookEvent] {
        var due: [WebhookEvent] = []
        for (key, entry) in entries where !entry.isUnderWay && entry.dueAt <= now {
            entries[key]?.isUnderWay = true
            entries[key]?.tries += 1
            due.append(WebhookEvent(kind: key.kind, name: key.name, revision: entry.revision))
        }
        return due
    }

    /// An event that was under way was taken, or not.
    mutating func finish(_ event: WebhookEvent, isTaken: Bool, now: UInt64) {
        let key = Key(name: event.name, kind: event.kind)
        guard var entry = entries[key], entry.isUnderWay else { return }
        entry.isUnderWay = false
        if isTaken {
            entry.tries = 0
            entry.dueAt = now + debounce
            entries[key] = entry.isStale ? entry : nil
            entries[key]?.isStale = false
        } else if entry.tries >= Self.triesMax {
            entries[key] = nil
        } else {
            entry.dueAt = now + min(Self.firstWait << (entry.tries - 1), Self.waitMax)
            entry.isStale = false
            entries[key] = entry
        }
    }

    private mutating func giveUpOldest() {
        let oldest = entries.filter { !$0.value.isUnderWay }.min { $0.value.dueAt < $1.value.dueAt }
        if let oldest { entries[oldest.key] = nil }
    }
}
