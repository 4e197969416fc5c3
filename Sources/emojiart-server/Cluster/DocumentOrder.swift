internal import DequeModule
internal import EmojiArt
internal import Logging
internal import Storage
internal import Sync
internal import WebSockets
internal import Wire

/// A document's part of the order that all nodes share.
///
/// Its entries come from the document's session and go back to it, in the order's order. Who joins
/// waits until all is known here that the order has: another node may have told of it.
final class DocumentOrder {
    /// Who waits until all is known.
    enum Arrival {
        case guest(Guest)
        case request(DocumentRequest, HTTPExchange)
    }

    private let follower: OrderFollower<Entry>
    private let cluster: ClusterLink
    private unowned let document: OpenDocument
    private unowned let server: Server
    /// Each with the batch by which all is known that it may know: one that was made before it came
    /// is not enough.
    private var arrivals: [(arrival: Arrival, mark: Int, deadline: UInt64)] = []
    /// The picture that was looked for last.
    private var image: String?
    /// The edits that came in at this node, and are not told yet.
    private var own: Deque<ClosedRange<Int>> = []
    /// Why the order cannot be followed any more; nil while it can.
    private(set) var fault: SequencerFault?
    /// What would be read to catch up from the last checkpoint, about; and what that took.
    private var debt = 0
    private var checkpointBytes = 0

    /// What a batch costs to read, in bytes that would take as long.
    private static let batchDebt = 256
    /// The least that a checkpoint is made for.
    private static let debtMax = 524_288
    /// How long who joins waits for what may be missing, in milliseconds.
    private static let patience: UInt64 = 5_000

    /// Follows the order from a place on.
    ///
    /// - Parameters:
    ///   - document: whose order it is.
    ///   - position: the last place that was applied.
    ///   - cluster: the way to it.
    ///   - server: of the document.
    init(
        of document: OpenDocument,
        after position: OrderPosition,
        by cluster: ClusterLink,
        on server: Server
    ) {
        self.document = document
        self.cluster = cluster
        self.server = server
        // Not the name, which may become another's.
        follower = OrderFollower(
            String(document.session.epoch, radix: 16),
            after: position,
            by: cluster,
            on: server
        )
        follower.onDelivery = { [unowned self] in applyAll() }
        follower.onCurrent = { [unowned self] in settle() }
        follower.onBroken = { [unowned self] in fail($0) }
        follower.onQuestion = { [unowned self] _ in lookForCheckpoint() }
        follower.start()
    }

    /// This node's number in the order, while it follows it.
    var node: UInt64 { follower.life }

    /// Whether nothing of it waits, here or on its way.
    var isIdle: Bool { fault != nil || follower.pendingCount == 0 && arrivals.isEmpty }

    /// Whether an edit that is told now came in at this node: it is for this one to tell others.
    ///
    /// - Parameter revision: the edit's; later than those that were asked for before.
    /// - Returns: true for one of each edit's nodes.
    func takeOwn(_ revision: Int) -> Bool {
        while let first = own.first, first.upperBound < revision { own.removeFirst() }
        return own.first?.contains(revision) ?? false
    }

    /// Looks for edits that another node knows and this one was not told of.
    func look() { follower.look() }

    /// Puts an entry in the order.
    func add(_ entry: Entry) { follower.add(entry) }

    /// Ends it; who waits comes back later.
    func close() {
        follower.end()
        for arrival in takeArrivals() {
            turnAway(arrival, because: "the document changes hands")
        }
    }

    /// Takes those who wait.
    func takeArrivals() -> [Arrival] {
        defer { arrivals = [] }
        return arrivals.map(\.arrival)
    }

    // MARK: Who comes

    /// Whether somebody has to wait, and then waits, for what this node does not know.
    ///
    /// - Parameters:
    ///   - arrival: who it is.
    ///   - isAhead: whether it may know more than this node.
    /// - Returns: whether it is looked after; false when it can come in at once.
    func holds(_ arrival: Arrival, isAhead: Bool) -> Bool {
        if follower.isCurrent {
            guard isAhead else { return false }
        } else if !cluster.isReady {
            guard isAhead else { return false }
            turnAway(arrival, because: "this node is behind the others")
            return true
        }
        let deadline = server.now + Self.patience
        arrivals.append((arrival, follower.mark(), deadline))
        server.wake(at: deadline)
        return true
    }

    /// Lets those in who need not wait, or have waited long enough.
    func settle() {
        let waiting = arrivals
        arrivals = []
        for (arrival, mark, deadline) in waiting {
            let isKnown = follower.reached >= mark
            if isKnown || !cluster.isReady || server.now >= deadline {
                letIn(arrival, isKnown)
            } else {
                arrivals.append((arrival, mark, deadline))
            }
        }
    }

