import EmojiArt
import Testing
import Wire

@testable import Sync

// What tests do with a room and its clients.
extension Room {
    /// A room with that many clients, all joined: the clients' numbers are 1, 2, 3 ...
    static func with(
        _ count: Int,
        commitsAtOnce: Bool = true
    ) -> (room: Room, clients: [Client]) {
        let room = Room()
        let clients = (0..<count).map { _ in room.join() }
        room.commitsAtOnce = commitsAtOnce
        return (room, clients)
    }

    /// A room with that many clients, all joined, and one emoji, which is the first client's.
    static func withEmoji(_ count: Int) -> (room: Room, clients: [Client], id: EmojiID) {
        let (room, clients) = Room.with(count)
        let id = clients[0].add()
        room.settle()
        return (room, clients, id)
    }

    /// Makes a client, or a viewer, and connects it.
    func enter(key: ClientKey?, name: String = "") -> Client {
        let client = Client(key: key, name: name)
        clients.append(client)
        connect(client)
        return client
    }

    /// Makes a client, connects it and settles.
    @discardableResult
    func join(key: ClientKey? = nil, name: String = "") -> Client {
        let client = enter(key: key ?? Fixture.key(clients.count + 1), name: name)
        settle()
        return client
    }

    /// Makes the next records durable, at most so many, and lets everybody hear of it.
    func commitAndExchange(_ count: Int) {
        turn { commit(count) }
        exchange()
    }

    /// Lets messages flow in both directions until there are none, without moving the clock.
    func exchange(file: SourceLocation = #_sourceLocation) {
        for _ in 0..<100_000 {
            var isBusy = false
            for number in outboxes.keys.sorted() where receive(number) { isBusy = true }
            for client in clients where client.receive() { isBusy = true }
            if writesAtOnce, !drafts.isEmpty {
                write()
                isBusy = true
            }
            let before = clients.reduce(0) { $0 + ($1.link?.down.count ?? 0) }
            flush()
            if clients.reduce(0, { $0 + ($1.link?.down.count ?? 0) }) != before { isBusy = true }
            if !isBusy { return }
        }
        Issue.record("Messages flow without end.", sourceLocation: file)
    }

    /// Lets everything that is under way come to rest: messages, commits, presence that is due.
    func settle(file: SourceLocation = #_sourceLocation) {
        for _ in 0..<4 {
            exchange(file: file)
            turn { commit(.max) }
            exchange(file: file)
            advance(by: 200)
        }
        exchange(file: file)
        let rest = (journal.waiting, outboxes.values.contains { !$0.queue.isEmpty })
        #expect(rest == (0, false), "Everything comes to rest.", sourceLocation: file)
    }

    /// Loses what is not durable, breaks all connections, and opens the document anew.
    func crash(keeping: Int = .max) {
        for client in clients { cut(client) }
        journal.crash()
        outboxes = [:]
        wakes = []
        log = []
        do {
            let loaded = try journal.loaded(epoch: epoch, keeping: keeping)
            logStart = loaded.edits.first?.revision ?? journal.edits.count + 1
            session = try DocumentSession(loaded)
        } catch {
            violate("a document that was stored can be opened: \(error)")
        }
        carryOut()
    }

    /// Puts the journal of an earlier time in place, as a restored backup does.
    func restore(_ backup: FakeJournal, epoch: UInt64) {
        journal = backup
        self.epoch = epoch
        crash()
    }

    /// Connects whoever is not connected, and settles.
    func reconnect(file: SourceLocation = #_sourceLocation) {
        for client in clients where client.link == nil { connect(client) }
        settle(file: file)
    }

    /// Lets all but the latest kept edits go, as `Limits.keptEditsMax` does after many more edits.
    func forget(keeping count: Int) {
        session.forget(keeping: count)
        carryOut()
    }

    /// Stores the state, as happens every `Limits.editsPerSnapshot` edits.
    func store() {
        journal.append(session.ledger.state, isAsked: false)
        if journal.waiting == 0 { journal.commit(0) }
    }
}

extension DocumentSession {
    fileprivate mutating func forget(keeping count: Int) {
        ledger.trim(to: count, releasedRevision: releasedRevision, &effects)
    }
}
