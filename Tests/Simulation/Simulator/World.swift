import Cluster
import EmojiArt
import Storage
import Sync
import WebSockets
import Wire

/// A server or several, their disks, their network and their clients, all from one seed.
///
/// ```
/// clients ──► links ──► loop, Server, DocumentSession ──► Journal ──► SimulatedDisk
///    ▲                    │   ▲                              │
///    └──── links ◄────────┤   └────────── mail ◄─────────────┤
///                         ▼                                  │
///                  SimulatedBrokers ───────── mail ◄─────────┘
/// ```
///
/// One thread, one queue of events, virtual time in microseconds: a run is a function of its seed.
///
/// Unchecked: the journal's completions take it along, and the one thread runs those too.
final class World: @unchecked Sendable {
    let seed: UInt64
    let regime: Regime
    // Each concern has its own chance, and each fault its own, so that one more of them leaves the
    // draws of the others what they were.
    var work: SplitMix64
    var network: SplitMix64
    var machine: SplitMix64
    var weather: [Regime.Fault: SplitMix64] = [:]

    var queue = EventQueue()
    var now: UInt64 = 1_000_000
    var steps = 0
    /// A digest of all that happened: two runs of a seed must give the same.
    var trace: UInt64 = 0
    /// Told what happens, as it happens.
    var onNote: ((String) -> Void)?
    /// What was wrong first.
    private(set) var violation: String?
    /// Since when nothing fails any more.
    var calmSince: UInt64?

    let nodes: [Node]
    /// Whose code runs.
    private(set) var present: Node
    let brokers = SimulatedBrokers()
    /// The chance of how fast the brokers are, and of where clients go.
    var brokering: SplitMix64
    /// Until when no broker can be reached.
    var outageUntil: UInt64 = 0
    /// What all nodes of a cluster have told, which is one history.
    var history = Expectations()
    /// Whether the brokers have lost what they must not lose: then nobody has to agree, and nobody
    /// may serve two histories.
    var isOrderLost = false

    var clients: [SimulatedClient] = []
    var owners: [Int: SimulatedClient] = [:]
    var links: [Link] = []
    var nextLink = 1
    var connectionCount = 0
    /// The revisions at which documents stood that were put back, one entry for each time: later
    /// edits that were answered before are gone.
    var restored: [[DocumentName: Int]] = []

    /// What `read` found.
    var found: [StoredDocument] = []

    init(seed: UInt64, regime: Regime) {
        self.seed = seed
        self.regime = regime
        work = SplitMix64(seed: seed ^ 0x776f_726b)
        network = SplitMix64(seed: seed ^ 0x6e65_7477)
        machine = SplitMix64(seed: seed ^ 0x6469_736b)
        brokering = SplitMix64(seed: seed ^ 0x6272_6f6b)
        nodes = (0..<regime.nodes).map { Node($0) }
        present = nodes[0]
        Chance.random = SplitMix64(seed: seed ^ 0x6368_616e)
        Offload.jobs = []
        for number in 1...regime.clients {
            let document = DocumentName("canvas-\(number % regime.documents)")
            guard let document else { preconditionFailure("This is a document's name.") }
            let isViewer = number > 2 && work.chance(oneIn: 8)
            let client = SimulatedClient(number: number, isViewer: isViewer, document: document)
            client.home = number % nodes.count
            clients.append(client)
        }
    }

    func violate(_ text: String) {
        guard violation == nil else { return }
        violation = text
        note("VIOLATION \(text)")
    }

    /// What the run did.
    var tally: Tally {
        var tally = Tally()
        tally.seeds = 1
        tally.steps = steps
        tally.milliseconds = Int(now / 1_000)
        tally.edits = clients.reduce(0) { $0 + $1.record.made.count }
        tally.connections = connectionCount
        tally.ends = nodes.reduce(0) { $0 + $1.run }
        tally.trace = trace
        return tally
    }

    func note(_ text: @autoclosure () -> String) {
        onNote?("\(now / 1_000).\(now / 100 % 10) ms  \(text())")
    }

    func mix(_ value: UInt64) {
        trace = (trace ^ value) &* 0x0000_0100_0000_01B3
    }

    func mix(_ bytes: [UInt8]) {
        for byte in bytes { mix(UInt64(byte)) }
    }

    // MARK: Time

    /// Has a server's code run next: with its disk and its clock.
    func enter(_ node: Node) {
        // What the one before it left for later is its own.
        present.jobs += Offload.jobs
        Offload.jobs = []
        present = node
        node.enter(now: now)
    }

