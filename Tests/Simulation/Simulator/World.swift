import Disk
import EmojiArt
import HTTPClient
import Hosting
import PostgresStore
import Store
import Sync
import TestKit
import Transport
import WebSockets
import Wire

/// A server or several, their disk or database, the network and the clients, all from one seed.
///
/// ```
/// clients ──► links ──► loop, Server, DocumentSession ──► Journal ──► SimulatedDisk
///    ▲                    │   ▲                              │
///    └──── links ◄────────┘   └────────── mail ◄─────────────┘
///
/// several: ... Server, Gateway ──► cables ──► other servers; PostgresStore ──► SimulatedPostgres
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
    /// Where something happens.
    private var present: Node
    /// Where several servers have their documents.
    let database: SimulatedPostgres
    var cables: [Cable] = []
    var clients: [SimulatedClient] = []
    var owners: [Int: SimulatedClient] = [:]
    var nextLink = 1
    var connectionCount = 0
    /// When the last client comes back of those that found the process standing still.
    var comebackAt: UInt64 = 0
    /// The revisions at which documents stood that were put back, one entry for each time: later
    /// edits that were answered before are gone.
    var restored: [[DocumentName: Int]] = []

    /// The edits that logs no longer have, by their revisions.
    var trimmed: [DocumentName: [Int: StoredEdit]] = [:]
    var trimCount = 0
    var undecidedCount = 0

    /// What clients saw, which has to be stored.
    var expectations = Expectations()
    var backup: Node.Backup?

    /// What `read` found.
    var found: [StoredDocument] = []

    init(seed: UInt64, regime: Regime) {
        self.seed = seed
        self.regime = regime
        work = SplitMix64(seed: seed ^ 0x776f_726b)
        network = SplitMix64(seed: seed ^ 0x6e65_7477)
        machine = SplitMix64(seed: seed ^ 0x6469_736b)
        var chance = SplitMix64(seed: seed ^ 0x6368_616e)
        Chance.draw = { chance.next() }
        Offload.jobs = []
        SimulatedClient.chance = SplitMix64(seed: seed ^ 0x6d61_726b)
        nodes = (1...regime.servers).map { Node(number: $0) }
        present = nodes[0]
        var database = SplitMix64(seed: seed ^ 0x6461_7461)
        self.database = SimulatedPostgres { Int.random(in: $0, using: &database) }
        self.database.latency = regime.databaseLatency
        SimulatedPostgres.mounted = self.database
        for number in 1...regime.clients {
            let document = DocumentName("canvas-\(number % regime.documents)")
            guard let document else { preconditionFailure("This is a document's name.") }
            let isViewer = number > 2 && work.chance(oneIn: 8)
            let key = isViewer ? nil : ClientKey(high: 0xE0E0, low: UInt64(number))
            clients.append(SimulatedClient(number: number, key: key, document: document))
        }
    }

    /// Goes to a machine: what happens now happens there.
    func enter(_ node: Node) {
        present.jobs += Offload.jobs
        Offload.jobs = []
        present = node
        node.enter(now: now)
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
        tally.trims = trimCount
        tally.undecided = undecidedCount
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

    /// Plans an event of a server's process, which goes with it.
    func plan(_ event: EventQueue.Event, in microseconds: Int, on node: Node) {
        queue.add(event, at: now + UInt64(microseconds), of: (node, node.run))
    }

    /// Plans an event of the rest of the world.
    func planForGood(_ event: EventQueue.Event, in microseconds: Int) {
        queue.add(event, at: now + UInt64(microseconds), of: nil)
    }

    // MARK: The run

    /// A run takes thousands; one that goes round in a circle has to end.
    private static let stepsMax = 2_000_000

    /// Runs the seed; returns what was wrong.
    func run() -> String? {
        SimulatedDisk.forgetChance()
        HTTPClient.status = { [unowned self] url in
            nodes.first { url.hasPrefix($0.address) && $0.isReady }.map { _ in 200 }
        }
        for node in nodes {
            node.disk.hasFibers = nodes.count > 1
            planForGood(.start(node), in: 0)
        }
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
            end(.kill, of: node, restartsAfter: nil)
            for (_, bytes) in node.disk.contents { mix(bytes) }
        }
        return violation
    }

    func step() {
        guard let next = queue.next() else { return violate("time stands still") }
        if let process = next.process {
            guard process.run == process.node.run else { return }
            let pausedUntil = process.node.pausedUntil
            guard next.time >= pausedUntil else {
                return queue.add(next.event, at: pausedUntil, of: process)
            }
        }
        now = max(now, next.time)
        database.now = Int64(now)
        let node = next.process?.node ?? nodes[0]
        enter(node)
        steps += 1
        guard steps < Self.stepsMax else { return violate("\(steps) steps, and no end") }
        mix(now)
        happen(next.event, on: node)
        enter(node)
        for node in nodes where node.server != nil { tend(node) }
        for client in clients {
            if let text = client.violation { violate(text) }
        }
        check()
    }

    private func happen(_ event: EventQueue.Event, on node: Node) {
        switch event {
        case .turn:
            node.isTurnDue = false
            node.network?.rest()
        case .timer:
            node.timerAt = .max
            node.network?.deliverTimer()
        case .commit: commit(node)
        case .resume(let fiber):
            fiber.resume()
            if let error = fiber.failure { violate("a store ends its process: \(error)") }
        case .background:
            node.isBackgroundDue = false
            let jobs = node.jobs
            node.jobs = []
            for job in jobs { job() }
        case .start(let node): start(node)
        case .stop: node.stopMailbox?.post(())
        case .bytesReachServer(let link): bytesReachServer(link)
        case .bytesReachClient(let link): bytesReachClient(link)
        case .kernelHasRoom(let link):
            link.isRoomDue = false
            if !link.isOver { node.network?.deliverRoom(to: link.end) }
        case .connectionEnds(let link): end(link)
        case .cableMoves(let cable, let side): move(cable, to: side)
        case .recovery: database.recover()
        case .act(let client): act(client)
        case .wake(let client):
            client.replica.wake(now: now / 1_000)
            finish(client)
        case .connect(let client): connect(client)
        case .fault(let fault): strike(fault)
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
