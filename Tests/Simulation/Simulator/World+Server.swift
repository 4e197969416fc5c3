import Cluster
import Cryptography
import DequeModule
import Disk
import EmojiArt
import Hosting
import PostgresStore
import SQLiteStore
import Store
import StoreTables
import TestKit
import Tokens
import Transport
import WebSockets
import Wire

// The server's process: its life, its thread, its death.
extension World {
    /// How a process ends.
    enum End {
        /// By a signal that it cannot catch, or a failed write: what it wrote is there.
        case kill
        /// With the machine: what was not synced may be gone.
        case power
        /// As it was told to.
        case clean
    }

    /// What a power failure leaves of what was not synced.
    private enum Loss: CaseIterable {
        case all, none, end, half, fewSectors
    }

    /// The operator's settings.
    private static let options = {
        var options = HostingOptions()
        options.idleSeconds = 2
        return options
    }()

    private static let connectionLimits = {
        var limits = ConnectionLimits()
        // Work is measured in true time, which must not decide anything here.
        limits.inboundWorkPerSecond = 1_000_000_000
        limits.inboundWorkBurst = 1_000_000_000
        limits.queuedBytesMax = 65_536
        return limits
    }()

    /// What servers tell each other's connections by.
    private static let secret = HMACSHA256(secret: Array("of all servers".utf8))

    /// Opens the store of a server: a journal for one that is alone.
    private func open(_ node: Node) throws(StorageError) -> any QueuedStore {
        let options = JournalOptions {
            $0.tailEdits = Limits.keptEditsMax
            $0.answerSeqs = Limits.unansweredEditsMax
            $0.checkpointPages = 12
            $0.commitLogBytes = 24_576
            // A log that is cut back needs room again, which a full disk has not.
            $0.walBytesMax = 20_000
        }
        if nodes.count == 1 { return try Journal.open(directory: "data", options: options) }
        return try PostgresStore(Self.database, serving: node.address, options: options)
    }

    /// Where connections to the simulated PostgreSQL seem to go.
    static let database: PostgresAddress = {
        guard let address = PostgresAddress("postgresql://database") else {
            preconditionFailure("This is the address of a database.")
        }
        return address
    }()

    func start(_ node: Node) {
        guard node.server == nil else { return }
        enter(node)
        let disk = node.disk
        let mayFail = node.isDiskBad || disk.nextSyncFails || disk.operationsLeft != nil
        do {
            let journal = try open(node)
            node.journal = journal
            let loop = try EventLoop(limits: Self.connectionLimits)
            let server = Server(
                loop: loop,
                journal: journal,
                options: Self.options,
                tokens: TokenVerifier(keys: try TokenKeys())
            )
            node.server = server
            node.network = NativeLoop.latest
            node.stopMailbox = loop.makeMailbox { [unowned server] (_: Void) in
                server.beginDrain()
            }
            if nodes.count > 1 {
                server.neighbours = Gateway(of: server, Self.secret, authorities: nil)
            }
            _ = try server.listen()
            note("server \(node.number) starts")
            // Nothing rings before the writer has slept once.
            disk.isRung = true
            if !expectations.documents.isEmpty { checkDurability() }
        } catch {
            guard mayFail || nodes.count > 1 else {
                return violate("the server does not start: \(error)")
            }
            note("server \(node.number) does not start: \(error)")
            let isPower = disk.isOff && !node.isKillPlanned
            end(isPower ? .power : .kill, of: node, restartsAfter: 300_000)
        }
    }

    func end(_ end: End, of node: Node, restartsAfter pause: Int?) {
        note("server \(node.number) ends: \(end)")
        enter(node)
        node.disk.detach()
        if let server = node.server {
            // All hold each other; a process that ends lets go of everything.
            server.abandon()
            server.loop.run()
        }
        if nodes.count > 1 {
            node.journal?.close()
            forgetCables(of: node, isKnown: end != .power)
        }
        for link in node.links {
            link.isOver = true
            link.end.hangUp()
            planDown(link)
        }
        enter(node)
        node.forgetPlans()
        if end == .power {
            node.disk.losePower(survives: survival())
        } else {
            node.disk.endProcess()
        }
        if let pause { planForGood(.start(node), in: pause) }
    }