    /// Whether there are several servers.
    var isCluster: Bool { nodes.count > 1 }

    /// Plans an event of a server's process, which goes with it.
    func plan(_ event: EventQueue.Event, of node: Node, in microseconds: Int) {
        queue.add(event, at: now + UInt64(microseconds), life: node.life)
    }

    /// Plans an event of the rest of the world.
    func planForGood(_ event: EventQueue.Event, in microseconds: Int) {
        queue.add(event, at: now + UInt64(microseconds), life: nil)
    }

    // MARK: The run

    /// A run takes thousands; one that goes round in a circle has to end.
    private static let stepsMax = 2_000_000

    /// Runs the seed; returns what was wrong.
    func run() -> String? {
        enter(present)
        SimulatedDisk.forgetChance()
        SimulatedBrokers.reachable = brokers
        for node in nodes { planForGood(.start(node), in: 0) }
        for client in clients {
            planForGood(.connect(client), in: Int.random(in: 0...50_000, using: &work))
            planForGood(.act(client), in: Int.random(in: 10_000...150_000, using: &work))
        }
        for fault in Regime.Fault.allCases where regime.faults.contains(fault) {
            weather[fault] = SplitMix64(seed: ~seed ^ fault.digest)
            planForGood(.fault(fault), in: 200_000 + draw(0...regime.faultPause * 1_000, fault))
        }
        let restAt = now + regime.duration * 1_000
        while violation == nil, now < restAt { step() }
        if violation == nil { comeToRest() }
        if violation == nil { audit() }
        for node in nodes {
            end(node, .kill, restartsAfter: nil)
            for (_, bytes) in node.disk.contents { mix(bytes) }
        }
        return violation
    }

    /// Does the next thing.
    func step() {
        guard let next = queue.next() else { return violate("time stands still") }
        if let life = next.life {
            guard !life.isOver else { return }
            guard next.time >= life.node.pausedUntil else {
                return queue.add(next.event, at: life.node.pausedUntil, life: life)
            }
        }
        now = max(now, next.time)
        enter(present)
        steps += 1
        guard steps < Self.stepsMax else { return violate("\(steps) steps, and no end") }
        mix(now)
        happen(next.event)
        for node in nodes where node.server != nil { tend(node) }
        tendBrokers()
        for client in clients where !isOrderLost {
            if let text = client.violation { violate(text) }
        }
        check()
    }

    private func happen(_ event: EventQueue.Event) {
        switch event {
        case .turn(let node), .timer(let node), .commit(let node), .background(let node),
            .start(let node), .stop(let node), .brokersSay(let node, _):
            enter(node)
            happen(event, at: node)
        case .brokersHear(let node):
            node.isUpDue = false
            node.connection?.hear()
        case .brokers(let work): work()
        case .bytesReachServer(let link): bytesReachServer(link)
        case .bytesReachClient(let link): bytesReachClient(link)
        case .kernelHasRoom(let link):
            link.isRoomDue = false
            enter(link.node)
            if !link.isOver { link.node.server?.loop.deliverRoom(to: link.end) }
        case .connectionEnds(let link): end(link)
        case .act(let client): act(client)
        case .wake(let client):
            client.replica.wake(now: now / 1_000)
            finish(client)
        case .connect(let client): connect(client)
        case .fault(let fault): strike(fault)
        }
    }

    private func happen(_ event: EventQueue.Event, at node: Node) {
        switch event {
        case .turn:
            node.isTurnDue = false
            node.server?.loop.runTurn()
        case .timer:
            node.timerAt = .max
            node.server?.loop.deliverTimer()
        case .commit: commit(at: node)
        case .background:
            node.isBackgroundDue = false
            let jobs = node.jobs
            node.jobs = []
            for job in jobs { job() }
        case .start: start(node)
        case .stop: node.stopMailbox?.post(())
        case .brokersSay(_, let lane):
            node.lanesDue.remove(lane)
            node.connection?.deliver(lane)
        default: preconditionFailure("This is no event of a server's process.")
        }
    }

    private func act(_ client: SimulatedClient) {
        guard calmSince == nil else { return }
        note("client \(client.number) acts")
        if let link = client.link, now < link.readsAfter, work.chance(oneIn: 2) {
            client.insist(now: now / 1_000)
        } else {
            client.act(&work, now: now / 1_000)
        }
        finish(client)
        planForGood(.act(client), in: Int.random(in: 1...regime.pace, using: &work))
    }
}
