internal import Cluster
internal import EmojiArt
internal import Sync
internal import WebSockets

/// Drives a sequencer: what it asks for goes to the brokers, and what they say comes back as mail.
///
/// ```
/// owner ─ add ─► Sequencer ─ effects ─► ClusterLink ···► brokers
///   ▲ next, applied │  ▲                                    │
///   └── onDelivery ◄┘  └──────── mail of the loop ◄─────────┘
/// ```
///
/// Of one loop.
final class OrderFollower<Item: Orderable>: OrderMail {
    /// Told that `next()` may have something.
    var onDelivery: () -> Void = {}
    /// Told that all was applied that was in the order when this was connected or marked.
    var onCurrent: () -> Void = {}
    /// Told that the order is not the one that was applied so far.
    var onBroken: (SequencerFault) -> Void = { _ in }

    /// Asked whether batches before a checkpoint are gone that were not applied; `confirm()` says
    /// that none is.
    var onQuestion: (_ checkpoint: Int) -> Void = { _ in }

    /// The order's name.
    let subject: String
    private unowned let server: Server
    private let link: ClusterLink
    private let number: Int
    /// What no other follower of the order has, and none before it had: each counts its batches
    /// anew.
    let life: UInt64
    private var sequencer: Sequencer<Item>
    private var subscription: Broker.Subscription?

    /// Follows an order from a place on.
    ///
    /// - Parameters:
    ///   - subject: the order's name: letters and digits.
    ///   - position: the last place that was applied.
    ///   - link: the way to it.
    ///   - server: of this loop, whose mail brings what the brokers say.
    init(
        _ subject: String,
        after position: OrderPosition,
        by link: ClusterLink,
        on server: Server
    ) {
        self.subject = subject
        self.server = server
        self.link = link
        life = Chance.epoch()
        sequencer = Sequencer(node: life, after: position)
        number = server.followers.nextNumber
        server.followers.add(self)
    }

    /// Begins, when the owner is ready to be told.
    func start() {
        let (number, mailbox) = (number, server.journalMailbox)
        subscription = link.follow(subject) { found, previous in
            mailbox.post(
                .errand { server in
                    server.followers[number]?
                        .deliver(found.bytes, at: found.sequence, after: previous)
                }
            )
        }
        if link.isReady { connect() }
    }

    /// Ends it; nothing of it is heard any more.
    func end() {
        subscription = nil
        server.followers.remove(number)
    }

    /// Entries that wait for their place.
    var pendingCount: Int { sequencer.pendingCount }

    /// Whether all has been applied that was in the order when this was connected or marked.
    var isCurrent: Bool { sequencer.isCurrent }

    /// Whether a batch is of this follower.
    func isOwn(_ delivery: Sequencer<Item>.Delivery) -> Bool { delivery.batch.node == life }

    /// Takes an item that wants a place in the order.
    func add(_ item: Item) { change { $0.add(item) } }

    /// Looks for what may be there and was not told: somebody knows more.
    func look() { change { $0.look() } }

    /// Has what has come looked at again.
    func goOn() { change { _ in } }

    /// Has a batch be one after which this node makes a checkpoint.
    func addCheckpoint() { change { $0.addCheckpoint() } }

    /// Nothing is gone before the checkpoint that was asked about.
    func confirm() { change { $0.confirmed() } }

    /// The last place that was applied.
    var position: OrderPosition { sequencer.position }

    /// Asks to be told when all has been applied that is in the order now; returns what `reached`
    /// has to come to for it.
    @discardableResult
    func mark() -> Int {
        var number = 0
        change { number = $0.mark() }
        return number
    }

    /// The last batch of this follower that was applied.
    var reached: Int { sequencer.reached }

    /// The next batch to apply; answer with `applied(_:chain:)` before asking again.
    func next() -> Sequencer<Item>.Delivery? { sequencer.next() }

    /// A batch was applied, which has led to this chain.
    func applied(_ delivery: Sequencer<Item>.Delivery, chain: Checksum) {
        sequencer.applied(delivery, chain: chain)
        link.note(delivery.sequence, of: subject)
    }

    // MARK: Mail

    func connect() { change { [now = server.now] in $0.connect(now: now) } }

    func disconnect() { change { $0.disconnect() } }

    func published(_ number: Int, as sequence: Int?) {
        change { $0.published(number, as: sequence) }
    }

    func deliver(_ bytes: [UInt8], at sequence: Int, after previous: Int) {
        change { $0.deliver(bytes, at: sequence, after: previous) }
    }

    func read(_ found: [(bytes: [UInt8], sequence: Int)]) { change { $0.read(found) } }

    func verified(_ answer: OrderAnswer) { change { $0.verified(answer) } }

    var wakeAt: UInt64? { sequencer.wakeAt }

    func wake(now: UInt64) { change { _ in } }

    // MARK: Effects

    private func change(_ body: (inout Sequencer<Item>) -> Void) {
        sequencer.wake(now: server.now)
        body(&sequencer)
        onDelivery()
        carryOut()
    }

    /// Carries out what the sequencer asks for; the owner's part of it may add to that.
    func carryOut() {
        while !sequencer.effects.isEmpty {
            let effects = sequencer.effects
            sequencer.effects = []
            for effect in effects { carryOut(effect) }
        }
        if let wakeAt = sequencer.wakeAt { server.wake(at: wakeAt) }
    }

    private func carryOut(_ effect: SequencerEffect) {
        let (number, mailbox) = (number, server.journalMailbox)
        switch effect {
        case .publish(let batch, let message):
            let id = "\(subject).\(String(life, radix: 16)).\(batch)"
            link.append(message, to: subject, id: id) { result in
                let place = try? result.get()
                mailbox.post(.errand { $0.followers[number]?.published(batch, as: place) })
            }
        case .read(let sequence, let expectsMore):
            link.read(after: sequence, of: subject, expectsMore: expectsMore) { found in
                let batches = found.map { (bytes: $0.bytes, sequence: $0.sequence) }
                mailbox.post(.errand { $0.followers[number]?.read(batches) })
            }
        case .verify(let sequence):
            link.first(from: sequence, of: subject) { result in
                let answer: OrderAnswer =
                    switch result {
                    case .success(let found?): .found(found.bytes, found.sequence)
                    case .success(nil): .nothing
                    case .failure: .unknown
                    }
                mailbox.post(.errand { $0.followers[number]?.verified(answer) })
            }
        case .question(let checkpoint): onQuestion(checkpoint)
        case .current: onCurrent()
        case .broken(let fault): onBroken(fault)
        }
    }
}
