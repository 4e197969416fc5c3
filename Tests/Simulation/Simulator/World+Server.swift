import DequeModule
import EmojiArt
import Storage
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

    /// Whether the disk is in a state in which a document may fail to open.
    var isDiskBad: Bool { disk.isOff || disk.refusesWrites || disk.capacity < Int.max }

    /// Starts the process.
    func start() {
        guard server == nil else { return }
        SimulatedDisk.mounted = disk
        let mayFail = isDiskBad || disk.nextSyncFails || disk.operationsLeft != nil
        do {
            let options = JournalOptions(
                tailEdits: Limits.keptEditsMax,
                answerSeqs: Limits.unansweredEditsMax,
                checkpointPages: 12,
                walBytesMax: 120_000
            )
            let journal = try Journal.open(directory: "data", options: options)
            self.journal = journal
            let loop = EventLoop(limits: ServerOptions().connectionLimits)
            let server = Server(
                loop: loop,
                journal: journal,
                options: ServerOptions(),
                tokens: TokenVerifier()
            )
            self.server = server
            stopMailbox = loop.makeMailbox { [unowned server] (_: Void) in server.beginDrain() }
            try server.listen()
            note("the server starts")
            // Nothing rings before the writer has slept once.
            disk.isRung = true
            if !expectations.documents.isEmpty { checkDurability() }
        } catch {
            guard mayFail else {
                return violate("the server does not start: \(error)")
            }
            note("the server does not start: \(error)")
            endServer(disk.isOff && !isKillPlanned ? .power : .kill, restartsAfter: 300_000)
        }
    }

    /// Ends the process, if there is one.
    func endServer(_ end: End, restartsAfter pause: Int?) {
        note("the server ends: \(end)")
        serverRun += 1
        disk.detach()
        if let server {
            // Both hold each other; a process that ends lets go of everything.
            for guest in server.documents.guests {
                guest.phase = .gone
                guest.connection.owner = nil
            }
            server.documents = DocumentTable()
            server.inFlight = []
            server.batchCounts = []
            server.touched = []
            server.silent = []
            server.loop.vanish()
        }
        for link in links {
            link.isOver = true
            link.end.hangUp()
            planDown(link)
        }
        links = []
        Offload.jobs = []
        isKillPlanned = false
        pausedUntil = 0
        (isTurnDue, isCommitDue, isBackgroundDue, timerAt) = (false, false, false, .max)
        server = nil
        journal = nil
        if end == .power { disk.losePower(survives: survival()) } else { disk.endProcess() }
        if let pause { planForGood(.start, in: pause) }
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
    func commit() {
        isCommitDue = false
        guard journal != nil else { return }
        if disk.retryMicroseconds != nil { disk.takeQueue() }
        if !disk.runWriter() {
            note("the journal ends the process: \(disk.failureText)")
            if !isDiskBad, !disk.hasFailed { violate("without a cause: \(disk.failureText)") }
            // After a failed sync the kernel may have dropped what it could not write.
            let isLost = disk.isOff ? !isKillPlanned : machine.chance(oneIn: 2)
            endServer(isLost ? .power : .kill, restartsAfter: 50_000)
        } else if let pause = disk.retryMicroseconds {
            isCommitDue = true
            plan(.commit, in: pause)
        }
    }

    /// Plans what the process's last event asked for.
    func tendServer() {
        guard let server else { return }
        let loop = server.loop
        if loop.takeWake(), !isTurnDue {
            isTurnDue = true
            plan(.turn, in: Int.random(in: 1...20, using: &machine))
        }
        if loop.timerTime < timerAt {
            timerAt = loop.timerTime
            let time = timerAt > now / 1_000 ? Int(timerAt - now / 1_000) * 1_000 : 0
            plan(.timer, in: time)
        }
        if !Offload.jobs.isEmpty, !isBackgroundDue {
            isBackgroundDue = true
            // Now and then as long as a large document takes on a busy machine.
            let longest = machine.chance(oneIn: 4) ? 200_000 : 3_000
            plan(.background, in: Int.random(in: 1...longest, using: &machine))
        }
        if !isCommitDue, disk.isRung {
            disk.isRung = false
            isCommitDue = true
            disk.takeQueue()
            plan(.commit, in: Int.random(in: 30...30 + regime.diskLatency, using: &machine))
        }
        for link in links { tend(link) }
        if loop.isStopping {
            journal?.close()
            let didFail = disk.failureText != ""
            let isPower = disk.isOff && !isKillPlanned
            endServer(isPower ? .power : didFail ? .kill : .clean, restartsAfter: 20_000)
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
            plan(.kernelHasRoom(link), in: 10)
        }
    }
}