    /// Says of one sector after the other whether it outlives a power failure.
    private func survival() -> () -> Bool {
        var random = SplitMix64(seed: machine.next())
        var left = Int.random(in: 0...40, using: &machine)
        let loss = Loss.allCases.randomElement(using: &machine) ?? .half
        note("lost is: \(loss)")
        return {
            switch loss {
            case .all: return false
            case .none: return true
            case .end:
                left -= 1
                return left >= 0
            case .half: return random.chance(oneIn: 2)
            case .fewSectors: return !random.chance(oneIn: 8)
            }
        }
    }

    /// The journal's thread does what is queued.
    func commit(_ node: Node) {
        node.isCommitDue = false
        guard node.journal != nil else { return }
        let disk = node.disk
        if disk.retryMicroseconds != nil { disk.takeQueue() }
        if !disk.runWriter() {
            note("the journal ends the process: \(disk.failureText)")
            if !node.isDiskBad, !disk.hasFailed {
                violate("without a cause: \(disk.failureText)")
            }
            // After a failed sync the kernel may have dropped what it could not write.
            let isLost = disk.isOff ? !node.isKillPlanned : machine.chance(oneIn: 2)
            end(isLost ? .power : .kill, of: node, restartsAfter: 50_000)
        } else if let pause = disk.retryMicroseconds {
            node.isCommitDue = true
            plan(.commit, in: pause, on: node)
        }
    }

    /// Plans what the process's last event asked for.
    func tend(_ node: Node) {
        guard let loop = node.network else { return }
        if nodes.count > 1 { enter(node) }
        let disk = node.disk
        if loop.takeWake(), !node.isTurnDue {
            node.isTurnDue = true
            plan(.turn, in: Int.random(in: 1...20, using: &machine), on: node)
        }
        if loop.timerAt < node.timerAt {
            node.timerAt = loop.timerAt
            let time = node.timerAt > now / 1_000 ? Int(node.timerAt - now / 1_000) * 1_000 : 0
            plan(.timer, in: time, on: node)
        }
        if !node.jobs.isEmpty, !node.isBackgroundDue {
            node.isBackgroundDue = true
            // Now and then as long as a large document takes on a busy machine.
            let longest = machine.chance(oneIn: 4) ? 200_000 : 3_000
            plan(.background, in: Int.random(in: 1...longest, using: &machine), on: node)
        }
        for fiber in disk.fibers { tend(fiber, of: node) }
        if !disk.hasFibers, !node.isCommitDue, disk.isRung {
            disk.isRung = false
            node.isCommitDue = true
            disk.takeQueue()
            let wait = Int.random(in: 30...30 + regime.diskLatency, using: &machine)
            plan(.commit, in: wait, on: node)
        }
        for link in node.links { tend(link) }
        if nodes.count > 1 { tendCables(of: node, loop) }
        if loop.isEnded {
            node.journal?.close()
            let didFail = disk.failureText != ""
            let isPower = disk.isOff && !node.isKillPlanned
            end(isPower ? .power : didFail ? .kill : .clean, of: node, restartsAfter: 20_000)
        }
    }

    private func tend(_ fiber: Fiber, of node: Node) {
        guard !fiber.isPlanned else { return }
        switch fiber.wait {
        case .over: break
        case .time(let microseconds):
            fiber.isPlanned = true
            plan(.resume(fiber), in: microseconds, on: node)
        case .bell:
            guard node.disk.isRung else { return }
            node.disk.isRung = false
            fiber.isPlanned = true
            plan(.resume(fiber), in: Int.random(in: 1...20, using: &machine), on: node)
        }
    }

    private func tend(_ link: Link) {
        if link.end.isCut {
            end(link)
            return planDown(link)
        }
        if !link.end.sent.isEmpty { planDown(link) }
        if link.end.isWriteable, !link.isRoomDue {
            link.isRoomDue = true
            plan(.kernelHasRoom(link), in: 10, on: link.node)
        }
    }
}
