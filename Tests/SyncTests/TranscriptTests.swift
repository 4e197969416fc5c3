import EmojiArt
import Testing
import Wire

@testable import FuzzTargets
@testable import Sync

/// What outlives a client that is killed, and what it makes of it.
struct TranscriptTests {
    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `TC12 edits made without a connection outlive the client, and count once`() {
        let (room, clients, id) = Room.withEmoji(2)
        room.cut(clients[0])
        let new = clients[0].add(x: 7)
        clients[0].edit(.move(ids: [id, new], dx: 1, dy: 0))
        clients[0].undo()
        clients[0].kill()
        #expect(clients[0].pendingCount == 3)
        #expect(clients[0].view.emojis[new]?.x == 8)
        #expect(clients[0].undoName == "add")
        room.reconnect()
        #expect(clients[0].document.emojis.keys.sorted() == [id, new])
        #expect(clients[0].document.emojis[new]?.x == 7)
        #expect(room.journal.edits.count == 4)
        // It resumed: nobody was sent a snapshot again.
        #expect(clients[0].received.count { $0.kind == "snapshot" } == 1)
        room.expectAgreement()
    }

    @Test func `FA24 SY7 an edit that was sent before the client was killed is applied once`() {
        let (room, clients, id) = Room.withEmoji(1)
        clients[0].edit(.move(ids: [id], dx: 5, dy: 0))
        clients[0].undo()
        clients[0].edit(.move(ids: [id], dx: 5, dy: 0))
        while room.receive(1) {}
        clients[0].kill()
        #expect(clients[0].pendingCount == 3)
        room.reconnect()
        #expect(room.journal.edits.count == 4)
        #expect(clients[0].document.emojis[id]?.x == 5)
        room.expectAgreement()
    }

    @Test func `TC12 an edit is kept before it is sent`() {
        let (_, clients) = Room.with(1)
        guard let id = clients[0].replica.mintID() else { return }
        clients[0].replica.edit(.operation(Fixture.add(id)))
        let effects = clients[0].replica.effects
        guard case .keep(let line)? = effects.first, case .send(let message)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(effects.count == 2)
        #expect(line == Self.bytes("> ") + message)
    }

    @Test func `a viewer keeps no transcript`() {
        let viewer = Replica(key: nil, keeping: .transcript)
        let (keeps, lines) = (viewer.keeping, viewer.transcript())
        #expect(keeps == .nothing)
        #expect(lines.isEmpty)
    }

    @Test func `TC12 edits made before the first welcome are kept and numbered by it`() {
        let room = Room()
        let client = Client(key: Fixture.key(1), name: "")
        room.clients.append(client)
        client.edit(.background(Fixture.background("https://a/b.png")))
        client.edit(.canvas(Canvas(width: 200, height: 100)))
        client.checkFile()
        client.kill()
        client.checkFile()
        #expect(client.pendingCount == 2)
        room.reconnect()
        #expect(client.document.canvas?.width == 200)
        #expect(room.journal.edits.count == 2)
        room.expectAgreement()
    }

    @Test func `SY29 new ids outlive the client`() {
        let room = Room()
        let empty = room.journal
        _ = room.join()
        let bob = room.join()
        room.cut(bob)
        let first = bob.add()
        bob.edit(.move(ids: [first], dx: 9, dy: 0))
        room.restore(empty, epoch: 79)
        bob.kill()
        room.connect(bob)
        for number in room.outboxes.keys.sorted() { room.receive(number) }
        room.turn { room.commit(.max) }
        bob.kill(afterWrites: 2) { bob.receive() }
        bob.checkFile()
        room.reconnect()
        #expect(bob.document.emojis[EmojiID(client: bob.number ?? 0, counter: 1)]?.x == 9)
        room.expectAgreement()
    }

    // MARK: Transcripts that are behind, torn, or another's

