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

    /// Whether the disk is in a state in which a document may fail to open.
    var isDiskBad: Bool { disk.isOff || disk.refusesWrites || disk.capacity < Int.max }

    /// Starts the process.
    func start() {
        guard server == nil else { return }
        SimulatedDisk.mounted = disk
        let mayFail = isDiskBad || disk.nextSyncFails || disk.operationsLeft != nil
        do {
            let options = JournalOptions(
                tailEdits: 10,
                answerSeqs: Limits.unansweredEditsMax,
                checkpointPages: 12,
                walBytesMax: 120_000
            )
            let journal = try Journal.open(directory: "data", options: options)
            self.journal = journal
            let loop = EventLoop(limits: ServerOptions().connectionLimits)
            let server = Server(loop: loop, journal: journal, options: ServerOptions())
            self.server = server
            try server.listen()
            note("the server starts")
            verifyDisk(journal)
            // Nothing rings before the writer has slept once.
            disk.isRung = true
        } catch {
            guard mayFail else {
                return violate("the server does not start: \(error)")
            }
            note("the server does not start: \(error)")
            endServer(disk.isOff && !isKillPlanned ? .power : .kill, restartsAfter: 300_000)
        }
    }

    /// Compares what the disk holds with what clients have seen.
    private func verifyDisk(_ journal: Journal) {
        for (name, _) in expectations.documents.sorted(by: { $0.key.string < $1.key.string }) {
            let life = life
            journal.load(name.string, creatingWith: nil) { [unowned self] result in
                guard self.life == life, violation == nil else { return }
                guard case .success(let stored) = result else {
                    return isDiskBad ? () : violate("\(name) cannot be read: \(result)")
                }
                guard let stored else { return violate("\(name) was seen, and is not there") }
                var chains: [Int: Checksum] = [:]
                for edit in stored.edits { chains[Int(edit.revision)] = Checksum(edit.chain) }
                let text = expectations.compare(
                    name,
                    epoch: stored.epoch,
                    revision: Int(stored.revision),
                    chains: chains
                )
                if let text { violate(text) }
            }
        }
    }

    /// Ends the process, if there is one.
    func endServer(_ end: End, restartsAfter pause: Int?) {
        note("the server ends: \(end)")
        life += 1
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
        (isTurnDue, isCommitDue, isBackgroundDue, timerAt) = (false, false, false, .max)
        server = nil
        journal = nil
        if end == .power {
            disk.losePower { [unowned self] in machine.chance(oneIn: 2) }
        } else {
            disk.endProcess()
        }
        if let pause { planForGood(.start, in: pause) }
    }

    /// The journal's thread does what is queued.
    func commit() {
        isCommitDue = false
        guard let journal else { return }
        if journal.statistics.isStalled { disk.takeQueue() }
        if !disk.runWriter() {
            note("the journal ends the process: \(disk.failureText)")
            // After a failed sync the kernel may have dropped what it could not write.
            let isLost = disk.isOff ? !isKillPlanned : machine.chance(oneIn: 2)
            endServer(isLost ? .power : .kill, restartsAfter: 50_000)
        } else if journal.statistics.isStalled {
            isCommitDue = true
            plan(.commit, in: 250_000)
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
            plan(.background, in: Int.random(in: 1...3_000, using: &machine))
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
            over(link)
            return planDown(link)
        }
        if !link.end.sent.isEmpty { planDown(link) }
        if link.end.isWriteable, !link.isRoomDue {
            link.isRoomDue = true
            plan(.room(link), in: 10)
        }
    }
}
