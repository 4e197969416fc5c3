import EmojiArt
import Testing
import Wire

@testable import Sync

/// Joining, leaving, and who is let in.
struct JoinTests {
    @Test func `SY3 a client is stored with its first edit, and not before`() {
        let room = Room()
        let client = room.join()
        #expect(client.isLive && client.number == 1)
        #expect(room.journal.keys.isEmpty)
        client.add()
        room.settle()
        #expect(room.journal.keys == [1: Fixture.key(1)])
        room.expectAgreement()
    }

    @Test func `SY20 what is pending is kept when the number is another one later`() {
        let (room, clients) = Room.with(1)
        let client = clients[0]
        room.cut(client)
        room.settle()
        client.add(x: 5)
        // So many came and went that its number is forgotten.
        for number in 100..<400 { room.cut(room.join(key: Fixture.key(number))) }
        room.settle()
        room.clients.removeAll { $0 !== client }
        let other = room.join(key: Fixture.key(5))
        other.add(x: 6)
        room.reconnect()
        #expect(client.number == 303)
        #expect(client.acknowledged.count == 1)
        #expect(Set(room.session.ledger.state.document.emojis.keys.map(\.client)) == [302, 303])
        room.expectAgreement()
    }

    @Test func `AC5 who may only look has no number until it may edit`() {
        let room = Room()
        room.access = Access(role: .viewer)
        let client = room.enter(key: Fixture.key(1))
        room.settle()
        #expect(client.isLive && client.number == nil && room.session.roster.keys.isEmpty)
        client.post(.edit(.init(seq: 1, mark: UInt64(1), .operation(.background(.blank)))))
        room.settle()
        #expect(client.received.map(\.kind).contains("refused"))
        #expect(room.session.ledger.answers.isEmpty)
        room.access = Access(role: .editor)
        room.turn { room.session.permit(client.link?.number ?? 0, Access(role: .editor)) }
        room.settle()
        #expect(room.closed.map(\.code) == [.restarting])
        room.reconnect()
        #expect(client.number == 1)
    }

    @Test func `SY3 a number is the client's for good`() {
        let (room, clients) = Room.with(3)
        for client in clients { client.add() }
        room.settle()
        room.crash()
        for client in clients.reversed() {
            room.connect(client)
            room.settle()
        }
        #expect(clients.map(\.number) == [1, 2, 3])
        #expect(room.join().number == 4)
        room.expectAgreement()
    }

    @Test func `SY14 the welcome is the first message, also when an answer waited before it`() {
        let (room, clients) = Room.with(1, commitsAtOnce: false)
        clients[0].edit(Fixture.add(EmojiID(client: 7, counter: 1)))
        room.exchange()
        room.cut(clients[0])
        clients[0].received = []
        room.connect(clients[0])
        room.exchange()
        room.commitAndExchange(.max)
        #expect(clients[0].received.first?.kind == "welcome")
        room.settle()
        #expect(clients[0].refused == [1: "foreign_id"])
        room.expectAgreement()
    }

    @Test func `SY14 a newcomer gets welcome, snapshot, presence; one that resumes no snapshot`() {
        let (room, clients, _) = Room.withEmoji(2)
        #expect(clients[1].received.prefix(3).map(\.kind) == ["welcome", "snapshot", "presence"])
        room.cut(clients[1])
        room.settle()
        clients[0].add()
        room.settle()
        clients[1].received = []
        room.reconnect()
        #expect(clients[1].received.map(\.kind).contains("edit"))
        #expect(!clients[1].received.map(\.kind).contains("snapshot"))
        room.expectAgreement()
    }

    @Test func `FA19 SY19 the newer connection of a client closes the older`() {
        let (room, clients, _) = Room.withEmoji(1)
        let twin = room.join(key: Fixture.key(1))
        #expect(room.closed.map(\.code) == [.superseded])
        #expect(twin.number == 1)
        #expect(clients[0].link == nil)
        twin.add()
        room.settle()
        #expect(twin.document.emojis.count == 2)
        room.expectAgreement()
    }

    @Test func `FA20 SY19 the late end of a superseded connection changes nothing`() {
        let (room, clients) = Room.with(2)
        let old = clients[0].replica.member
        room.cut(clients[0], dropping: 0)
        room.connect(clients[0])
        room.settle()
        room.turn { room.session.leave(old ?? 0) }
        room.settle()
        #expect(clients[1].members.count == 2)
        room.expectAgreement()
    }

    @Test func `CN17 who sends something before the welcome is closed`() {
        let (room, clients) = Room.with(1, commitsAtOnce: false)
        let client = Client(key: Fixture.key(9), name: "")
        room.clients.append(client)
        for isKnown in [false, true] {
            room.closed = []
            // Something that waits for a commit keeps the welcome back.
            clients[0].add()
            room.exchange()
            room.connect(client)
            room.exchange()
            client.post(.ping(1))
            room.exchange()
            #expect(room.closed.map(\.code) == [.badMessage], "known: \(isKnown)")
            room.turn { room.commit(.max) }
            #expect(room.session.roster.members.count == 1)
        }
    }