    /// With one edit since, the first one counted on has the seq of the last one answered.
    @Test(arguments: [1, 2])
    func `TC12 an edit counted on from an old transcript is numbered and minted anew`(since: Int) {
        let (room, clients, _) = Room.withEmoji(1)
        let old = clients[0].file
        for _ in 0..<since { clients[0].add() }
        room.settle()
        clients[0].file = old
        clients[0].kill()
        clients[0].add(x: 50)
        // Killed once more: that nothing was sent yet is kept too.
        clients[0].kill()
        clients[0].add(x: 60)
        room.reconnect()
        let places = Array(repeating: 0, count: 1 + since) + [50, 60]
        #expect(clients[0].document.emojis.values.map(\.x).sorted() == places)
        #expect(clients[0].pendingCount == 0)
        #expect(room.journal.edits.count == since + 3)
        room.expectAgreement()
    }

    @Test func `AC6 SY13 who may not edit any more asks for the answers that it missed`() {
        let (room, clients, id) = Room.withEmoji(1)
        clients[0].edit(.move(ids: [id], dx: 5, dy: 0))
        for number in room.outboxes.keys.sorted() { room.receive(number) }
        room.turn { room.commit(.max) }
        room.cut(clients[0])
        clients[0].kill()
        clients[0].edit(.move(ids: [id], dx: 0, dy: 7))
        room.access = Access(role: .viewer)
        room.connect(clients[0])
        room.settle()
        // The first was answered before; the other waits for the permission.
        #expect(clients[0].replica.pendingEdits.map(\.seq) == [3])
        room.access = Access(role: .editor)
        room.cut(clients[0])
        room.reconnect()
        #expect(clients[0].pendingCount == 0)
        #expect(clients[0].document.emojis[id]?.y == 7)
        room.expectAgreement()
    }

    @Test func `SY35 FA19 an edit counts once though the client forgot that it was sent`() {
        let (room, clients, id) = Room.withEmoji(1)
        room.cut(clients[0])
        clients[0].edit(.move(ids: [id], dx: 5, dy: 0))
        let old = clients[0].file
        room.connect(clients[0])
        room.settle()
        // Twice: each time all that came since is lost, the answer and the welcome before it.
        for _ in 1...2 {
            clients[0].file = old
            clients[0].kill()
            #expect(clients[0].pendingCount == 1)
            room.reconnect()
            #expect(clients[0].document.emojis[id]?.x == 5)
            #expect(room.journal.edits.count == 2)
        }
        room.expectAgreement()
    }

    @Test func `SY37 an answer is found however many edits follow it`() {
        let (room, clients) = Room.with(1)
        room.searchesAtOnce = false
        let id = clients[0].add()
        let old = clients[0].file
        for _ in 0..<(2 * Limits.unansweredEditsMax) {
            clients[0].edit(.move(ids: [id], dx: 1, dy: 0))
            room.settle()
        }
        clients[0].file = old
        clients[0].kill()
        #expect(clients[0].pendingCount == 1)
        room.connect(clients[0])
        room.settle()
        #expect(!clients[0].isLive)
        room.search()
        room.settle()
        #expect(clients[0].isSynced)
        #expect(room.closed.isEmpty)
        #expect(clients[0].document.emojis.count == 1)
        room.expectAgreement()
    }

