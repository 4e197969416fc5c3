import EmojiArt
import Testing
import Wire

@testable import Sync

/// A client's copy: pending edits, checks, snapshots.
struct ReplicaTests {
    @Test func `SY6 edits are numbered from the welcome's seq on, and never change`() {
        let (room, clients) = Room.with(1)
        clients[0].add()
        clients[0].add()
        room.settle()
        let twin = room.join(key: Fixture.key(1))
        twin.sent = []
        let add = Fixture.add(twin.add())
        let mark = twin.replica.pendingEdits[0].mark
        let edit = ClientMessage.edit(.init(seq: 3, mark: mark, .operation(add)))
        #expect(twin.sent.first == edit)
        room.cut(twin, dropping: 1)
        twin.sent = []
        room.reconnect()
        #expect(twin.sent.contains(edit))
        room.expectAgreement()
    }

    @Test func `SY25 what is shown is current when only an undo is pending`() {
        let (room, clients, id) = Room.withEmoji(2)
        clients[0].edit(.move(ids: [id], dx: 1, dy: 1))
        #expect(clients[0].view.emojis[id]?.x == 1)
        room.settle()
        clients[1].edit(.delete(ids: [id]))
        room.settle()
        room.commitsAtOnce = false
        clients[0].undo()
        #expect(clients[0].view.emojis.isEmpty)
        room.settle()
        room.expectAgreement()
    }

    @Test func `FA23 SY22 another state is reported, counted, and healed by a snapshot`() {
        let (room, clients, id) = Room.withEmoji(2)
        _ = try? clients[1].replica.confirmed.apply(.move(ids: [id], dx: 1, dy: 1))
        clients[1].add()
        clients[0].add()
        room.settle()
        #expect(clients[1].divergenceCount == 1)
        #expect(room.session.resyncCount == 1)
        #expect(clients[1].document == clients[0].document)
        #expect(clients[1].isSynced)
        #expect(clients[1].acknowledged.count == 1)
        #expect(clients[1].members == clients[0].members)
    }

    @Test func `SY22 a state that differs is not resumed from when the connection breaks`() {
        let (room, clients, id) = Room.withEmoji(2)
        _ = try? clients[1].replica.confirmed.apply(.move(ids: [id], dx: 1, dy: 1))
        clients[0].add()
        while clients[1].divergenceCount == 0 {
            for number in room.outboxes.keys.sorted() { room.receive(number) }
            clients[1].receive()
        }
        #expect(!clients[1].isSynced)
        room.cut(clients[1])
        room.reconnect()
        #expect(clients[1].divergenceCount == 1)
        #expect(clients[1].document == clients[0].document)
        #expect(clients[1].isSynced)
    }

    @Test func `CM10 a member gets one snapshot at a time, after pauses that double`() {
        let (room, clients, _) = Room.withEmoji(2)
        var tenths: [Int] = []
        for tenth in 0..<60 {
            clients[1].received = []
            clients[1].post(.resync(revision: 1))
            room.exchange()
            if clients[1].received.contains(where: { $0.kind == "snapshot" }) {
                tenths.append(tenth)
            }
            room.advance(by: 100)
        }
        // What is asked while a question waits is the same question.
        #expect(tenths == [0, 10, 30])
        #expect(room.closed.map(\.code) == [.diverged])
        #expect(CloseCode.diverged.retry == .onRequest)
    }

    @Test func `CM10 three snapshots a minute are no loop`() {
        let (room, clients) = Room.with(1)
        for _ in 0..<20 {
            clients[0].received = []
            clients[0].post(.resync(revision: 0))
            room.exchange()
            #expect(clients[0].received.contains { $0.kind == "snapshot" })
            room.advance(by: 20_001)
        }
        #expect(room.closed.isEmpty)
    }

    @Test func `SY23 edits up to a snapshot's revision are ignored`() {
        let (room, clients, _) = Room.withEmoji(2)
        let edit = clients[1].received.last { $0.kind == "edit" }
        clients[1].post(.resync(revision: 1))
        room.settle()
        if let edit { clients[1].hear(edit) }
        #expect(clients[1].divergenceCount == 0)
        #expect(clients[1].document.emojis.count == 1)
    }

