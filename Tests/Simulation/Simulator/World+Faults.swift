import Disk
import EmojiArt
import Hosting
import PostgresStore
import Store
import Sync
import TestKit
import WebSockets

// The weather: what fails, each kind of fault with its own chance and at its own times.
extension World {
    /// A number by the chance of a fault.
    func draw(_ range: ClosedRange<Int>, _ fault: Regime.Fault) -> Int {
        Int.random(in: range, using: &weather[fault, default: SplitMix64(seed: seed)])
    }

    /// True about every other time, by the chance of a fault.
    private func coin(_ fault: Regime.Fault) -> Bool { draw(0...1, fault) == 0 }

    /// A fault happens, and is planned again.
    func strike(_ fault: Regime.Fault) {
        guard calmSince == nil else { return }
        planForGood(.fault(fault), in: draw(1...regime.faultPause * 1_000, fault))
        note("fault: \(fault.rawValue)")
        let client = clients[draw(0...clients.count - 1, fault)]
        let node = nodes.count == 1 ? nodes[0] : nodes[draw(0...nodes.count - 1, fault)]
        switch fault {
        case .cuts: cut(client)
        case .silences: silence(client)
        case .kills, .powerCuts:
            let pause = draw(1_000...1_000_000, fault)
            guard node.server != nil else { return }
            end(fault == .kills ? .kill : .power, of: node, restartsAfter: pause)
        case .tornCommits, .killedCommits:
            node.disk.operationsLeft = draw(0...14, fault)
            node.isKillPlanned = fault == .killedCommits
        case .absences: for client in clients { depart(client) }
        case .failedSyncs: node.disk.nextSyncFails = true
        case .fullDisks: fill(node.disk)
        case .stops: if node.server != nil { plan(.stop, in: 0, on: node) }
        case .backups: backUp()
        case .trims: trim(client.document, at: node, keeping: draw(1...30, fault))
        case .outages: if !database.isAway { crash(after: draw(0...8_000_000, fault)) }
        case .storeCuts:
            // Where somebody comes, so that a document is being read perhaps.
            let coming = clients.first { $0.link != nil && !$0.replica.isLive }?.link?.node
            let end = Int64(now) + Int64(draw(100_000...8_000_000, fault))
            database.unreached[(coming ?? node).number] = end
        case .slowStores: database.latency = coin(fault) ? 400_000 : regime.databaseLatency
        case .lateStandbys:
            database.standbyAt = Int64(now) + Int64(draw(100_000...8_000_000, fault))
        case .cableCuts: cutCables(of: node)
        case .cableSilences: for cable in cables(of: node) { cable.silence(draw(0...2, fault)) }
        case .clientKills:
            let writes = draw(0...2, fault)
            if client.isViewer { return }
            if coin(fault) { client.writesLeft = writes } else { kill(client) }
        case .clientPowerCuts:
            if !client.isViewer { die(client, losing: draw(1...12, fault), by: fault) }
        case .clones: copy(client)
        case .oldStates:
            if client.isViewer { return }
            if let older = client.olderFile {
                client.olderFile = nil
                die(client, by: fault) { $0.restart(from: older) }
            } else {
                // What the file holds, perhaps without the lines that were not synced.
                let count = coin(fault) ? client.file.count : client.safeLines
                client.olderFile = Array(client.file.prefix(count))
            }
        case .slowReaders: client.link?.readMax = coin(fault) ? 200 : .max
        case .stalledReaders: stall(client)
        case .pauses:
            let end = now + UInt64(draw(100_000...60_000_000, fault))
            node.pausedUntil = max(node.pausedUntil, end)
        case .clockJumps: node.wallOffset += draw(-86_400_000...86_400_000, fault)
        }
    }

    /// Breaks a connection: of what was on its way up, a beginning arrives, which may end in the
    /// middle of a message.
    private func cut(_ client: SimulatedClient) {
        guard let link = client.link else { return }
        if !link.up.isEmpty, link.upOffset == 0 {
            link.up.removeLast(draw(0...link.up.count, .cuts))
            link.isLastTorn = coin(.cuts)
        }
        leave(client, tellsServer: true)
        reconnect(client)
    }