    private func letIn(_ arrival: Arrival, _ isKnown: Bool) {
        switch arrival {
        case .guest(let guest):
            // It may be gone by now.
            guard case .waiting(let hello) = guest.phase else { return }
            if !isKnown, document.session.isAhead(hello) {
                turnAway(arrival, because: "this node is behind the others")
            } else if server.isOverloaded, document.session.isMoving(hello) {
                // Who goes from node to node would keep all their disks behind.
                server.turnAway(guest)
            } else {
                document.admit(guest, hello)
            }
        case .request(let request, let exchange): document.carryOut(request, exchange)
        }
    }

    private func turnAway(_ arrival: Arrival, because cause: String) {
        switch arrival {
        case .guest(let guest): server.turnAway(guest, because: cause)
        case .request(_, let exchange): exchange.respond(.noOrder)
        }
    }

    // MARK: What comes

    /// Goes on when the disk has caught up.
    func goOn() { follower.goOn() }

    private func applyAll() {
        defer { fetchImage() }
        while let delivery = follower.next() {
            // What waits at the brokers takes no memory here.
            if server.isOverloaded || document.session.isBehind { return server.holdOrders() }
            let before = document.session.revision
            let previous = follower.position.sequence
            document.apply(delivery)
            let after = document.session.revision
            if follower.isOwn(delivery), after > before { own.append(before + 1...after) }
            follower.applied(delivery, chain: document.session.chain)
            account(for: delivery, after: previous)
            if follower.isOwn(delivery), !arrivals.isEmpty { settle() }
        }
    }

    // MARK: Checkpoints

    /// Makes a checkpoint when much would have to be read without one: the node whose batch it is.
    private func account(for delivery: Sequencer<Entry>.Delivery, after previous: Int) {
        debt += Self.batchDebt + delivery.size
        let isDue = debt >= max(Self.debtMax, checkpointBytes / 2)
        if delivery.batch.isCheckpoint {
            // One of another node may have come just before.
            if follower.isOwn(delivery), isDue { leaveCheckpoint(at: delivery, after: previous) }
            debt = 0
        } else if isDue, follower.isOwn(delivery) {
            follower.addCheckpoint()
        }
    }

    private func leaveCheckpoint(at delivery: Sequencer<Entry>.Delivery, after previous: Int) {
        let checkpoint = document.session.checkpoint(
            at: delivery.sequence,
            after: previous,
            digest: delivery.digest
        )
        let (mailbox, name, opening) = (server.journalMailbox, document.name, document.opening)
        cluster.leave(checkpoint, of: follower.subject) { bytes in
            mailbox.post(
                .errand { server in
                    guard let bytes else { return }
                    server.metrics.checkpointsLeft += 1
                    server.documents.find(name, opening: opening)?.order?.checkpointBytes = bytes
                }
            )
        }
    }

    /// Looks whether what is missing here is in a checkpoint; when nobody answers, the sequencer
    /// asks again.
    private func lookForCheckpoint() {
        let (mailbox, name, opening) = (server.journalMailbox, document.name, document.opening)
        let place = follower.position.sequence
        cluster.checkpoint(of: follower.subject, after: place) { result in
            let stored = result.map { $0.map { StoredCheckpoint($0) } }
            mailbox.post(
                .errand { server in
                    // It may have come further since: an older answer would take it back.
                    guard let document = server.documents.find(name, opening: opening),
                        document.order?.follower.position.sequence == place
                    else { return }
                    switch stored {
                    case .success(nil): document.order?.follower.confirm()
                    case .success(let checkpoint?): server.adopt(checkpoint, for: document)
                    case .failure(let error):
                        server.log.warning(
                            "a checkpoint cannot be read yet",
                            metadata: ["document": "\(name)", "cause": "\(error)"]
                        )
                    }
                }
            )
        }
    }

    /// Fetches the picture behind the document, so that there are as many copies of it as nodes
    /// that show it.
    private func fetchImage() {
        guard case .url(let url) = document.session.background, let digest = url.digest,
            digest != image
        else { return }
        image = digest
        server.findImage(digest, of: document.name) { _ in }
    }

    private func fail(_ fault: SequencerFault) {
        self.fault = fault
        server.log.error(
            "a document's order cannot be followed: it is not served",
            metadata: ["document": "\(document.name)", "cause": "\(fault)"]
        )
        for arrival in takeArrivals() { turnAway(arrival, because: "\(fault)") }
        document.refuseAll()
    }
}
