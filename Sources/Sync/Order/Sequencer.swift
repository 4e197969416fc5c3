internal import DequeModule
package import EmojiArt
internal import Wire

/// A node's way into an order that many nodes share, such as a document's, and back out of it.
///
/// ```
/// session ─ order ─► queue ─► one batch in flight ─ publish ─► the order, elsewhere
///    ▲                                                           │        │
///    └── next ◄── in order, without gaps ◄── arrived ◄─ deliver ─┘        │
///                                          └── a gap: read after it ◄─────┘
/// ```
///
/// One batch is in flight at a time, and carries all that queued meanwhile. With more, a first one
/// that is lost behind a second one that is not would change the order of a client's edits.
///
/// Deliveries may be missing, doubled or late; what is read is complete up to some moment. A batch
/// names the place before it, so that a gap is seen. Each time that the way opens it asks whether
/// the last place is still what it was, before it sends or applies anything.
///
/// Batches before a checkpoint may be gone some day: one that is read, and not told with the place
/// before it, is asked about first.
///
/// It does no I/O and reads no clock. Owned by one thread.
package struct Sequencer<Item: Orderable>: ~Copyable, Sendable {
    /// A batch at its place.
    package struct Delivery: Equatable, Sendable {
        /// Its place: larger than that of any before it, not the next integer.
        package let sequence: Int
        /// What is there.
        package let batch: EntryBatch<Item>
        /// The digest of its bytes.
        package let digest: Checksum
        /// How many bytes there are.
        package let size: Int
    }

    /// What the owner has to carry out, in order, and then clear.
    package var effects: [SequencerEffect] = []
    /// The last place that was applied.
    package private(set) var position: OrderPosition
    /// Whether all that was in the order when the node connected has been applied.
    package private(set) var isCurrent = false
    /// The last batch of this node that was applied; 0 for none.
    package private(set) var reached = 0
    /// When `wake(now:)` has something to do; nil when nothing waits.
    package private(set) var wakeAt: UInt64?

    let node: UInt64
    /// Where it began: all that this node sends comes after.
    private let start: Int
    var isConnected = false
    private(set) var isBroken = false
    /// Whether the last place was found to be what it was, since the node connected.
    var isVerified = false
    /// When that was asked last, and since when the place seems to be gone; nil for not.
    var verifyAt: UInt64?
    var missingSince: UInt64?
    /// A checkpoint that was read, before which batches may be gone, and when it was asked about.
    var questioned: (delivery: Delivery, askedAt: UInt64)?
    private var wantsCheckpoint = false
    /// Entries as bytes that are not in a batch yet.
    private var queue: Deque<[UInt8]> = []
    private var inFlight: (number: Int, message: [UInt8], sentAt: UInt64)?
    private var lastNumber = 0
    /// The first batch that was made since the node connected: with it all before it has come.
    private var markNumber = 1
    /// Batches whose turn has not come, by ascending places, each with the place before it.
    var arrived: Deque<(delivery: Delivery, previous: Int)> = []
    var arrivedBytes = 0
    /// The last of those that came and were let go, as too many waited: they are read.
    var dropped = 0
    /// A place that the order has at least.
    var known = 0
    var readSince: UInt64?
    /// Answers in a row that had what comes next.
    var readCount = 0
    var now: UInt64 = 0
    /// Of the last places: whose they were, and the chain after them.
    var recent: Deque<(sequence: Int, node: UInt64, number: Int, chain: Checksum)>

    /// Bytes of entries in one batch, about: brokers let a message be a mebibyte.
    static var batchBytes: Int { 524_288 }
    /// After so long a batch that was not answered is sent again, and what is known to be there and
    /// did not come is read.
    static var patience: UInt64 { 2_000 }
    static var readPatience: UInt64 { 100 }
    private static var recentMax: Int { 256 }

    /// Goes on from a place in the order; 0 is its beginning.
    ///
    /// - Parameters:
    ///   - node: a number that no other sequencer of the order has, and none before it had.
    ///   - position: the last place that was applied.
    package init(node: UInt64, after position: OrderPosition) {
        self.node = node
        self.position = position
        start = position.sequence
        recent = [(position.sequence, 0, 0, position.chain)]
    }

    /// Entries that wait for their place.
    package var pendingCount: Int { queue.count + (inFlight == nil ? 0 : 1) }

    /// Takes an entry that wants a place in the order.
    package mutating func add(_ entry: Item) {
        queue.append(EntryBatch<Item>.encode(entry))
        send()
    }

    /// Has the next batch be one after which this node makes a checkpoint.
    package mutating func addCheckpoint() {
        wantsCheckpoint = true
        send()
    }

    /// The way to the order is open, or open again: deliveries come from now on.
    package mutating func connect(now: UInt64) {
        self.now = now
        isConnected = true
        isCurrent = false
        readSince = nil
        questioned = nil
        missingSince = nil
        isVerified = position.sequence == 0
        // A batch from before may have had its place for long: only one made now tells how far the
        // order has come.
        markNumber = lastNumber + 1
        if isVerified { begin() } else { verify() }
    }

    /// The last place is what it was: all goes on.
    mutating func begin() {
        isVerified = true
        verifyAt = nil
        if let inFlight { publish(inFlight.number, inFlight.message) }
        send()
        if isMore, !isNextHere { read() }
        setAlarm()
    }

    /// Asks to be told again when all has been applied that is in the order now.
    ///
    /// - Returns: what `reached` has to come to for it. Other marks may be made before it does.
    @discardableResult
    package mutating func mark() -> Int {
        let number = lastNumber + 1
        isCurrent = false
        markNumber = number
        send()
        return number
    }

    /// Looks for what may be there and was not told: what is told may be lost, and nothing may
    /// come after it that shows the gap.
    package mutating func look() {
        guard !isBroken else { return }
        read()
        setAlarm()
    }

    /// The way to the order is lost; what is in flight may be in it or not.
    package mutating func disconnect() {
        isConnected = false
        isCurrent = false
        readSince = nil
        questioned = nil
        verifyAt = nil
        setAlarm()
    }

    /// A batch was answered.
    ///
    /// - Parameters:
    ///   - number: the batch's; an older one's answer is late, and means nothing.
    ///   - sequence: its place; nil when it was not taken, and is to be sent again.
    package mutating func published(_ number: Int, as sequence: Int?) {
        guard let sequence, inFlight?.number == number else { return setAlarm() }
        guard sequence > start, isBelieved(sequence, number, of: node) else {
            return fail(.rolledBack(sequence: sequence))
        }
        inFlight = nil
        known = max(known, sequence)
        send()
    }

    /// The next batch to apply; answer with `applied(_:chain:)` before asking again.
    package mutating func next() -> Delivery? {
        guard !isBroken, isVerified, isNextHere, let delivery = arrived.first?.delivery else {
            return nil
        }
        let base = delivery.batch.base
        guard isKnown(base) else {
            fail(.diverged(sequence: base.sequence))
            return nil
        }
        return delivery
    }

    /// A batch was applied.
    ///
    /// - Parameters:
    ///   - delivery: what `next()` gave.
    ///   - chain: the document's after it.
    package mutating func applied(_ delivery: Delivery, chain: Checksum) {
        precondition(delivery == arrived.first?.delivery, "Batches are applied in their order.")
        arrived.removeFirst()
        arrivedBytes -= delivery.size
        let batch = delivery.batch
        position = OrderPosition(
            sequence: delivery.sequence,
            chain: chain,
            digest: delivery.digest
        )
        recent.append((delivery.sequence, batch.node, batch.number, chain))
        if recent.count > Self.recentMax { recent.removeFirst() }
        if batch.node == node {
            reached = max(reached, batch.number)
            if inFlight?.number == batch.number { inFlight = nil }
            if batch.number >= markNumber, isConnected, !isCurrent {
                isCurrent = true
                effects.append(.current)
            }
        }
        send()
        if isMore, !isNextHere { read() }
        setAlarm()
    }

    /// A time that `wakeAt` asked for has come, or any other.
    package mutating func wake(now: UInt64) {
        self.now = now
        guard isConnected, !isBroken else { return setAlarm() }
        guard isVerified else {
            if let verifyAt, now >= verifyAt { verify() }
            return setAlarm()
        }
        if let questioned, now >= questioned.askedAt + Self.patience {
            question(questioned.delivery)
        }
        if let inFlight, now >= inFlight.sentAt + Self.patience {
            publish(inFlight.number, inFlight.message)
        }
        if let since = readSince, now >= since + Self.patience { readSince = nil }
        if known > position.sequence, !isNextHere { read() }
        setAlarm()
    }

    mutating func fail(_ fault: SequencerFault) {
        guard !isBroken else { return }
        isBroken = true
        isCurrent = false
        effects.append(.broken(fault))
        setAlarm()
    }

    // MARK: To the order

    private mutating func send() {
        guard isConnected, isVerified, !isBroken, inFlight == nil,
            !queue.isEmpty || wantsCheckpoint || lastNumber < markNumber
        else { return setAlarm() }
        var entries: [[UInt8]] = []
        var bytes = 0
        while let entry = queue.first, entries.count < Item.countMax,
            entries.isEmpty || bytes + entry.count <= Self.batchBytes
        {
            bytes += entry.count
            entries.append(queue.removeFirst())
        }
        lastNumber += 1
        let message = EntryBatch<Item>.encoded(
            node: node,
            number: lastNumber,
            base: (position.sequence, position.chain),
            isCheckpoint: wantsCheckpoint,
            entries: entries
        )
        wantsCheckpoint = false
        publish(lastNumber, message)
        setAlarm()
    }

    private mutating func publish(_ number: Int, _ message: [UInt8]) {
        inFlight = (number, message, now)
        effects.append(.publish(number: number, message: message))
    }

    mutating func setAlarm() {
        wakeAt = nil
        guard isConnected, !isBroken else { return }
        func consider(_ time: UInt64) { wakeAt = min(wakeAt ?? .max, time) }
        guard isVerified else {
            wakeAt = verifyAt
            return
        }
        if let questioned { consider(questioned.askedAt + Self.patience) }
        if let inFlight { consider(inFlight.sentAt + Self.patience) }
        if let readSince {
            consider(readSince + Self.patience)
        } else if questioned == nil, known > position.sequence, !isNextHere {
            consider(now + Self.readPatience)
        }
    }
}