    @Test func `SY20 a document takes 500 members, and a client of theirs its own older place`() {
        let (room, clients) = Room.with(1)
        for number in 2...Limits.membersMax { room.session.join(1_000 + number, .init()) }
        room.turn()
        #expect(room.closed.isEmpty)
        room.turn { room.session.join(9_999, .init()) }
        room.join(key: Fixture.key(1))
        #expect(room.closed.map(\.code) == [.crowded, .superseded])
        #expect(clients[0].link == nil)
        #expect(room.session.roster.members.count == Limits.membersMax)
    }

    @Test func `SY32 a viewer sees edits and presence, and an edit of its closes it`() {
        let (room, clients) = Room.with(1)
        let viewer = room.enter(key: nil)
        room.settle()
        let id = clients[0].add()
        room.settle()
        clients[0].share { $0.select([id], now: room.now) }
        room.settle()
        #expect(viewer.document.emojis.count == 1)
        #expect(viewer.number == nil)
        #expect(viewer.isSynced)
        room.expectAgreement()
        viewer.post(.edit(.init(seq: 1, mark: UInt64(1), .walk(.undo))))
        room.exchange()
        #expect(room.closed.map(\.code) == [.badMessage])
    }

    @Test func `CN10 a second hello closes the connection`() {
        let (room, clients) = Room.with(1)
        clients[0].post(.hello(.init()))
        room.exchange()
        #expect(room.closed.map(\.code) == [.badMessage])
        #expect(room.session.roster.members.count == 0)
    }

    @Test func `CM11 a ping is answered at once`() {
        let (room, clients) = Room.with(1, commitsAtOnce: false)
        clients[0].add()
        clients[0].post(.ping(17))
        room.exchange()
        #expect(clients[0].told.contains(.pong(17)))
    }

    @Test func `FA31 a document without members and with everything durable is idle`() {
        let (room, clients) = Room.with(1, commitsAtOnce: false)
        clients[0].add()
        room.exchange()
        room.cut(clients[0])
        room.exchange()
        #expect(!room.isIdle)
        room.turn { room.commit(.max) }
        #expect(room.isIdle)
    }

    @Test func `FA14 who comes and goes, or asks for snapshots, leaves nothing at the gate`() {
        let (room, clients) = Room.with(2, commitsAtOnce: false)
        for _ in 0..<20 {
            clients[0].add()
            clients[0].post(.resync(revision: 0))
            room.exchange()
            room.cut(clients[1])
            room.connect(clients[1])
            room.exchange()
        }
        // All edits, one snapshot with answers and the names of undo and redo, one welcome.
        #expect(room.session.gate.count == 20 + 3 + 1)
        room.commitsAtOnce = true
        room.turn { room.commit(.max) }
        room.settle()
        for client in clients {
            #expect(client.isLive)
            #expect(client.document.emojis.count == 20)
        }
    }

    @Test func `HT5 a state that is asked for comes when it is durable`() {
        let (room, clients) = Room.with(1, commitsAtOnce: false)
        clients[0].add()
        room.exchange()
        room.turn { room.session.read(5) }
        #expect(room.states.isEmpty)
        room.turn { room.commit(.max) }
        #expect(room.states.map(\.token) == [5])
        #expect(room.states.map(\.revision) == [1])
    }

    @Test func `CN26 who comes while edits wait sees what is stored, then the edits`() {
        let (room, clients) = Room.with(2)
        let stored = room.storeOneOfThreeEdits(by: clients[0])
        room.durable = stored.written()
        let newcomer = room.enter(key: Fixture.key(9))
        room.exchange()
        #expect(newcomer.isLive && newcomer.document.emojis.count == 1)
        // One whose own edits wait is welcomed after them.
        room.cut(clients[0])
        room.exchange()
        room.connect(clients[0])
        room.exchange()
        #expect(!clients[0].isLive)
        // One that had gone on with what is stored needs no snapshot.
        room.cut(clients[1])
        room.exchange()
        room.connect(clients[1])
        room.exchange()
        #expect(clients[1].isLive && clients[1].document.emojis.count == 1)
        newcomer.add(x: 7)
        room.exchange()
        #expect(newcomer.acknowledged.isEmpty)
        room.commitsAtOnce = true
        room.commit(.max)
        room.settle()
        #expect(clients[0].isLive && newcomer.document.emojis.count == 4)
        room.expectAgreement()
    }

    @Test func `CN26 a state that is not the last durable one is not gone on from`() {
        let (room, clients) = Room.with(1)
        let stored = room.storeOneOfThreeEdits(by: clients[0])
        room.turn { room.commit(1) }
        room.durable = stored.written()
        let newcomer = room.enter(key: Fixture.key(9))
        room.exchange()
        #expect(!newcomer.isLive)
        room.commitAndExchange(.max)
        #expect(newcomer.isLive && newcomer.document.emojis.count == 3)
        room.expectAgreement()
    }
}

extension Room {
    /// Stores the first edit of a client; two more of its edits wait for the journal.
    fileprivate func storeOneOfThreeEdits(by client: Client) -> SnapshotDraft {
        client.add()
        settle()
        let stored = session.ledger.draft
        commitsAtOnce = false
        client.add(x: 5)
        client.add(x: 6)
        exchange()
        return stored
    }
}
