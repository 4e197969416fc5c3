import Disk
import EmojiArt
import Hosting
import PostgresStore
import Store
import TestKit
import Transport
import WebSockets
import Wire

@testable import Sync

// The end of a run: faults stop, and everything has to come to rest, in agreement.
extension World {
    /// Milliseconds that everything has to come to rest: a dead connection is found after 30 s, and
    /// what it held up needs as long once more; then there are the pauses before connecting again.
    private static let patience: UInt64 = 70_000

    /// Ends the faults and waits for rest.
    func comeToRest() {
        let calm = nodes.reduce(max(now, comebackAt)) { max($0, $1.pausedUntil) }
        calmSince = calm
        note("calm")
        for node in nodes {
            node.disk.operationsLeft = nil
            node.disk.nextSyncFails = false
            node.disk.capacity = .max
            node.disk.refusesWrites = false
        }
        database.unreached = [:]
        database.standbyAt = 0
        database.latency = regime.databaseLatency
        for link in nodes.flatMap(\.links) {
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
        let deadline = calm + Self.patience * 1_000
        var quietSince = calm
        while violation == nil, now < deadline {
            step()
            for client in clients {
                client.decide(adding: client.number.isMultiple(of: 2))
                if client.isClone { retire(client) }
            }
            // A server that stood still until now has something to do yet.
            if unrest() != nil {
                quietSince = max(now, calm)
            } else if now > quietSince + 2_000_000 {
                break
            }
        }
        guard violation == nil else { return }
        if let text = unrest() { return violate("no rest after \(Self.patience) ms: \(text)") }
        for text in disagreements().prefix(1) { violate("at rest: \(text)") }
    }

    /// Lets a copy go for good once it has nothing left to say: its key is the first one's again.
    private func retire(_ client: SimulatedClient) {
        guard !client.isRetired, client.replica.isSynced, client.outbox.isEmpty else { return }
        client.isRetired = true
        leave(client, tellsServer: true)
    }

    /// What is not at rest; nil for nothing.
    private func unrest() -> String? {
        if let node = nodes.first(where: { $0.server == nil }) {
            return "server \(node.number) is down"
        }
        for client in clients where !client.isRetired {
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
        let count = nodes.reduce(0) { $0 + $1.links.count }
        guard count == clients.count(where: { !$0.isRetired }) else {
            return "\(count) connections are open"
        }
        return nil
    }

    /// What server and clients disagree about.
    private func disagreements() -> [String] {
        var wrong: [String] = []
        var open: [OpenDocument] = []
        for node in nodes {
            for document in node.server?.documents.open ?? [] {
                if open.contains(where: { $0.name == document.name }) {
                    wrong.append("server \(node.number) has \(document.name), and another has it")
                }
                open.append(document)
            }
        }
        for document in open {
            let state = document.session.ledger.state
            let members = document.session.peekMembers
            let all = clients.filter { $0.document == document.name && !$0.isRetired }
            if document.session.resyncCount > 0 { wrong.append("a replica asked for a resync") }
            if document.session.gate.count > 0 { wrong.append("something waits at the gate") }
            if members.count != all.count {
                wrong.append("\(document.name) has \(members.count) members, not \(all.count)")
            }
            // L4: nobody has selected what is not there.
            let selected = members.values.flatMap(\.presence.selection)
            for id in selected where state.document.emojis[id] == nil {
                wrong.append("\(document.name) has \(id) selected, which is gone")
            }
            for client in all {
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
