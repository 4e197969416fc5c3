internal import Cluster
internal import EmojiArt
internal import Logging
internal import Storage
internal import Sync
internal import WebSockets
internal import Wire

/// Has the order of a document know all that this node's record of it has.
///
/// ```
/// record ─ is its last place in the order? ─ yes ─► catch up from there
///    │ no
///    ▼
/// follow the order beside the record ─ empty ─► leave the record's state as a checkpoint
///    │
///    └─► offer the edits that it lacks ─► put the order's history in the place of the record's
/// ```
///
/// The record is as it was until the end, in one transaction: whenever this ends before, it can be
/// begun again. On the first loop; the document is not open.
final class Offering {
    /// What came of it.
    enum Outcome: Sendable, Equatable {
        /// The order has all of the record, and the record all of the order.
        case nothing
        /// It was empty, and goes on from the record's state.
        case begun
        /// It lacked so many edits, and has them now; some could not be offered.
        case offered(edits: Int, skipped: Int)
        /// What is in the way, in a sentence; it can be tried again.
        case failed(String)
    }

    /// By which mail finds it, and not the next one.
    let number: Int
    private let stored: StoredDocument
    private let subject: String
    private let isPatient: Bool
    private let link: ClusterLink
    private unowned let server: Server
    private var completion: ((Outcome) -> Void)?
    private var follower: OrderFollower<Entry>?
    /// What the order leads to, and its edits since a revision.
    private var session: DocumentSession
    private var base: (revision: Int, chain: Checksum) = (0, .zero)
    private var edits: [Storage.StoredEdit] = []
    /// What is offered, once the order is known.
    private var offer: Offer?
    /// The last revision of the record that was offered, and whether that was the last of all.
    private var offeredTo: Int64 = 0
    private var isOffered = false
    /// Whether this node makes the first checkpoint, and whether another one was about to.
    private var isBeginning = false
    private var isBegunElsewhere = false

    /// Makes one that begins with `start()`.
    ///
    /// - Parameters:
    ///   - number: which one it is.
    ///   - stored: the record.
    ///   - isPatient: whether it leaves the beginning to another node that is about to begin.
    ///   - link: the way to the order.
    ///   - server: the first loop's.
    ///   - completion: gets what came of it, once.
    /// - Throws: when a document cannot have the record's name.
    init(
        _ number: Int,
        of stored: StoredDocument,
        isPatient: Bool,
        by link: ClusterLink,
        on server: Server,
        completion: @escaping (Outcome) -> Void
    ) throws {
        self.number = number
        self.stored = stored
        self.isPatient = isPatient
        self.link = link
        self.server = server
        self.completion = completion
        subject = String(stored.epoch, radix: 16)
        session = try DocumentSession(beside: stored)
    }

    /// Begins.
    func start() {
        guard stored.place.sequence > 0, stored.place.digest != 0 else { return follow(.start) }
        link.first(from: Int(stored.place.sequence), of: subject) { [post = post] result in
            post { $0.verified(result) }
        }
    }

    /// The order cannot be reached any more.
    func orderIsLost() { end(.failed("The order cannot be reached.")) }

    /// Runs something on this, on its loop, if it is still under way.
    private var post: @Sendable (_ body: @escaping @Sendable (Offering) -> Void) -> Void {
        let (mailbox, number) = (server.journalMailbox, number)
        return { body in
            mailbox.post(
                .errand { server in
                    guard let offering = server.round?.offering, offering.number == number else {
                        return
                    }
                    body(offering)
                }
            )
        }
    }

    private func end(_ outcome: Outcome) {
        follower?.end()
        follower = nil
        let completion = completion
        self.completion = nil
        completion?(outcome)
    }

    // MARK: The order as it is

    private func verified(_ result: Result<OrderStream.Found?, BrokerError>) {
        switch result {
        case .failure(let error): end(.failed("\(error)"))
        case .success(let found):
            var digest = Digest()
            if let found { digest.combine(bytes: found.bytes.span) }
            let isThere = found?.sequence == Int(stored.place.sequence)
            guard isThere, digest.value.bits == stored.place.digest else { return follow(.start) }
            Offload.run { [stored, post] in
                let loaded = Result { try LoadingSession(stored) }
                post { $0.catchUp(loaded) }
            }
        }
    }

