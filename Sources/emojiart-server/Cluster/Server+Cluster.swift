internal import EmojiArt
internal import Logging
internal import Storage
internal import Sync
internal import WebSockets
internal import Wire

// A node among others: what the link tells, and how the documents take it.
extension Server {
    /// Becomes a node; before the first document is opened.
    func join(_ cluster: ClusterLink, _ images: ImageExchange) {
        self.cluster = cluster
        self.images = images
        guard isFirst else { return }
        directory = Directory(cluster, after: journal.directoryPlace, on: self)
        surveyAnswers = ClusterSurvey.answer(by: cluster, for: group)
        if isOffering { round = OfferRound(ofAll: false, by: cluster, on: self) }
        tickCluster()
    }

    /// Whether a document is not opened here, before the other nodes know of it.
    func isWithheld(_ name: DocumentName) -> Bool { isOffering || withheld.contains(name) }

    /// Has the other nodes, and the brokers, know all that this node has, whatever they have lost;
    /// false when that is under way, or this is no node, or no broker is there.
    func offerAll() -> Bool {
        guard let cluster, isFirst, !isOffering, let isNew = cluster.accept() else { return false }
        isOffering = true
        round = nil
        gather { server in
            server.isOffering = true
            server.withheld = []
            for document in server.documents.open { server.setDown(document.name) }
            server.submitBatch()
        } completion: { [unowned self] _ in
            // Not before all loops have let go: what one of them stores later would be in its way.
            round = OfferRound(ofAll: true, by: cluster, on: self)
        }
        guard isNew || directory?.fault != nil else { return true }
        // The names from the beginning on; each is found by its document's history.
        directory?.close()
        directory = nil
        let (mailbox, stream) = (journalMailbox, cluster.identity ?? "")
        journal.share(in: stream, isNew: isNew) { mailbox.post(.errand { $0.beginDirectory() }) }
        return true
    }

    private func beginDirectory() {
        guard let cluster else { return }
        directory = Directory(cluster, after: nil, on: self)
    }

    /// The order can be reached, for the first time or again.
    func orderIsReachable() {
        for follower in followers.all { follower.connect() }
        for document in documents.open { document.peers?.reconnect() }
    }

    /// The order cannot be reached: edits wait, and who joins is shown what is here.
    func orderIsLost() {
        for follower in followers.all { follower.disconnect() }
        for document in documents.open { document.order?.settle() }
        round?.orderIsLost()
    }

    /// Has all orders go on when what waits for the disk now is durable.
    func holdOrders() {
        guard !isHoldingOrders else { return }
        isHoldingOrders = true
        submitBatch()
        let mailbox = journalMailbox
        journal.submit([]) {
            mailbox.post(
                .errand { server in
                    server.isHoldingOrders = false
                    for document in server.documents.open { document.order?.goOn() }
                }
            )
        }
    }

    /// Goes on from a checkpoint in place of what is here of a document.
    ///
    /// Members come back and are told what they lack; who waits to join waits on.
    func adopt(_ checkpoint: StoredCheckpoint, for document: OpenDocument) {
        log.notice(
            "the document goes on from a checkpoint",
            metadata: [
                "document": "\(document.name)", "place": "\(checkpoint.place.sequence)",
                "revision": "\(checkpoint.snapshot.revision)",
            ]
        )
        metrics.checkpointsTaken += 1
        let arrivals = document.order?.takeArrivals() ?? []
        let isMissed = !document.guests.isEmpty
        setDown(document.name)
        // What was done so far comes before it.
        submitBatch()
        journal.submit([.checkpoint(document: document.id, checkpoint)]) {}
        for arrival in arrivals {
            switch arrival {
            case .guest(let guest):
                if case .waiting(let hello) = guest.phase { enter(guest, hello) }
            case .request(let request, let exchange):
                answer(request, of: document.name, to: exchange)
            }
        }
        // Not when the first of them is back: meanwhile the order would go on without this node.
        if isMissed { reopen(document.name) }
    }

    /// Looks after what has deadlines, on the first loop for all of them.
    func tickCluster() {
        guard let cluster, isFirst else { return }
        cluster.tick()
        round?.tick()
        tickSurveys()
        loop.setAlarm(at: now + ClusterLink.tickMilliseconds)
    }

    /// Wakes who follows an order and has something to do.
    func wakeFollowers() {
        for follower in followers.all {
            guard let wakeAt = follower.wakeAt else { continue }
            if wakeAt <= now { follower.wake(now: now) } else { loop.setAlarm(at: wakeAt) }
        }
    }

    /// Whether nothing waits for its place in an order that can be reached.
    var isOrderQuiet: Bool {
        guard let cluster, cluster.isReady else { return true }
        return documents.open.allSatisfy { $0.order?.isIdle != false }
    }

    /// Why this node should get no new clients; nil when it should.
    var clusterUnreadiness: String? {
        guard let cluster else { return nil }
        if let fault = directory?.fault {
            return "The order of the cluster cannot be followed: \(fault)"
        }
        return switch cluster.standing {
        case .alone: "No broker answers: edits wait at their clients until one does."
        case .waiting(let cause): "The order of the cluster cannot be reached: \(cause)"
        case .replaced: "The brokers have another stream than the one that this node followed."
        case .rolledBack: "The brokers have lost the end of the stream that this node followed."
        case .ready where isOffering: "The node tells the others what it has."
        case .ready:
            directory?.isCurrent == false ? "The node catches up with the others." : nil
        }
    }
}