    @Test(arguments: ["part", "checksum", "twice"])
    func `SY24 a snapshot that is not whole is an error`(fault: String) {
        let (room, clients, _) = Room.withEmoji(1)
        let bytes = room.session.ledger.draft.written().parts[0]
        var decoder = MessageDecoder()
        guard case .snapshot(var part)? = try? decoder.serverMessage(bytes.span) else {
            Issue.record("There is a snapshot.")
            return
        }
        switch fault {
        case "part":
            part.part = 1
            part.header = nil
        case "checksum": part.header?.checksum = .zero
        default: part.emojis += part.emojis
        }
        clients[0].told = []
        clients[0].hear(.snapshot(part))
        #expect(clients[0].told.contains { $0.isViolation })
        #expect(clients[0].document.emojis.count == 1)
    }

    @Test func `SY25 the view is the confirmed state with the pending edits on top`() {
        let (room, clients) = Room.with(2)
        let id = clients[0].add(x: 10)
        #expect(clients[0].view.emojis[id]?.x == 10)
        #expect(clients[0].document.emojis.isEmpty)
        room.settle()
        clients[1].edit(.move(ids: [id], dx: 100, dy: 0))
        clients[0].edit(.move(ids: [id], dx: 1, dy: 0))
        clients[0].edit(Fixture.add(id))
        #expect(clients[0].view.emojis[id]?.x == 11)
        room.settle()
        #expect(clients[0].view.emojis[id]?.x == 111)
        #expect(clients[0].refused.count == 1)
        room.expectAgreement()
    }

    @Test func `SY33 an edit that a snapshot holds already is not applied on top again`() {
        let (room, clients, id) = Room.withEmoji(1)
        clients[0].edit(.move(ids: [id], dx: 5, dy: 0))
        room.cut(clients[0], dropping: 0)
        while room.receive(room.outboxes.keys.max() ?? 0) {}
        room.forget(keeping: 0)
        room.connect(clients[0])
        while !clients[0].isLive {
            room.receive(room.outboxes.keys.max() ?? 0)
            clients[0].receive()
        }
        #expect(clients[0].pendingCount == 0)
        #expect(clients[0].view.emojis[id]?.x == 5)
        room.settle()
        room.expectAgreement()
    }

    @Test func `SY38 the edits without an answer are sent after each welcome, in order`() {
        let (room, clients) = Room.with(1)
        for _ in 0..<3 { clients[0].add() }
        let first = clients[0].sent.filter { if case .edit = $0 { true } else { false } }
        room.cut(clients[0], dropping: 2)
        clients[0].edit(.background(.blank))
        clients[0].sent = []
        room.reconnect()
        let again = clients[0].sent.filter { if case .edit = $0 { true } else { false } }
        #expect(Array(again.prefix(2)) == Array(first.dropFirst()))
        #expect(again.count == 3)
        #expect(clients[0].acknowledged == [1: 1, 2: 2, 3: 3, 4: 4])
        room.expectAgreement()
    }

    @Test func `SY27 an answer of a revision not seen yet leaves the edit pending`() {
        let (room, clients) = Room.with(1)
        let id = clients[0].add()
        let mark = clients[0].replica.pendingEdits[0].mark
        clients[0].hear(.answers([.init(mark: mark, .accepted(revision: 1, id: id))]))
        #expect(clients[0].pendingCount == 1)
        #expect(clients[0].view.emojis[id] != nil)
        room.settle()
        #expect(clients[0].acknowledged == [1: 1])
    }

    @Test func `SY30 ids are minted above all counters that were used`() {
        let (room, clients) = Room.with(1)
        clients[0].add()
        clients[0].edit(Fixture.add(EmojiID(client: 1, counter: 7)))
        room.settle()
        clients[0].edit(.delete(ids: [EmojiID(client: 1, counter: 7)]))
        room.settle()
        #expect(clients[0].add() == EmojiID(client: 1, counter: 8))
        room.settle()
        let twin = room.join(key: Fixture.key(1))
        #expect(twin.add() == EmojiID(client: 1, counter: 9))
        room.settle()
        room.expectAgreement()
    }

    @Test func `SM1 a message of an unknown type is ignored, and one of no type is an error`() {
        let (_, clients) = Room.with(1)
        clients[0].told = []
        clients[0].hear(Array(#"{"type":"fireworks"}"#.utf8))
        #expect(clients[0].told.isEmpty)
        clients[0].hear(Array("{}".utf8))
        #expect(clients[0].told.count == 1)
    }
}
