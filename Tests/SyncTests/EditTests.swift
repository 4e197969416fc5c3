import EmojiArt
import Testing
import Wire

@testable import Sync

/// Edits: their order, their answers, and what waits for the disk.
struct EditTests {
    @Test func `SY1 every member gets every edit once, ascending, without gaps`() {
        let (room, clients) = Room.with(3)
        for _ in 0..<5 { for client in clients { client.add() } }
        room.settle()
        for client in clients {
            let revisions = client.receivedEdits.map(\.revision)
            #expect(revisions == Array(1...15))
        }
        room.expectAgreement()
    }

    @Test func `SY2 nothing leaves before it is durable`() {
        let (room, clients, _) = Room.withEmoji(2)
        room.commitsAtOnce = false
        clients[0].add()
        clients[0].edit(Fixture.add(EmojiID(client: 9, counter: 1)))
        clients[0].undo()
        for client in clients { client.received = [] }
        room.exchange()
        #expect(clients.allSatisfy { $0.received.isEmpty })
        room.commitAndExchange(1)
        #expect(clients[0].received.map(\.kind) == ["edit"])
        room.commitAndExchange(1)
        #expect(clients[0].received.map(\.kind) == ["edit", "refused"])
        room.commitAndExchange(1)
        #expect(clients[0].received.map(\.kind).sorted() == ["edit", "edit", "history", "refused"])
        #expect(clients[1].received.map(\.kind) == ["edit", "edit"])
    }

    @Test func `SY2 what nobody was told is gone after a crash, and is sent again`() {
        let (room, clients) = Room.with(2, commitsAtOnce: false)
        clients[0].add()
        room.exchange()
        room.crash()
        #expect(room.session.revision == 0)
        room.reconnect()
        #expect(clients[1].document.emojis.count == 1)
        #expect(clients[0].acknowledged == [1: 1])
        room.expectAgreement()
    }

    @Test func `SY4 SY31 its own edit is the acknowledgement, and only then it says saved`() {
        let (room, clients) = Room.with(1)
        clients[0].received = []
        clients[0].add()
        #expect(!clients[0].isSynced)
        room.settle()
        #expect(clients[0].received.map(\.kind) == ["edit"])
        #expect(clients[0].acknowledged == [1: 1])
        #expect(clients[0].isSynced)
        room.cut(clients[0])
        #expect(!clients[0].isSynced)
    }

    @Test func `SY5 a welcome does not overtake an earlier edit`() {
        let (room, clients) = Room.with(2, commitsAtOnce: false)
        clients[0].add()
        room.exchange()
        room.cut(clients[1])
        room.exchange()
        clients[1].received = []
        room.connect(clients[1])
        room.exchange()
        #expect(clients[1].received.isEmpty)
        room.settle()
        #expect(clients[1].received.first?.kind == "welcome")
        room.expectAgreement()
    }

