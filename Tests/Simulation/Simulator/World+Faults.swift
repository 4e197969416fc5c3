import Storage
import WebSockets

// The weather: one fault at a time, of those that the regime has.
extension World {
    func fault() {
        guard !isCalm else { return }
        let pause = Int.random(in: 1...regime.faultPause * 1_000, using: &weather)
        planForGood(.fault, in: pause)
        // Sorted, since a set's order is not the seed's.
        let faults = regime.faults.map(\.rawValue).sorted()
        guard let name = faults.randomElement(using: &weather),
            let fault = Regime.Fault(rawValue: name)
        else { return }
        note("fault: \(name)")
        switch fault {
        case .cuts, .silences, .slowReaders, .clientKills, .clientPowerCuts:
            guard let client = clients.randomElement(using: &weather) else { return }
            strike(fault, client)
        case .kills: restart(.kill)
        case .powerCuts: restart(.power)
        case .tornCommits, .killedCommits:
            disk.operationsLeft = Int.random(in: 0...14, using: &weather)
            isKillPlanned = fault == .killedCommits
        case .absences: for client in clients { depart(client) }
        case .failedSyncs: disk.nextSyncFails = true
        case .fullDisks: fillDisk()
        case .stops: if server != nil { plan(.stop, in: 0) }
        case .backups: backUp()
        case .clockJumps: wallOffset += Int.random(in: -86_400_000...86_400_000, using: &weather)
        }
    }

    private func restart(_ end: End) {
        guard server != nil else { return }
        endServer(end, restartsAfter: Int.random(in: 1_000...1_000_000, using: &weather))
    }

    private func strike(_ fault: Regime.Fault, _ client: SimulatedClient) {
        switch fault {
        case .cuts: cut(client)
        case .silences: silence(client)
        case .slowReaders:
            client.link?.readMax = weather.chance(oneIn: 2) ? 200 : .max
        case .clientKills:
            guard !client.isViewer else { return }
            if weather.chance(oneIn: 2) {
                client.writesLeft = Int.random(in: 0...2, using: &weather)
            } else {
                kill(client)
            }
        default:
            guard !client.isViewer else { return }
            client.writesLeft = nil
            die(client, losing: Int.random(in: 1...12, using: &weather))
        }
    }

    /// Breaks a connection: of what was on its way up, a beginning arrives.
    private func cut(_ client: SimulatedClient) {
        guard let link = client.link else { return }
        if !link.up.isEmpty, link.upOffset == 0 {
            link.up.removeLast(Int.random(in: 0...link.up.count, using: &weather))
        }
        leave(client, tellsServer: true)
        reconnect(client)
    }

    /// Everyone leaves for a while, so that documents are unloaded.
    private func depart(_ client: SimulatedClient) {
        guard client.link != nil else { return }
        leave(client, tellsServer: true)
        planForGood(.connect(client), in: Int.random(in: 1...6_000_000, using: &weather))
    }

    /// A connection dies without a word, in one direction or both.
    ///
    /// The client finds out by its own pings, or at once and leaves the server to its.
    private func silence(_ client: SimulatedClient) {
        guard let link = client.link else { return }
        let direction = Int.random(in: 0..<3, using: &weather)
        link.isUpDead = direction != 0
        link.isDownDead = direction != 1
        planForGood(.connect(client), in: Int.random(in: 1...30_000_000, using: &weather))
    }

    /// Kills a client's process, and starts it again.
    func kill(_ client: SimulatedClient) {
        client.writesLeft = nil
        die(client, losing: 0)
    }

    private func die(_ client: SimulatedClient, losing lines: Int) {
        note("client \(client.number) dies")
        if let link = client.link {
            link.isLeft = true
            client.link = nil
            // What it sent before is on its way.
            if !link.isOver { plan(.over(link), in: Int.random(in: 1...300_000, using: &weather)) }
        }
        client.restart(losing: lines, torn: lines == 0 && weather.chance(oneIn: 2))
        if weather.chance(oneIn: 3) { client.compact() }
        reconnect(client)
    }

    private func fillDisk() {
        if disk.capacity < .max || disk.refusesWrites {
            disk.capacity = .max
            disk.refusesWrites = false
        } else if weather.chance(oneIn: 2) {
            disk.refusesWrites = true
        } else {
            disk.fill(leaving: Int.random(in: 0...20_000, using: &weather))
        }
    }

    /// Makes a backup, or puts one in place of what is there.
    private func backUp() {
        guard server != nil else { return }
        endServer(.clean, restartsAfter: 100_000)
        if let backup {
            disk.restore(backup)
            self.backup = nil
            era += 1
            expectations.forget()
            for client in clients { client.earlier = [:] }
        } else {
            backup = disk.copy()
        }
    }
}
