internal import EmojiArt
internal import Logging
internal import Storage
internal import Sync
internal import WebSockets
internal import Wire

/// The order of what happens to names and tokens, which all nodes follow from its beginning.
///
/// On the first loop, for all of them: each change is carried out on the loop of its document, and
/// the next one when it is durable. But documents that are made wait for no other that is made.
final class Directory {
    /// By which what is under way finds it, and not one that began later.
    private let life = Chance.epoch()
    private let follower: OrderFollower<DirectoryEntry>
    private let link: ClusterLink
    private unowned let server: Server
    /// The digest over all changes so far.
    private var chain: Checksum
    /// Who waits for what came of its change.
    private var completions: [UInt64: Server.ChangeCompletion] = [:]
    /// Documents that are being made.
    private var creationCount = 0
    /// Whether a change is under way that others wait for.
    private var isApplying = false
    /// Why it cannot be followed any more; nil while it can.
    private(set) var fault: SequencerFault?

    /// The subject of it; documents' are digits alone.
    private static let subject = "directory"
    /// How many documents are being made at a time: they share a transaction.
    private static let creationsMax = 1_024

    /// Follows it.
    ///
    /// - Parameters:
    ///   - link: the way to it.
    ///   - place: the last change that was carried out; nil for none.
    ///   - server: of the first loop.
    init(_ link: ClusterLink, after place: DirectoryPlace?, on server: Server) {
        self.link = link
        self.server = server
        chain = place.map { Checksum($0.chain) } ?? .zero
        follower = OrderFollower(
            Self.subject,
            after: OrderPosition(
                sequence: place.map { Int($0.sequence) } ?? 0,
                chain: chain,
                digest: place.map { Checksum($0.digest) } ?? .zero
            ),
            by: link,
            on: server
        )
        follower.onDelivery = { [unowned self] in applyNext() }
        follower.onBroken = { [unowned self] in fail($0) }
        // All of it is kept: nothing is gone before any of it.
        follower.onQuestion = { [unowned self] _ in follower.confirm() }
        follower.start()
    }

    /// Whether all changes are known here.
    var isCurrent: Bool { follower.isCurrent && fault == nil }

    /// Ends it; who waits is told that the order cannot be reached.
    func close() {
        follower.end()
        let waiting = completions.values
        completions = [:]
        for completion in waiting { completion(nil) }
    }

    /// Puts a change in the order; the completion runs on the loop of its document, and gets nil
    /// when the order cannot be reached.
    func add(_ change: DirectoryChange, completion: @escaping Server.ChangeCompletion) {
        guard isCurrent else { return completion(nil) }
        let token = Chance.epoch()
        completions[token] = completion
        follower.add(DirectoryEntry(token: token, change))
    }

    private func applyNext() {
        while !isApplying, let delivery = follower.next() {
            guard let entry = delivery.batch.entries.first else {
                follower.applied(delivery, chain: chain)
                continue
            }
            let isCreation = entry.change.isCreation
            guard creationCount < (isCreation ? Self.creationsMax : 1) else { return }
            var writer = JSONWriter(capacity: 256)
            entry.encode(to: &writer)
            chain = Position.extend(chain, by: writer.bytes.span)
            let place = DirectoryPlace(
                stream: link.identity ?? "",
                sequence: Int64(delivery.sequence),
                chain: chain.bits,
                digest: delivery.digest.bits
            )
            let done = completion(of: entry, delivery)
            if isCreation {
                creationCount += 1
                // The node's place is stored with the change: a node that ends before reads again.
                follower.applied(delivery, chain: chain)
                server.create(entry.change, at: place, completion: done)
            } else {
                isApplying = true
                server.carryOut(entry.change, at: place, completion: done)
            }
        }
    }

    /// What is to be done, on the first loop, when a change is durable.
    private func completion(
        of entry: DirectoryEntry,
        _ delivery: Sequencer<DirectoryEntry>.Delivery
    ) -> Server.ChangeCompletion {
        { [mailbox = server.journalMailbox, life] outcome in
            mailbox.post(
                .errand { server in
                    guard let directory = server.directory, directory.life == life else { return }
                    directory.applied(entry, delivery, outcome)
                }
            )
        }
    }

    private func applied(
        _ entry: DirectoryEntry,
        _ delivery: Sequencer<DirectoryEntry>.Delivery,
        _ outcome: DirectoryOutcome?
    ) {
        if entry.change.isCreation {
            creationCount -= 1
        } else {
            isApplying = false
            follower.applied(delivery, chain: chain)
        }
        if let completion = completions.removeValue(forKey: entry.token) {
            completion(outcome)
            // Once is enough: the node that was asked has the brokers forget it.
            if case .deleted(let epoch) = outcome { link.remove(String(epoch, radix: 16)) }
        }
        applyNext()
        follower.carryOut()
    }

    private func fail(_ fault: SequencerFault) {
        self.fault = fault
        server.log.error(
            "the directory cannot be followed: no document is made, renamed or deleted",
            metadata: ["cause": "\(fault)"]
        )
        let waiting = completions.values
        completions = [:]
        for completion in waiting { completion(nil) }
    }
}