    @Test(arguments: [false, true])
    func `FA16 SY7 an edit whose mark is known gets its first answer`(crashing: Bool) {
        let (room, clients) = Room.with(1)
        let first = Fixture.add(EmojiID(client: 1, counter: 1))
        for seq in 1...2 {
            clients[0].post(.edit(.init(seq: seq, mark: UInt64(seq), .operation(first))))
        }
        room.settle()
        if crashing {
            room.crash()
            room.reconnect()
        }
        clients[0].received = []
        // Whatever it has for a seq.
        for mark in 1...2 {
            clients[0].post(.edit(.init(seq: 3 * mark, mark: UInt64(mark), .operation(first))))
        }
        room.settle()
        let id = EmojiID(client: 1, counter: 1)
        #expect(
            clients[0].received.filter { $0.kind != "presence" } == [
                .answers([.init(mark: 1, .accepted(revision: 1, id: id))]),
                .answers([.init(mark: 2, .refused(code: RefusalCode.idTaken.rawValue))]),
            ]
        )
        #expect(room.session.revision == 1)
    }

    @Test func `SY8 an answer is repeated only once it is durable`() {
        let (room, clients, _) = Room.withEmoji(1)
        room.commitsAtOnce = false
        let add = Fixture.add(EmojiID(client: 1, counter: 2))
        let edit = ClientMessage.edit(.init(seq: 2, mark: 2, .operation(add)))
        clients[0].received = []
        clients[0].post(edit)
        clients[0].post(edit)
        room.exchange()
        #expect(clients[0].received.isEmpty)
        room.commitAndExchange(1)
        #expect(clients[0].received.map(\.kind).sorted() == ["answers", "edit"])
    }

    @Test func `FA18 SY9 a seq that skips one closes with the seq that was expected`() {
        let (room, clients, _) = Room.withEmoji(1)
        clients[0].post(.edit(.init(seq: 3, mark: UInt64(3), .walk(.undo))))
        room.exchange()
        #expect(room.closed.map(\.code) == [.seqGap])
        #expect(room.closed.map(\.reason) == ["seq_gap: expected=2"])
        #expect(room.session.revision == 1)
    }

    @Test func `SY9 a seq that was used closes too`() {
        let (room, clients, _) = Room.withEmoji(1)
        clients[0].post(.edit(.init(seq: 1, mark: 9, .walk(.undo))))
        room.exchange()
        #expect(room.closed.map(\.reason) == ["seq_gap: expected=2"])
        #expect(room.session.revision == 1)
    }

    @Test func `SY11 256 edits may be unanswered, one more closes`() {
        let (room, clients) = Room.with(1, commitsAtOnce: false)
        let blank = ClientMessage.Request.operation(.background(.blank))
        for seq in 1...256 { clients[0].post(.edit(.init(seq: seq, mark: UInt64(seq), blank))) }
        room.exchange()
        #expect(room.closed.isEmpty)
        clients[0].post(.edit(.init(seq: 257, mark: 257, blank)))
        room.exchange()
        #expect(room.closed.map(\.code) == [.tooManyUnanswered])
    }

    @Test func `SY11 a replica keeps more edits than that and sends them as answers come`() {
        let (room, clients) = Room.with(2, commitsAtOnce: false)
        for _ in 0..<600 { clients[0].add() }
        room.exchange()
        #expect(room.session.revision == 256)
        room.settle()
        #expect(clients[0].pendingCount == 0)
        #expect(clients[1].document.emojis.count == 600)
        room.expectAgreement()
    }

    @Test func `SY11 refusals that overtake an edit let no later edit go too far ahead`() {
        let (room, clients) = Room.with(1, commitsAtOnce: false)
        for _ in 0..<600 { clients[0].edit(.walk(.redo)) }
        clients[0].sent = []
        // The first answer is late: the others may not make room for edits 257 and on.
        for seq in 2...100 { clients[0].hear(.refused(seq: seq, code: "nothing_to_redo")) }
        #expect(clients[0].sent.isEmpty)
        clients[0].hear(.refused(seq: 1, code: "nothing_to_redo"))
        #expect(clients[0].sent.count == 100)
        #expect(room.closed.isEmpty)
    }

    @Test func `FA32 OP13 OP15 moves of two clients add up, and their scales multiply`() {
        let (room, clients) = Room.with(2)
        let id = clients[0].add(x: 10, y: 10, size: 40)
        room.settle()
        for (index, client) in clients.enumerated() {
            client.edit(.move(ids: [id], dx: 100 * (index + 1), dy: -5))
            client.edit(.scale(ids: [id], factor: Fixture.factor(2_000_000)))
        }
        room.settle()
        let emoji = clients[1].document.emojis[id]
        #expect([emoji?.x, emoji?.y, emoji?.size] == [310, 0, 160])
        room.expectAgreement()
    }

    @Test func `FA29 ER1 edits that build on a refused add have no effect and no other is lost`() {
        let (room, clients) = Room.with(2)
        let kept = clients[0].add()
        room.settle()
        clients[0].edit(.canvas(Canvas(width: 100, height: 100)))
        let lost = clients[0].add(x: 90)
        clients[0].edit(.move(ids: [kept, lost], dx: 1, dy: 0))
        clients[0].edit(.delete(ids: [lost]))
        #expect(clients[0].view.emojis[lost] == nil)
        room.settle()
        #expect(clients[0].refused.values.sorted() == ["outside_canvas"])
        #expect(clients[0].acknowledged.count == 4)
        #expect(clients[1].document.emojis[kept]?.x == 1)
        room.expectAgreement()
    }

    @Test func `SY12 a client's edits keep their order whatever others do between`() {
        let (room, clients) = Room.with(2)
        for _ in 0..<20 {
            clients[0].add()
            clients[1].add()
            clients[0].undo()
            room.exchange()
        }
        room.settle()
        for client in clients {
            let revisions = client.made.compactMap { client.acknowledged[$0] }
            #expect(revisions == revisions.sorted())
            #expect(revisions.count == client.made.count)
        }
        room.expectAgreement()
    }

    @Test func `ER1 a refused edit uses up its seq for good, also across a crash`() {
        let (room, clients) = Room.with(1)
        clients[0].edit(Fixture.add(EmojiID(client: 8, counter: 1)))
        room.settle()
        #expect(clients[0].refused == [1: "foreign_id"])
        room.crash()
        room.reconnect()
        clients[0].add()
        room.settle()
        #expect(clients[0].acknowledged == [2: 1])
        #expect(room.journal.answers[1]?.lastSeq == 2)
        room.expectAgreement()
    }

    @Test func `OP9 an id is never used again, not even after a delete and a crash`() {
        let (room, clients) = Room.with(1)
        let id = clients[0].add()
        clients[0].edit(.delete(ids: [id]))
        room.settle()
        room.store()
        room.crash(keeping: 0)
        room.reconnect()
        clients[0].edit(Fixture.add(id))
        room.settle()
        #expect(clients[0].refused == [3: "id_taken"])
        #expect(clients[0].add() == EmojiID(client: 1, counter: 2))
        room.settle()
        room.expectAgreement()
    }

    @Test func `CM3 a malformed operation is refused with its seq`() {
        let (room, clients) = Room.with(1)
        let line =
            #"{"type":"edit","seq":1,"mark":"0000000000000001","operation":{"type":"spin"}}"#
        clients[0].link?.up.append(Array(line.utf8))
        room.settle()
        #expect(clients[0].received.last == .refused(seq: 1, code: "unknown_operation"))
        #expect(room.closed.isEmpty)
    }
}
