import Cluster
import EmojiArt
import Storage
import Sync
import WebSockets
import Wire

// Servers that are one: how they come to the brokers, and what goes to and fro.
extension World {
    /// Makes a server a node, as its program does.
    func join(_ node: Node, _ server: Server, _ journal: Journal) throws {
        let created = journal.directoryPlace?.stream
        if created == nil, journal.documentCount > 0 {
            violate("\(name(of: node)) has documents of its own")
        }
        let options = ClusterOptions(
            urls: ["simulated"],
            stream: "EMOJIART",
            streams: 1,
            // However many there are, they are one to a node: it asks for none of them.
            replicas: 1
        )
        let cluster = ClusterLink(
            options,
            following: created,
            upTo: journal.lastPlaces.map { Int($0) },
            for: server.group
        )
        try cluster.start()
        node.cluster = cluster
        node.connection = brokers.connections.last
        node.connection?.losesMessage = { [unowned self, unowned node] in
            node.newsLoss > 0 && draw(1...node.newsLoss, .lostNews) == 1
        }
        node.connection?.losesAnswer = { [unowned node] in node.losesAnswers }
        node.connection?.knownAtBroker = node.knownAtBroker
        let images = ImageExchange(cluster, journal)
        images.start()
        server.onAllLoops { $0.join(cluster, images) }
        open(node)
    }

    /// Takes a process that ends from the brokers; of what it said last some is heard still.
    func part(_ node: Node, _ end: End) {
        let said = node.connection?.abandon() ?? []
        let heard = end == .clean ? said.count : Int.random(in: 0...said.count, using: &brokering)
        for (index, job) in said.prefix(heard).enumerated() {
            planForGood(.brokers(job), in: (index + 1) * (1 + regime.brokerLatency))
        }
        node.cluster?.close()
        node.server?.cluster = nil
        node.server?.directory = nil
        node.server?.followers = FollowerTable()
    }

    /// Has a node connected to the brokers, as soon as there are some.
    func open(_ node: Node) {
        let pause = outageUntil > now ? Int(outageUntil - now) : 0
        planForGood(.brokers { node.connection?.open() }, in: pause + brokerDelay())
    }

    private func brokerDelay() -> Int {
        Int.random(in: 10...10 + regime.brokerLatency, using: &brokering)
    }

    /// Plans when what is on its way to the brokers, and from there, arrives.
    func tendBrokers() {
        guard isCluster else { return }
        for node in nodes {
            guard let connection = node.connection else { continue }
            if connection.hasUp, !node.isUpDue {
                node.isUpDue = true
                let time = max(now + UInt64(brokerDelay()), node.upStallsUntil)
                queue.add(.brokersHear(node), at: time, life: nil)
            }
            for lane in SimulatedConnection.Lane.allCases
            where connection.hasDown(lane) && !node.lanesDue.contains(lane) {
                node.lanesDue.insert(lane)
                let time = max(now + UInt64(brokerDelay()), node.stallsUntil[lane] ?? 0)
                queue.add(.brokersSay(node, lane), at: time, life: node.life)
            }
        }
        for job in brokers.strays {
            planForGood(.brokers(job), in: Int.random(in: 1...6_000_000, using: &brokering))
        }
        brokers.strays = []
    }

    // MARK: The end

    /// Whether a node serves a document, with all that the order has.
    func isServed(_ document: OpenDocument, at node: Node) -> Bool {
        !document.guests.isEmpty && document.order?.fault == nil
            && node.cluster?.isReady == true && node.server?.directory?.fault == nil
    }

    /// Ends a run in which the brokers lost edits: everybody edits once more, so that whoever knows
    /// another history than the others hears of it.
    func endApart(from calm: UInt64) {
        let seconds: UInt64 = 20
        var editAt = calm + 5_000_000
        while violation == nil, now < calm + seconds * 1_000_000 {
            step()
            guard now > editAt else { continue }
            editAt += 4_000_000
            for client in clients where !client.isViewer && client.replica.isLive {
                client.edit(.operation(.background(.blank)))
                finish(client)
            }
        }
    }

    /// Compares the logs of all nodes: one history, of which some know more than others.
    ///
    /// Of an order that was lost only those have to agree that serve a document still.
    func compareLogs(_ logs: [(node: Node, stored: StoredDocument, isServed: Bool)]) {
        for (index, one) in logs.enumerated() {
            for other in logs[(index + 1)...] where one.stored.name == other.stored.name {
                guard !isOrderLost || one.isServed && other.isServed else { continue }
                guard let text = difference(one.stored, other.stored) else { continue }
                let servers = "servers \(one.node.number) and \(other.node.number)"
                violate("audit: \(servers) have two histories of \(one.stored.name): \(text)")
            }
        }
    }

    private func difference(_ one: StoredDocument, _ other: StoredDocument) -> String? {
        if one.epoch != other.epoch { return "they were made apart" }
        // One that goes on from a checkpoint begins later.
        let first = max(one.firstRevision, other.firstRevision)
        let logs = [one, other].map { $0.edits.dropFirst(max(0, first - $0.firstRevision)) }
        for (left, right) in zip(logs[0], logs[1])
        where left.body != right.body || left.chain != right.chain || left.seq != right.seq {
            return "edit \(left.revision)"
        }
        let keys = zip(one.clients, other.clients)
        if keys.contains(where: { $0.key != $1.key }) { return "clients" }
        let refusals = Dictionary(grouping: one.refusals) { $0.client }
        for refusal in other.refusals {
            let same = refusals[refusal.client]?.first { $0.seq == refusal.seq }
            let isKnown =
                refusal.seq <= one.lastSeq[refusal.client] ?? 0
                && !one.hasForgotten(Int(refusal.seq), of: refusal.client)
            if isKnown, same?.code != refusal.code { return "refusal of \(refusal.seq)" }
        }
        guard one.place == other.place else { return nil }
        let isSame = one.revision == other.revision && one.lastSeq == other.lastSeq
        return isSame ? nil : "what is at place \(one.place)"
    }
}