    /// The order goes on from the record, and nothing is offered.
    private func catchUp(_ loaded: Result<LoadingSession, any Error>) {
        do {
            guard let session = try loaded.get().take() else { return }
            self.session = session
        } catch {
            return end(.failed("\(error)"))
        }
        session.isOrderedElsewhere = true
        session.effects = []
        base = (session.revision, session.chain)
        isOffered = true
        follow(
            OrderPosition(
                sequence: Int(stored.place.sequence),
                chain: session.chain,
                digest: Checksum(stored.place.digest)
            )
        )
    }

    private func follow(_ position: OrderPosition) {
        let follower = OrderFollower<Entry>(subject, after: position, by: link, on: server)
        self.follower = follower
        follower.onDelivery = { [unowned self] in applyAll() }
        follower.onCurrent = { [unowned self] in post { $0.goOn() } }
        follower.onBroken = { [unowned self] fault in post { $0.end(.failed("\(fault)")) } }
        follower.onQuestion = { [unowned self] _ in lookForCheckpoint() }
        follower.start()
    }

    private func lookForCheckpoint() {
        let place = follower?.position.sequence ?? 0
        link.checkpoint(of: subject, after: place) { [post = post] result in
            switch result {
            case .success(let checkpoint):
                post { offering in
                    // It may have come further since: an older answer would take it back.
                    guard let follower = offering.follower, follower.position.sequence == place
                    else { return }
                    if let checkpoint {
                        offering.goOn(from: checkpoint)
                    } else {
                        follower.confirm()
                    }
                }
            case .failure(let error): post { $0.noteUnread(error) }
            }
        }
    }

    /// A checkpoint could not be read; the sequencer asks again.
    private func noteUnread(_ error: any Error) {
        server.log.warning(
            "a checkpoint cannot be read yet",
            metadata: ["document": "\(stored.name)", "cause": "\(error)"]
        )
    }

    private func goOn(from checkpoint: Checkpoint) {
        follower?.end()
        do {
            session = try DocumentSession(beside: stored, checkpoint)
        } catch {
            return end(.failed("\(error)"))
        }
        base = (checkpoint.state.revision, checkpoint.state.chain)
        edits = []
        follow(
            OrderPosition(
                sequence: checkpoint.place,
                chain: checkpoint.state.chain,
                digest: checkpoint.digest
            )
        )
    }

    private func applyAll() {
        guard let follower else { return }
        while let delivery = follower.next() {
            if delivery.batch.isCheckpoint { noteCheckpoint(delivery, of: follower) }
            for entry in delivery.batch.entries { session.apply(entry, from: delivery.origin) }
            var count = 0
            for case .commit(let record) in session.effects {
                count += 1
                if case .edit(let revision, let client, let seq, let time, let body, let chain) =
                    record
                {
                    edits.append(
                        Storage.StoredEdit(
                            revision: Int64(revision),
                            client: Int64(client),
                            seq: Int64(seq),
                            time: Int64(time),
                            body: body,
                            chain: chain.bits
                        )
                    )
                }
            }
            session.committed(count)
            session.effects = []
            follower.applied(delivery, chain: session.chain)
        }
    }

    // MARK: What it lacks

    /// All is applied that was in the order.
    private func goOn() {
        guard let follower else { return }
        guard follower.pendingCount == 0 else {
            follower.mark()
            return
        }
        if isOffered {
            replaceRecord(at: follower.position)
        } else if offer == nil, session.isNew, stored.revision > 0 || !stored.clients.isEmpty {
            guard !isBegunElsewhere || !isPatient else {
                return end(.failed("Another node is about to begin the order."))
            }
            isBeginning = true
            isBegunElsewhere = false
            follower.addCheckpoint()
        } else if offer == nil {
            beginToOffer(by: follower)
        } else {
            readOn()
        }
    }