    /// Everyone leaves for a while, so that documents are unloaded.
    private func depart(_ client: SimulatedClient) {
        let pause = draw(1...6_000_000, .absences)
        guard client.link != nil else { return }
        leave(client, tellsServer: true)
        planForGood(.connect(client), in: pause)
    }

    /// A connection dies without a word, in one direction or both.
    ///
    /// The client gives it up after a while, and the server finds out by its pings.
    private func silence(_ client: SimulatedClient) {
        let direction = draw(0...2, .silences)
        let pause = draw(1...30_000_000, .silences)
        guard let link = client.link else { return }
        link.isUpDead = direction != 0
        link.isDownDead = direction != 1
        planForGood(.connect(client), in: pause)
    }

    /// A client does not read for some seconds; perhaps another makes use of that.
    private func stall(_ client: SimulatedClient) {
        client.link?.readsAfter = now + UInt64(draw(1_000_000...9_000_000, .stalledReaders))
        let others = clients.filter { $0 !== client && $0.document == client.document }
        guard coin(.stalledReaders), !others.isEmpty else { return }
        let other = others[draw(0...others.count - 1, .stalledReaders)]
        other.leaveBehind(client, &weather[.stalledReaders, default: SplitMix64(seed: seed)])
        finish(other)
    }

    func kill(_ client: SimulatedClient) { die(client, losing: 0, by: .clientKills) }

    private func die(_ client: SimulatedClient, losing lines: Int, by fault: Regime.Fault) {
        die(client, by: fault) { $0.restart(losing: lines, torn: lines == 0 && self.coin(fault)) }
    }

    private func die(
        _ client: SimulatedClient,
        by fault: Regime.Fault,
        restart: (SimulatedClient) -> Void
    ) {
        note("client \(client.number) dies")
        // What it sent before is on its way.
        let delay = draw(1...300_000, fault)
        if let link = client.link {
            link.isLeft = true
            if !link.isOver { plan(.connectionEnds(link), in: delay, on: link.node) }
        }
        restart(client)
        if draw(0...2, fault) == 0 { client.compact() }
        reconnect(client)
    }

    /// A running program is copied with its file, as a machine is: both go on under one key.
    private func copy(_ client: SimulatedClient) {
        let pause = draw(1...2_000_000, .clones)
        let copies = clients.count { $0.isClone }
        guard !client.isViewer, copies < Self.clonesMax else { return }
        let clone = client.clone(number: clients.count + 1)
        note("client \(client.number) is copied as \(clone.number)")
        clients.append(clone)
        planForGood(.connect(clone), in: pause)
        planForGood(.act(clone), in: pause)
    }

    private static let clonesMax = 4

    private func fill(_ disk: SimulatedDisk) {
        let (isReadOnly, room) = (coin(.fullDisks), draw(0...10_000, .fullDisks))
        if disk.capacity < .max || disk.refusesWrites {
            disk.capacity = .max
            disk.refusesWrites = false
        } else if isReadOnly {
            disk.refusesWrites = true
        } else {
            disk.fill(leaving: room)
        }
    }

    /// PostgreSQL fails, and serves again after a while.
    private func crash(after pause: Int) {
        database.crash()
        planForGood(.recovery, in: pause)
    }

    /// Makes a backup, or puts one in place of what is there; for several servers: a standby falls
    /// behind, or takes over.
    private func backUp() {
        if nodes.count == 1 {
            guard nodes[0].server != nil else { return }
            end(.kill, of: nodes[0], restartsAfter: 100_000)
        }
        if let backup {
            _ = auditLogs()
            switch backup.content {
            case .disk(let disk): nodes[0].disk.restore(disk)
            case .database(let copy):
                crash(after: draw(0...3_000_000, .backups))
                database.restore(copy)
            }
            expectations = backup.expectations
            trimmed = backup.trimmed
            restored.append(backup.revisions)
            self.backup = nil
        } else {
            var revisions: [DocumentName: Int] = [:]
            for (stored, loaded, _) in auditLogs() {
                revisions[loaded.name] = Int(stored.revision)
            }
            // What a log held that was not synced is as good as lost: nobody has seen it yet.
            backup = Node.Backup(
                content: nodes.count == 1
                    ? .disk(nodes[0].disk.copy()) : .database(database.copy()),
                expectations: expectations,
                trimmed: trimmed,
                revisions: revisions
            )
        }
    }
}