    @Test(arguments: ["torn", "word", "order", "snapshot", "zeros"])
    func `what comes after a line that makes no sense changes nothing`(fault: String) {
        let (room, clients, _) = Room.withEmoji(1)
        room.cut(clients[0])
        clients[0].add()
        let before = clients[0].state(after: clients[0].file)
        let bad =
            switch fault {
            case "torn": Self.bytes(#"> {"type":"edit","seq":3,"operat"#)
            case "word": Self.bytes("> hello")
            case "order": Self.bytes(#"> {"type":"edit","seq":2,"operation":{"type":"undo"}}"#)
            case "snapshot": Self.bytes(#"< {"type":"snapshot","part":1,"last":true,"emojis":[]}"#)
            default: Array(repeating: UInt8(0), count: 512)
            }
        let good = Self.bytes(
            #"> {"type":"edit","seq":3,"mark":"00000000000000ff","operation":{"type":"undo"}}"#
        )
        var replica = Replica(key: Fixture.key(1), keeping: .transcript)
        let used = replica.restore(clients[0].file + [bad, good])
        let (after, told) = (Client.State(&replica, withView: false), replica.effects)
        #expect(used == clients[0].file.count)
        #expect(after == before)
        #expect(told.isEmpty)
    }

    @Test func `another client's transcript is not used`() {
        let (_, clients, _) = Room.withEmoji(1)
        var other = Replica(key: Fixture.key(2), keeping: .transcript)
        let used = [other.restore(clients[0].file), other.restore([])]
        let number = other.client
        #expect(used == [0, 0])
        #expect(number == nil)
        // The key itself is told by no line but hello, which is not kept.
        let all = clients[0].file.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(!all.contains(Fixture.key(1).text))
    }

    @Test func `an operation that no client may ask for keeps its seq`() {
        let (room, clients) = Room.with(1)
        room.cut(clients[0])
        clients[0].edit(.move(ids: [], dx: 1, dy: 0))
        clients[0].add()
        clients[0].kill()
        #expect(clients[0].pendingCount == 2)
        room.reconnect()
        #expect(clients[0].document.emojis.count == 1)
        #expect(clients[0].refused.count == 1)
        room.expectAgreement()
    }

    // MARK: The short form

    @Test func `a transcript is short, and leads to the same replica in every state`() {
        let (room, clients) = Room.with(1)
        let client = clients[0]
        func check(_ state: String) {
            client.checkFile()
            #expect(client.violations.isEmpty, "\(state): \(client.violations)")
        }
        let id = client.add()
        check("live, sent")
        room.settle()
        for _ in 0..<40 { client.edit(.move(ids: [id], dx: 1, dy: 0)) }
        room.settle()
        check("live")
        #expect(client.replica.transcript().count < 6)
        #expect(client.file.count > 80)
        client.edit(.background(.blank))
        client.undo()
        check("pending")
        room.cut(client, dropping: 1)
        client.add()
        check("closed, with edits that were sent and edits that were not")
        while room.receive(room.outboxes.keys.max() ?? 0) {}
        room.forget(keeping: 0)
        room.connect(client)
        check("greeting")
        client.link?.capacity = 1
        room.receive(room.outboxes.keys.max() ?? 0)
        client.receive()
        #expect(!client.isLive)
        client.add()
        check("loading")
        client.compact()
        client.link?.capacity = .max
        room.turn()
        client.receive()
        #expect(client.isLive)
        check("live again, with an edit that the snapshot holds")
        room.settle()
        room.expectAgreement()
    }

    @Test(arguments: [true, false])
    func `a state that stands nowhere is none to resume from after a restart either`(
        isInFile: Bool
    ) {
        let (room, clients, id) = Room.withEmoji(2)
        _ = try? clients[1].replica.confirmed.apply(.move(ids: [id], dx: 1, dy: 1))
        if isInFile { clients[1].compact() }
        clients[0].add()
        while clients[1].divergenceCount == 0 {
            for number in room.outboxes.keys.sorted() { room.receive(number) }
            clients[1].receive()
        }
        clients[1].add()
        // A file that does not have the state has the resync, which stands nowhere too.
        if isInFile { clients[1].checkFile() }
        clients[1].kill()
        #expect(clients[1].replica.position == nil)
        clients[1].checkFile()
        room.reconnect()
        clients[1].checkFile()
        #expect(clients[1].violations.isEmpty)
        #expect(clients[1].document == clients[0].document)
        #expect(clients[1].isSynced)
        #expect(clients[1].divergenceCount == 0)
    }

    @Test func `SY11 more edits than may be unanswered outlive the client too`() {
        let (room, clients) = Room.with(1)
        room.cut(clients[0])
        for _ in 0..<(Limits.unansweredEditsMax + 50) { clients[0].edit(.background(.blank)) }
        clients[0].kill()
        room.connect(clients[0])
        while !clients[0].isLive {
            room.receive(room.outboxes.keys.max() ?? 0)
            clients[0].receive()
        }
        clients[0].checkFile()
        for _ in 0..<20 {
            room.receive(room.outboxes.keys.max() ?? 0)
            clients[0].receive()
        }
        clients[0].checkFile()
        clients[0].compact()
        clients[0].kill()
        room.reconnect()
        #expect(room.journal.edits.count == Limits.unansweredEditsMax + 50)
        #expect(room.closed.allSatisfy { $0.code == .superseded })
        room.expectAgreement()
    }
}