    private func beginToOffer(by follower: OrderFollower<Entry>) {
        let offer = Offer(
            keys: Dictionary(
                uniqueKeysWithValues: stored.clients.map { client in
                    (Int(client.number), ClientKey(bytes: client.key))
                }
            ),
            refusals: stored.refusalCodes
        )
        self.offer = offer
        // Where both have the same history there is nothing to compare.
        if stored.chain(at: session.revision) == session.chain.bits {
            offeredTo = Int64(session.revision)
        }
        for entry in offer.enrolments(for: session) { follower.add(entry) }
        follower.mark()
    }

    private func readOn() {
        server.journal.edits(
            of: stored.document,
            after: offeredTo,
            upTo: stored.revision
        ) { [post = post] result in
            switch result {
            case .failure(let error): post { $0.end(.failed("\(error)")) }
            case .success(let edits): post { $0.offer(edits) }
            }
        }
    }

    private func offer(_ read: [Storage.StoredEdit]) {
        guard let follower, var offer else { return }
        if let first = read.first?.revision, first > max(offeredTo, Int64(session.revision)) + 1 {
            return end(.failed("The record begins with edit \(first): what is before is lost."))
        }
        do {
            for edit in read {
                let edit = Offer.Edit(
                    client: Int(edit.client),
                    seq: Int(edit.seq),
                    time: Int(edit.time),
                    message: edit.body
                )
                let entries = try offer.entries(for: edit, lackingIn: session, &server.decoder)
                for entry in entries { follower.add(entry) }
            }
        } catch {
            return end(.failed("\(error)"))
        }
        if let last = read.last {
            offeredTo = last.revision
        } else {
            let rest = offer.rest(lackingIn: session, at: Clock.milliseconds)
            for entry in rest { follower.add(entry) }
            isOffered = true
        }
        self.offer = offer
        // Not more at a time than the order takes in.
        follower.mark()
    }

    /// Puts the history of the order in the place of the record, all at once.
    private func replaceRecord(at position: OrderPosition) {
        let (base, edits, document) = (base, edits, stored.document)
        let (journal, post) = (server.journal, post)
        let checkpoint = session.checkpoint(
            at: position.sequence,
            after: 0,
            digest: position.digest
        )
        let outcome = Outcome.offered(edits: offer?.count ?? 0, skipped: offer?.skippedCount ?? 0)
        follower?.end()
        Offload.run {
            let stored = StoredCheckpoint(checkpoint, base: base, edits: edits)
            journal.submit([.checkpoint(document: document, stored)]) {
                post { $0.end(outcome) }
            }
        }
    }

    // MARK: An order that is empty

    private func noteCheckpoint(
        _ delivery: Sequencer<Entry>.Delivery,
        of follower: OrderFollower<Entry>
    ) {
        guard isBeginning, follower.isOwn(delivery) else {
            isBegunElsewhere = true
            return
        }
        // Of several the first one counts: its node has come to the end of an empty order.
        guard !isBegunElsewhere else {
            return post { $0.end(.failed("Another node has begun the order.")) }
        }
        leaveState(at: delivery)
    }

    /// Leaves the record's state as what the order goes on from.
    private func leaveState(at delivery: Sequencer<Entry>.Delivery) {
        let (stored, link, subject, journal) = (stored, link, subject, server.journal)
        let (place, digest, post) = (delivery.sequence, delivery.digest, post)
        Offload.run {
            do {
                let session = try DocumentSession(try LoadedDocument(stored))
                // Nobody has come as far as it without it.
                let checkpoint = session.checkpoint(at: place, after: place, digest: digest)
                link.leave(checkpoint, of: subject) { bytes in
                    guard bytes != nil else {
                        return post { $0.end(.failed("The checkpoint was not taken.")) }
                    }
                    let here = StoredPlace(sequence: Int64(place), digest: digest.bits)
                    journal.submit([.place(document: stored.document, here)]) {
                        post { $0.end(.begun) }
                    }
                }
            } catch {
                post { $0.end(.failed("\(error)")) }
            }
        }
    }
}
