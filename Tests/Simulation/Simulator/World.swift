import Disk
import EmojiArt
import Hosting
import Store
import Sync
import TestKit
import Transport
import WebSockets
import Wire

/// A server, its disk, its network and its clients, all from one seed.
///
/// ```
/// clients ──► links ──► loop, Server, DocumentSession ──► Journal ──► SimulatedDisk
///    ▲                    │   ▲                              │
///    └──── links ◄────────┘   └────────── mail ◄─────────────┘
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

    let node = Node()
    var clients: [SimulatedClient] = []
    var owners: [Int: SimulatedClient] = [:]
    var links: [Link] = []
    var nextLink = 1
    var connectionCount = 0
    /// When the last client comes back of those that found the process standing still.
    var comebackAt: UInt64 = 0
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
        var chance = SplitMix64(seed: seed ^ 0x6368_616e)
        Chance.draw = { chance.next() }
        Offload.jobs = []
        for number in 1...regime.clients {
            let document = DocumentName("canvas-\(number % regime.documents)")
            guard let document else { preconditionFailure("This is a document's name.") }
            let isViewer = number > 2 && work.chance(oneIn: 8)
            clients.append(
                SimulatedClient(number: number, isViewer: isViewer, document: document)
            )
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
        tally.ends = node.run
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

    /// Plans an event of the server's process, which goes with it.
    func plan(_ event: EventQueue.Event, in microseconds: Int) {
        queue.add(event, at: now + UInt64(microseconds), run: node.run)
    }

    /// Plans an event of the rest of the world.
    func planForGood(_ event: EventQueue.Event, in microseconds: Int) {
        queue.add(event, at: now + UInt64(microseconds), run: nil)
    }

    // MARK: The run

    /// A run takes thousands; one that goes round in a circle has to end.
    private static let stepsMax = 2_000_000

    /// Runs the seed; returns what was wrong.
    func run() -> String? {
        node.enter(now: now)
        SimulatedDisk.forgetChance()
        planForGood(.start, in: 0)
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
        end(.kill, restartsAfter: nil)
        for (_, bytes) in node.disk.contents { mix(bytes) }
        return violation
    }

    func step() {
        guard let next = queue.next() else { return violate("time stands still") }
        if let run = next.run {
            guard run == node.run else { return }
            guard next.time >= node.pausedUntil else {
                return queue.add(next.event, at: node.pausedUntil, run: run)
            }
        }
        now = max(now, next.time)
        node.enter(now: now)
        steps += 1
        guard steps < Self.stepsMax else { return violate("\(steps) steps, and no end") }
        mix(now)
        happen(next.event)
        if node.server != nil { tend() }
        for client in clients {
            if let text = client.violation { violate(text) }
        }
        check()
    }

    private func happen(_ event: EventQueue.Event) {
        switch event {
        case .turn:
            node.isTurnDue = false
            node.network?.rest()
        case .timer:
            node.timerAt = .max
            node.network?.deliverTimer()
        case .commit: commit()
        case .background:
            node.isBackgroundDue = false
            let jobs = Offload.jobs
            Offload.jobs = []
            for job in jobs { job() }
        case .start: start()
        case .stop: node.stopMailbox?.post(())
        case .bytesReachServer(let link): bytesReachServer(link)
        case .bytesReachClient(let link): bytesReachClient(link)
        case .kernelHasRoom(let link):
            link.isRoomDue = false
            if !link.isOver { node.network?.deliverRoom(to: link.end) }
        case .connectionEnds(let link): end(link)
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
