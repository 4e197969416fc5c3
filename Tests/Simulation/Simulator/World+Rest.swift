import EmojiArt
import Storage
import Sync
import WebSockets
import Wire

// The end of a run: faults stop, and everything has to come to rest, in agreement.
extension World {
    /// Milliseconds that everything has to come to rest: a dead connection is found after 30 s, and
    /// what it held up needs as long once more; then there are the pauses before connecting again.
    private static let patience: UInt64 = 70_000

    /// Ends the faults and waits for rest.
    func comeToRest() {
        let calm = nodes.reduce(now) { max($0, $1.pausedUntil) }
        calmSince = calm
        note("calm")
        for disk in nodes.map(\.disk) {
            disk.operationsLeft = nil
            disk.nextSyncFails = false
            disk.capacity = .max
            disk.refusesWrites = false
        }
        mendBrokers()
        for link in links {
            link.readMax = .max
            // Who does not read goes on with that for some seconds, while others come to rest.
            if link.readsAfter <= now { link.end.capacity = 65_536 }
        }
        for client in clients {
            client.writesLeft = nil
            if work.chance(oneIn: 4) {
                client.replica.cancelGesture(now: now / 1_000)
                finish(client)
            }
        }
        if isOrderLost { return endApart(from: calm) }
        let deadline = calm + Self.patience * 1_000
        var quietSince = calm
        while violation == nil, now < deadline {
            step()
            // A server that stood still until now has something to do yet.
            if unrest() != nil || isCluster && !disagreements().isEmpty {
                quietSince = max(now, calm)
            } else if now > quietSince + 2_000_000 {
                break
            }
        }
        guard violation == nil else { return }
        if let text = unrest() { return violate("no rest after \(Self.patience) ms: \(text)") }
        for text in disagreements().prefix(1) { violate("at rest: \(text)") }
    }

    /// What is not at rest; nil for nothing.
    private func unrest() -> String? {
        for node in nodes where node.server == nil { return "\(name(of: node)) is down" }
        for client in clients {
            let who = "client \(client.number)"
            guard let link = client.link else { return "\(who) is not connected" }
            // Who does not read does not see that the server is gone.
            guard !link.isOver else { return "\(who) reads nothing from a connection that is over" }
            guard client.replica.isLive else { return "\(who) is not live" }
            guard client.replica.isSynced else {
                return "\(who) has \(client.replica.pendingCount) pending edits"
            }
            guard link.up.isEmpty, link.end.sent.isEmpty else { return "\(who)'s link is busy" }
        }
        guard links.count == clients.count else { return "\(links.count) connections are open" }
        return nil
    }

    /// What server and clients disagree about.
    private func disagreements() -> [String] {
        var wrong: [String] = []
        for node in nodes {
            guard let server = node.server else { return ["\(name(of: node)) is down"] }
            wrong += disagreements(at: node, server)
        }
        return wrong + disagreementsOfNodes()
    }

    /// What nodes with members of a document show of it, and of each other's members.
    private func disagreementsOfNodes() -> [String] {
        let open = nodes.compactMap(\.server).flatMap(\.documents.open).filter {
            !$0.guests.isEmpty
        }
        var first: [DocumentName: [String?: Presence]] = [:]
        var revisions: [DocumentName: Int] = [:]
        var wrong: [String] = []
        for document in open {
            let revision = document.session.revision
            // The last news of the order may be lost, and be looked for some seconds later.
            if revisions[document.name] ?? revision != revision {
                wrong.append("\(document.name) is at two revisions")
            }
            revisions[document.name] = revision
            var presences: [String?: Presence] = [:]
            for member in document.session.peekMembers.values {
                presences[member.identity.name] = member.presence
            }
            let other = first[document.name] ?? presences
            first[document.name] = other
            if other != presences {
                wrong.append("\(document.name)'s members are \(presences), or \(other)")
            }
        }
        return wrong
    }

    private func disagreements(at node: Node, _ server: Server) -> [String] {
        var wrong: [String] = []
        for document in server.documents.open {
            let state = document.session.peekState
            let members = document.session.peekMembers
            let all = clients.filter { $0.document == document.name }
            let here = all.filter { $0.link?.node === node }
            // Whoever has no members hears of none.
            let count = isCluster && here.isEmpty ? 0 : all.count
            if document.session.resyncCount > 0 { wrong.append("a replica asked for a resync") }
            if document.session.peekGateCount > 0 { wrong.append("something waits at the gate") }
            if let fault = document.order?.fault { wrong.append("\(fault)") }
            if members.count != count {
                wrong.append("\(document.name) has \(members.count) members, not \(count)")
            }
            // L4: nobody has selected what is not there.
            let selected = members.values.flatMap(\.presence.selection)
            for id in selected where state.document.emojis[id] == nil {
                wrong.append("\(document.name) has \(id) selected, which is gone")
            }
            for client in here {
                wrong += disagreements(of: client, with: state, members).map { text in
                    "client \(client.number) \(text)"
                }
            }
        }
        return wrong
    }

    private func disagreements(
        of client: SimulatedClient,
        with state: StoredState,
        _ members: [Int: Replica.RemoteMember]
    ) -> [String] {
        let replica = client.replica.position
        var wrong: [String] = []
        if replica?.revision != state.revision || replica?.chain != state.chain {
            wrong.append("is at revision \(replica?.revision ?? -1), not \(state.revision)")
        }
        if client.replica.confirmed != state.document { wrong.append("has another state") }
        if client.replica.view != state.document { wrong.append("shows another state") }
        if let number = client.replica.client {
            let undo = state.history.next(.undo, of: number)?.name
            let redo = state.history.next(.redo, of: number)?.name
            if client.replica.undoName != undo {
                wrong.append("would undo \(client.replica.undoName ?? "-"), not \(undo ?? "-")")
            }
            if client.replica.redoName != redo {
                wrong.append("would redo \(client.replica.redoName ?? "-"), not \(redo ?? "-")")
            }
        }
        if client.replica.members != members {
            wrong.append("sees \(client.replica.members), not \(members)")
        }
        let own = members[client.replica.member ?? 0]?.presence
        if own != client.replica.ownPresence {
            wrong.append("shares \(client.replica.ownPresence), not \(String(describing: own))")
        }
        return wrong
    }
}
