internal import DequeModule
internal import Store
internal import Sync
internal import WebSockets

/// What a turn of the loop makes durable, and the documents that are woken at its end.
///
/// ```
/// add ──► entries ──submit──► journal ──► committed ──► documents
/// ```
package final class Turn {
    private typealias Counts = [(document: OpenDocument, count: Int)]

    /// What this turn makes durable, and which documents wait for it.
    private var entries: [JournalEntry] = []
    private var counts: Counts = []
    /// Batches on their way, the oldest first.
    private var inFlight: Deque<Counts> = []
    private var touched: [OpenDocument] = []
    /// A document swaps this array with its session's while it carries out effects, so that neither
    /// is allocated again.
    var spareEffects: [SessionEffect] = []
    /// Rooms for the effects of documents that are touched: one at rest has none.
    private var rooms: [[SessionEffect]] = []
    /// Bytes that waited for the disk, of all documents of all loops, when a batch was submitted or
    /// became durable last.
    private var queuedBytes = 0
    private unowned let server: Server

    init(of server: Server) { self.server = server }

    /// Has a document's presence and wakes looked after at the end of the turn.
    func touch(_ document: OpenDocument) {
        guard !document.isTouched else { return }
        document.isTouched = true
        touched.append(document)
        document.lend(&rooms)
    }

    func add(_ record: Record, of document: OpenDocument) {
        let entry = JournalEntry(record, of: document.id)
        document.room -= entry.byteCount
        entries.append(entry)
        server.metrics.ordered(record, receivedAt: server.loop.receivedAt)
        if counts.last?.document === document {
            counts[counts.count - 1].count += 1
        } else {
            counts.append((document, 1))
        }
    }

    func end() {
        wakeTouched()
        // Members get the edits of a commit with this turn's output.
        while commit() { wakeTouched() }
    }

    private func wakeTouched() {
        var index = 0
        // By index: waking a document can touch others.
        while index < touched.count {
            let document = touched[index]
            document.isTouched = false
            document.wake(now: server.now)
            document.giveBack(to: &rooms)
            index += 1
        }
        touched.removeAll(keepingCapacity: true)
    }

    /// Makes the records so far durable, now or later; true when they are.
    private func commit() -> Bool {
        // Earlier batches come first. While the loop is lent, its batch is in flight: so turns that
        // the deputy runs do not lend it again.
        guard inFlight.isEmpty else {
            submit()
            return false
        }
        guard let batch = takeBatch() else { return false }
        let mailbox = server.mailbox
        let isDurable = server.journal.commit(batch, lend: server.loop.lend) {
            mailbox.post { $0.turn.committed() }
        }
        if isDurable {
            committed()
        } else {
            queuedBytes = server.journal.statistics.queuedBytes
        }
        return isDurable
    }

    /// Hands the records so far to the journal: one transaction for all documents.
    package func submit() {
        guard let batch = takeBatch() else { return }
        let mailbox = server.mailbox
        server.journal.submit(batch) { mailbox.post { $0.turn.committed() } }
        queuedBytes = server.journal.statistics.queuedBytes
    }

    private func takeBatch() -> [JournalEntry]? {
        guard !entries.isEmpty else { return nil }
        let batch = entries
        inFlight.append(counts)
        entries.removeAll(keepingCapacity: true)
        counts.removeAll(keepingCapacity: true)
        return batch
    }

    func committed() {
        var total = 0
        for (document, count) in inFlight.removeFirst() {
            document.committed(count)
            total += count
        }
        queuedBytes = server.journal.statistics.queuedBytes
        server.metrics.committed(total, now: EventLoop.readNanoseconds())
    }

    /// True while more bytes wait for the disk than the limit allows.
    func hasQueued(over limit: Int) -> Bool {
        // Other loops' batches become durable too.
        if queuedBytes > limit { queuedBytes = server.journal.statistics.queuedBytes }
        return queuedBytes > limit
    }

    /// Whether all that came in is durable.
    var isAtRest: Bool { inFlight.isEmpty && entries.isEmpty }

    func abandon() { (counts, inFlight, touched) = ([], [], []) }
}
