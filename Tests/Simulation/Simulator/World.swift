import EmojiArt
import Storage
import Sync
import WebSockets
import Wire

/// A server, its disk, its network and its clients, all from one seed.
///
/// ```
/// clients ──► links ──► loop, Server, DocumentSession ──► Journal ──► SimulatedDisk
///    ▲                        │                              │
///    └──────── links ◄────────┴───────── mail ◄──────────────┘
/// ```
///
/// One thread, one queue of events, virtual time in microseconds: a run is a function of its seed.
final class World: @unchecked Sendable {
    let seed: UInt64
    let regime: Regime
    /// Each concern has its own chance, so that one more fault does not shift all other draws.
    var work: SplitMix64
    var network: SplitMix64
    var machine: SplitMix64
    var weather: SplitMix64

    var queue = EventQueue()
    var now: UInt64 = 1_000_000
    var wallOffset = 1_700_000_000_000
    var steps = 0
    /// A digest of all that happened: two runs of a seed must give the same.
    var trace: UInt64 = 0
    /// What happened, for who asks; nil for nobody.
    var timeline: [String]?
    /// What was wrong first.
    private(set) var violation: String?
    var isCalm = false

    let disk = SimulatedDisk()
    var backup: SimulatedDisk?
    /// The lives of the server's process so far.
    var life = 0
    var server: Server?
    var journal: Journal?
    var isTurnDue = false
    var isCommitDue = false
    var isBackgroundDue = false
    var timerAt = UInt64.max
    /// Whether the disk's next end is the process's alone, and not the power's.
    var isKillPlanned = false

    var clients: [SimulatedClient] = []
    var owners: [Int: SimulatedClient] = [:]
    var links: [Link] = []
    var nextLink = 1
    var connectionCount = 0
    var expectations = Expectations()
    /// How often a backup was put in place: edits that were answered before may be gone.
    var era = 0

    init(seed: UInt64, regime: Regime) {
        self.seed = seed
        self.regime = regime
        work = SplitMix64(seed: seed ^ 0x776f_726b)
        network = SplitMix64(seed: seed ^ 0x6e65_7477)
        machine = SplitMix64(seed: seed ^ 0x6469_736b)
        weather = SplitMix64(seed: seed ^ 0x7765_6174)
        Chance.random = SplitMix64(seed: seed ^ 0x6368_616e)
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
        tally.edits = clients.reduce(0) { $0 + $1.made.count }
        tally.connections = connectionCount
        tally.ends = life
        tally.trace = trace
        return tally
    }

    func note(_ text: @autoclosure () -> String) {
        guard timeline != nil else { return }
        timeline?.append("\(now / 1_000).\(now / 100 % 10) ms  \(text())")
    }

    func mix(_ value: UInt64) {
        trace = (trace ^ value) &* 0x0000_0100_0000_01B3
    }

    // MARK: Time

    /// Plans an event of the server's process, which goes with it.
    func plan(_ event: EventQueue.Event, in microseconds: Int) {
        queue.add(event, at: now + UInt64(microseconds), life: life)
    }

    /// Plans an event of the rest of the world.
    func planForGood(_ event: EventQueue.Event, in microseconds: Int) {
        queue.add(event, at: now + UInt64(microseconds), life: -1)
    }

    func setClocks() {
        SimulatedClock.milliseconds = now / 1_000
        SimulatedClock.wall = wallOffset + Int(now / 1_000)
    }

    // MARK: The run

    /// Runs the seed; returns what was wrong.
    func run() -> String? {
        SimulatedDisk.mounted = disk
        setClocks()
        planForGood(.start, in: 0)
        for client in clients {
            planForGood(.connect(client), in: Int.random(in: 0...50_000, using: &work))
            planForGood(.act(client), in: Int.random(in: 50_000...150_000, using: &work))
        }
        planForGood(.fault, in: 200_000)
        let end = now + regime.duration * 1_000
        while violation == nil, now < end { step() }
        if violation == nil { comeToRest() }
        if violation == nil { audit() }
        endServer(.kill, restartsAfter: nil)
        return violation
    }

    /// Does the next thing.
    func step() {
        guard let (time, life, event) = queue.next() else { return violate("time stands still") }
        guard life == -1 || life == self.life else { return }
        now = max(now, time)
        setClocks()
        steps += 1
        mix(now)
        happen(event)
        if server != nil { tendServer() }
        for client in clients {
            if let text = client.violation { violate(text) }
        }
        if steps % 16 == 0 { checkViews() }
        if steps % 64 == 0 { clients[steps / 64 % clients.count].checkFile() }
    }

    private func happen(_ event: EventQueue.Event) {
        switch event {
        case .turn:
            isTurnDue = false
            server?.loop.run()
        case .timer:
            timerAt = .max
            server?.loop.deliverTimer()
        case .commit: commit()
        case .background:
            isBackgroundDue = false
            let jobs = Offload.jobs
            Offload.jobs = []
            for job in jobs { job() }
        case .start: start()
        case .stop: server?.signalMailbox.post(15)
        case .up(let link): up(link)
        case .down(let link): down(link)
        case .room(let link):
            link.isRoomDue = false
            if !link.isOver { server?.loop.deliverRoom(to: link.end) }
        case .over(let link): over(link)
        case .act(let client): act(client)
        case .wake(let client):
            client.replica.wake(now: now / 1_000)
            finish(client)
        case .connect(let client): connect(client)
        case .fault: fault()
        }
    }

    private func act(_ client: SimulatedClient) {
        guard !isCalm else { return }
        note("client \(client.number) acts")
        client.act(&work, now: now / 1_000)
        finish(client)
        planForGood(.act(client), in: Int.random(in: 1...regime.pace, using: &work))
    }

    /// The last edit of a client that its last snapshot had in it.
    ///
    /// As heard on the wire, if it lived and was in one history since then.
    private func answered(_ client: SimulatedClient) -> Int {
        let dies = regime.faults.contains(.clientKills) || regime.faults.contains(.clientPowerCuts)
        return dies || era > 0 ? client.replica.peekConfirmedSeq : client.answeredAtSnapshot
    }

    /// What each client shows is what the server confirmed, and on top of it what it waits for.
    private func checkViews() {
        for client in clients {
            var view = client.replica.confirmed
            for edit in client.replica.pendingEdits where edit.seq > answered(client) {
                if case .operation(let operation) = edit.request { _ = try? view.apply(operation) }
            }
            if view != client.replica.view {
                violate("client \(client.number) shows another state")
            }
        }
    }

    /// Notes where a client stands after it heard something.
    func note(_ client: SimulatedClient, on link: Link) {
        guard link.era == era, client.replica.isLive, let position = client.replica.position else {
            return
        }
        if let text = expectations.see(position, of: client.document) {
            violate("client \(client.number): \(text)")
        }
    }
}
