internal import DequeModule
package import Store
internal import Sync
package import Wire

/// What the server counts of itself since it started.
///
/// Plain numbers of the event-loop thread: an edit costs a few additions, and no allocation once
/// the queues have grown. What can be looked up when someone asks is not counted here.
package struct Metrics {
    /// From the receipt of an edit to its answer, which waits for the commit; in microseconds.
    package private(set) var ackTimes = Histogram.times
    /// From the receipt of an edit until it is written to all members that read; in microseconds.
    package private(set) var deliveryTimes = Histogram.times
    /// From when the loop had something to do until it had done all; in microseconds.
    package private(set) var busyTimes = Histogram.times
    /// Edits that were put in order.
    package private(set) var acceptedEdits = 0
    /// Edits that were refused, by cause.
    package var refusedEdits: [RefusalCode: Int] = [:]
    /// Edits that were sent again, and got their first answer.
    package var duplicateEdits = 0
    /// Edits that wait at their clients: the document is frozen.
    package var frozenEdits = 0
    /// Edits that wait at their clients: the disk is behind.
    package var turnedAwayEdits = 0
    /// Replicas that reported another state than the server's.
    package var desyncs = 0
    /// WebSockets that came.
    package var openedConnections = 0
    /// Documents that were loaded or made.
    package var openedDocuments = 0
    /// Connections that ended, by how.
    package private(set) var closes: [Close: Int] = [:]
    /// Steps of members that read too slowly.
    package private(set) var slowReaders: [SlowReaderStep: Int] = [:]

    /// The records that wait for the disk, in their order: when each came, whether it is of an
    /// edit, and whether that is shown to the members.
    ///
    /// Bounded as the journal's batches are, by `HostingOptions.queuedBytesMax`.
    private var unanswered: Deque<(time: UInt64, isEdit: Bool, isShown: Bool)> = []
    /// When the edits came that are answered in this turn, and not written to the members yet.
    private var undelivered: [UInt64] = []

    /// How a connection ended.
    package enum Close: Hashable {
        case code(CloseCode)
        /// A code that is none of the protocol's: the peer's choice, so there is one count for all.
        case other
        /// Without a Close frame.
        case none
    }

    /// What becomes of a member that does not read as fast as it is sent to.
    package enum SlowReaderStep: String, CaseIterable {
        /// It misses presence.
        case presence
        /// It has read its backlog, and gets all presence anew.
        case recovered
        /// It gets a snapshot in place of the edits that it missed.
        case snapshot
    }
}

extension Metrics {
    /// A record was handed out for this turn's batch.
    mutating func ordered(_ record: Record, receivedAt: UInt64) {
        var (isEdit, isShown) = (true, false)
        switch record {
        case .edit:
            acceptedEdits += 1
            isShown = true
        case .refusal(_, _, _, let code): refusedEdits[code, default: 0] += 1
        case .client: isEdit = false
        }
        unanswered.append((receivedAt, isEdit, isShown))
    }

    /// The oldest so many records are durable, and the answers to them are queued.
    mutating func committed(_ count: Int, now: UInt64) {
        for _ in 0..<count {
            let (time, isEdit, isShown) = unanswered.removeFirst()
            if isEdit { ackTimes.add(Self.microseconds(since: time, now)) }
            if isShown { undelivered.append(time) }
        }
    }

    /// When the oldest unanswered edit came; nil when all are answered.
    var oldestUnanswered: UInt64? { unanswered.first?.time }

    /// Whether edits were answered that are not written to all members yet.
    var hasUndelivered: Bool { !undelivered.isEmpty }

    mutating func flushed(now: UInt64) {
        for time in undelivered { deliveryTimes.add(Self.microseconds(since: time, now)) }
        undelivered.removeAll(keepingCapacity: true)
    }

    mutating func rested(after nanoseconds: UInt64) { busyTimes.add(Int(nanoseconds / 1_000)) }

    mutating func closed(_ code: UInt16?) {
        let close: Close =
            switch code {
            case nil: .none
            case let code?: CloseCode(rawValue: code).map { .code($0) } ?? .other
            }
        closes[close, default: 0] += 1
    }

    mutating func slowed(_ step: SlowReaderStep) { slowReaders[step, default: 0] += 1 }

    mutating func add(_ other: Metrics) {
        ackTimes.add(other.ackTimes)
        deliveryTimes.add(other.deliveryTimes)
        busyTimes.add(other.busyTimes)
        acceptedEdits += other.acceptedEdits
        refusedEdits.merge(other.refusedEdits, uniquingKeysWith: +)
        duplicateEdits += other.duplicateEdits
        frozenEdits += other.frozenEdits
        turnedAwayEdits += other.turnedAwayEdits
        desyncs += other.desyncs
        openedConnections += other.openedConnections
        openedDocuments += other.openedDocuments
        closes.merge(other.closes, uniquingKeysWith: +)
        slowReaders.merge(other.slowReaders, uniquingKeysWith: +)
    }

    private static func microseconds(since time: UInt64, _ now: UInt64) -> Int {
        Int((max(now, time) - time) / 1_000)
    }
}
