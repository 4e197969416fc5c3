import EmojiArt
import Testing
import Wire

@testable import Sync

/// Coming back: the missing edits where they are kept, else a snapshot, never a silent gap.
struct ResumeTests {
    /// A room with ten edits, and a client that left after so many of them.
    private static func absentee(after revision: Int) -> (Room, Client) {
        let (room, clients) = Room.with(2)
        for _ in 0..<revision { clients[0].add() }
        room.settle()
        room.cut(clients[1])
        for _ in revision..<10 { clients[0].add() }
        room.settle()
        clients[1].received = []
        return (room, clients[1])
    }

    @Test(arguments: 0...10)
    func `SY15 each kept position is resumed with the missing edits`(revision: Int) {
        let (room, client) = Self.absentee(after: revision)
        room.reconnect()
        #expect(client.receivedEdits.map(\.revision) == Array((revision + 1)..<11))
        #expect(!client.received.map(\.kind).contains("snapshot"))
        room.expectAgreement()
    }

    @Test(arguments: [1, 4, 5, 9, 10])
    func `FA21 SY17 a position before the kept edits gets a snapshot`(revision: Int) {
        let (room, client) = Self.absentee(after: revision)
        room.forget(keeping: 6)
        room.reconnect()
        let isKept = revision >= 5
        #expect(!client.told.contains(.historyReplaced))
        #expect(client.received.map(\.kind).contains("snapshot") == !isKept)
        room.expectAgreement()
    }

    @Test(arguments: [0, 3])
    func `SY15 positions are resumed after a restart as far as edits are there`(keeping: Int) {
        let (room, client) = Self.absentee(after: 8)
        room.store()
        room.crash(keeping: keeping)
        room.reconnect()
        #expect(client.received.map(\.kind).contains("snapshot") == (keeping < 3))
        room.expectAgreement()
    }

    @Test(arguments: ["epoch", "chain", "old chain", "future"])
    func `FA12 FA22 SM14 SY16 a position of another history gets a snapshot and is told so`(
        difference: String
    ) throws {
        let (room, client) = Self.absentee(after: 10)
        let known = client.replica.position
        var position = try #require(known)
        switch difference {
        case "epoch": position.epoch += 1
        case "chain": position.chain = .zero
        case "old chain": position.revision -= 1
        default: position.revision += 1
        }
        client.replica.position = position
        room.reconnect()
        guard case .welcome(let welcome) = client.received.first else {
            Issue.record("A welcome comes first.")
            return
        }
        #expect(!welcome.isResumed)
        #expect(welcome.isForked == (difference != "epoch"))
        #expect(client.told.contains(.historyReplaced))
        #expect(client.received.map(\.kind).contains("snapshot"))
        #expect(client.document.emojis.count == 10)
    }

    @Test func `SY17 a burst of more edits than are kept reaches everyone as edits`() {
        let (room, clients) = Room.with(5, commitsAtOnce: false)
        for client in clients {
            client.received = []
            for _ in 0..<250 { client.edit(.background(.blank)) }
        }
        room.exchange()
        room.commitAndExchange(.max)
        #expect(clients[0].received.map(\.kind) == Array(repeating: "edit", count: 1_250))
        #expect(room.log.count == 1_250)
        clients[0].edit(.background(.blank))
        room.settle()
        #expect(room.log.count == Limits.keptEditsMax + 1)
        room.expectAgreement()
    }

    @Test func `SY18 a snapshot of 2000 emojis comes in parts, and edits go on behind it`() {
        let (room, clients) = Room.with(1)
        for _ in 0..<5 { clients[0].addMany(400, "👩‍🚀", x: 5, y: -5) }
        room.settle()
        let newcomer = room.enter(key: Fixture.key(2))
        room.receive(2)
        clients[0].add()
        room.settle()
        #expect(newcomer.received.filter { $0.kind == "snapshot" }.count > 3)
        #expect(newcomer.document.emojis.count == 2_001)
        #expect(newcomer.receivedEdits.map(\.revision) == [6])
        room.expectAgreement()
    }

    @Test func `SY21 a member too far behind gets a snapshot, and its own edits are answered`() {
        let (room, clients) = Room.with(2)
        clients[1].link?.capacity = 0
        let id = clients[1].add()
        clients[1].edit(.move(ids: [id], dx: 7, dy: 0))
        for _ in 0..<10 { clients[0].add() }
        room.commitAndExchange(.max)
        room.forget(keeping: 2)
        clients[1].received = []
        clients[1].link?.capacity = .max
        room.settle()
        #expect(clients[1].received.map(\.kind).contains("snapshot"))
        #expect(clients[1].acknowledged.count == 2)
        #expect(clients[1].view.emojis[id]?.x == 7)
        #expect(clients[1].undoName == "move")
        room.expectAgreement()
    }

    @Test func `SY21 resumed edits that are forgotten meanwhile come as a snapshot`() {
        let (room, clients) = Room.with(2)
        for _ in 0..<5 { clients[0].add() }
        room.settle()
        room.cut(clients[1])
        room.exchange()
        room.commitsAtOnce = false
        for _ in 0..<5 { clients[0].add() }
        room.exchange()
        room.connect(clients[1])
        room.exchange()
        room.turn { room.commit(3) }
        room.forget(keeping: 1)
        room.settle()
        room.expectAgreement()
    }

    @Test(arguments: [true, false])
    func `SY33 a snapshot without a welcome shows no pending edit twice`(isAsked: Bool) {
        let (room, clients) = Room.with(2)
        let id = clients[1].add()
        room.settle()
        clients[1].link?.capacity = 0
        for _ in 0..<4 { clients[1].edit(.move(ids: [id], dx: 1, dy: 0)) }
        if isAsked { clients[1].post(.resync(revision: 1)) }
        for _ in 0..<10 { clients[0].add() }
        room.exchange()
        if !isAsked { room.forget(keeping: 2) }
        clients[1].received = []
        clients[1].link?.capacity = .max
        room.flush()
        var shown: Set<Int?> = []
        while clients[1].receive() { shown.insert(clients[1].view.emojis[id]?.x) }
        #expect(clients[1].received.map(\.kind).contains("snapshot"))
        #expect(shown == [4])
        room.settle()
        #expect(clients[1].acknowledged.count == 5)
    }
}
