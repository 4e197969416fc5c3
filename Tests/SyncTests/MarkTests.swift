import EmojiArt
import Testing
import Wire

@testable import Sync

/// By its mark an edit counts once, wherever it is kept and however it comes to the server.
struct MarkTests {
    /// Another program that begins with a client's file.
    private static func copy(_ client: Client, in room: Room) -> Client {
        let copy = Client(key: client.replica.key, name: "copy")
        copy.file = client.file
        copy.kill()
        room.clients.append(copy)
        return copy
    }

    /// A replica with one pending edit that it sent, connected no more.
    private static func waiting() -> Replica {
        var replica = Replica(key: Fixture.key(1))
        replica.position = .start(of: 1)
        replica.join(Fixture.welcome(isResumed: true))
        replica.edit(.operation(.background(.blank)))
        replica.disconnected()
        replica.effects = []
        return replica
    }

    // MARK: The hello

    @Test func `SY36 a hello names the oldest pending edits, and the number that the client had`() {
        let (room, clients) = Room.with(1)
        room.cut(clients[0])
        for _ in 0..<(Limits.marksMax + 1) { clients[0].edit(.background(.blank)) }
        clients[0].sent = []
        room.connect(clients[0])
        guard case .hello(let hello)? = clients[0].sent.first else {
            Issue.record("A hello comes first.")
            return
        }
        let marks = clients[0].replica.pendingEdits.map(\.mark)
        #expect(hello.client == 1 && hello.since == nil)
        #expect(hello.marks == Array(marks.prefix(Limits.marksMax)))
        #expect(Set(marks).count == marks.count && !marks.contains(0))
        room.settle()
        #expect(room.journal.edits.count == marks.count)
        room.expectAgreement()
    }

    // MARK: Copies

    @Test func `SY35 what two places with one file send counts once`() {
        let (room, clients, id) = Room.withEmoji(1)
        room.cut(clients[0])
        clients[0].edit(.move(ids: [id], dx: 5, dy: 0))
        let new = clients[0].add(x: 7)
        let copy = Self.copy(clients[0], in: room)
        copy.edit(.move(ids: [id], dx: 0, dy: 1))
        clients[0].edit(.move(ids: [id], dx: 0, dy: 2))
        room.connect(copy)
        room.settle()
        room.cut(copy)
        room.connect(clients[0])
        room.settle()
        #expect(clients[0].isSynced && room.journal.edits.count == 5)
        #expect(clients[0].document.emojis.keys.sorted() == [id, new])
        #expect(clients[0].document.emojis[id]?.x == 5)
        #expect(clients[0].document.emojis[id]?.y == 3)
    }

    @Test func `SY29 all ids that pending edits add move together, and keep their distances`() {
        let (room, clients, id) = Room.withEmoji(1)
        room.cut(clients[0])
        let copy = Self.copy(clients[0], in: room)
        let near = clients[0].add(x: 1)
        _ = clients[0].replica.mintID()
        let far = clients[0].add(x: 2)
        clients[0].edit(.move(ids: [near, far], dx: 0, dy: 9))
        #expect([near.counter, far.counter] == [2, 4])
        room.connect(copy)
        room.settle()
        for _ in 0..<3 { copy.add(x: 50) }
        room.settle()
        room.cut(copy)
        room.connect(clients[0])
        room.settle()
        let emojis = clients[0].document.emojis
        #expect(emojis.keys.map(\.counter).sorted() == [id.counter, 2, 3, 4, 5, 7])
        #expect(emojis.values.filter { $0.y == 9 }.map(\.x).sorted() == [1, 2])
        #expect(clients[0].isSynced)
    }

    @Test func `SY10 edits that no hello has named are asked about before they are sent`() {
        let (room, clients) = Room.with(1)
        room.cut(clients[0])
        for _ in 0..<(Limits.marksMax + 2) { clients[0].edit(.background(.blank)) }
        let copy = Self.copy(clients[0], in: room)
        room.connect(copy)
        room.settle()
        #expect(copy.isSynced)
        room.cut(copy)
        room.connect(clients[0])
        room.settle()
        #expect(clients[0].pendingCount == 2)
        #expect(clients[0].told.contains(.reconnect))
        room.cut(clients[0])
        room.connect(clients[0])
        room.settle()
        #expect(clients[0].isSynced)
        #expect(room.journal.edits.count == Limits.marksMax + 2)
    }

    @Test func `SY10 SY39 what was made since the number changed is not asked about`() {
        var replica = Replica(key: Fixture.key(1))
        replica.position = .start(of: 1)
        replica.join(Fixture.welcome(isResumed: true))
        replica.disconnected()
        for _ in 0..<(Limits.marksMax + 2) { replica.edit(.operation(.background(.blank))) }
        let marks = replica.pendingEdits.map(\.mark)
        replica.join(Fixture.welcome(client: 2, isResumed: true, isTrimmed: true))
        #expect(replica.undecidedEdits.map(\.mark) == Array(marks.prefix(Limits.marksMax)))
        replica.decide(adding: true)
        replica.disconnected()
        replica.join(Fixture.welcome(client: 2, isResumed: true, isTrimmed: true))
        #expect(replica.undecidedEdits.map(\.mark) == Array(marks.suffix(2)))
        #expect(replica.pendingCount == Limits.marksMax)
        #expect(replica.unasked == nil)
    }

    // MARK: Before edits had marks

    @Test func `SY35 edits that were kept before edits had marks get those that the server gave`()
        throws
    {
        let (room, clients, id) = Room.withEmoji(1)
        room.cut(clients[0])
        clients[0].edit(.move(ids: [id], dx: 5, dy: 0))
        clients[0].edit(.background(.blank))
        let own = clients[0].replica.key
        let key = try #require(own)
        let lines = Self.former(clients[0].file, of: key)
        var welcomed = Replica(key: key)
        #expect(welcomed.restore(lines) == lines.count)
        let pending = welcomed.pendingEdits
        #expect(pending.map(\.mark) == pending.map { 1 << 32 | UInt64($0.seq) })
        #expect(pending.map(\.seq) == [2, 3])
        // The server cannot have those of a client that it never welcomed.
        var never = Replica(key: key)
        let edits = lines.filter { $0.starts(with: "> ".utf8) }
        #expect(never.restore(lines.prefix(1) + edits) == 1 + edits.count)
        let drawn = never.pendingEdits.map(\.mark)
        #expect(Set(drawn).count == edits.count && !drawn.contains { $0 < 1 << 34 })
    }

    /// A file as version 1 had it: without marks.
    private static func former(_ file: [[UInt8]], of key: ClientKey) -> [[UInt8]] {
        let lines = file.dropFirst().map { line in
            let text = String(decoding: line, as: UTF8.self)
            return Array(text.replacing(#/"mark":"[0-9a-f]{16}",/#, with: "").utf8)
        }
        return [TranscriptWriter.header(of: key, 1)] + lines
    }

    @Test func `SY10 an edit that no hello has named is asked about under the former number`() {
        let (room, clients) = Room.with(1)
        room.cut(clients[0])
        for _ in 0..<(Limits.marksMax + 2) { clients[0].edit(.background(.blank)) }
        let copy = Self.copy(clients[0], in: room)
        room.connect(copy)
        room.settle()
        room.cut(copy)
        clients[0].share { $0.become(Fixture.key(9), leaving: []) }
        room.connect(clients[0])
        room.settle()
        #expect(clients[0].number == 2 && clients[0].pendingCount == 2)
        #expect(clients[0].told.contains(.reconnect))
        // Its file knows what is left to ask, and so do the kept edits of a page.
        var page = Replica(key: Fixture.key(9))
        _ = page.restore(clients[0].replica.keptEdits())
        let asked = page.unasked
        #expect(asked?.client == 1 && asked?.since == 0)
        clients[0].kill()
        room.connect(clients[0])
        room.settle()
        #expect(clients[0].isSynced)
        #expect(room.journal.edits.count == Limits.marksMax + 2)
    }

    // MARK: A trimmed log

    @Test(arguments: [true, false])
    func `SY39 an edit of which nobody can say whether it counted is decided about`(
        adding: Bool
    ) {
        var replica = Self.waiting()
        let mark = replica.pendingEdits.first?.mark
        replica.join(Fixture.welcome(seq: 5, isResumed: true, isTrimmed: true))
        let isTold = replica.effects.contains(.undecided(ref: 1))
        let (undecided, pending) = (replica.undecidedEdits.map(\.mark), replica.pendingCount)
        let isSynced = replica.isSynced
        #expect(isTold && undecided == [mark] && pending == 0 && !isSynced)
        replica.decide(adding: adding)
        let (left, marks) = (replica.undecidedEdits, replica.pendingEdits.map(\.mark))
        let seqs = replica.pendingEdits.map(\.seq)
        #expect(left.isEmpty && seqs == (adding ? [6] : []))
        #expect(!marks.contains { $0 == mark })
    }

    @Test func `SY39 nothing is undecided in a trimmed log where all seqs are accounted for`() {
        var replica = Self.waiting()
        replica.join(Fixture.welcome(isResumed: true, isTrimmed: true))
        let (undecided, seqs) = (replica.undecidedEdits, replica.pendingEdits.map(\.seq))
        #expect(undecided.isEmpty && seqs == [1])
    }

    @Test func `SY39 an edit that a trimmed log may have under a former number is undecided`() {
        var replica = Replica(key: Fixture.key(1))
        replica.position = .start(of: 1)
        replica.join(Fixture.welcome(isResumed: true))
        guard let id = replica.mintID() else { return }
        replica.edit(.operation(Fixture.add(id)))
        replica.edit(.operation(.move(ids: [id], dx: 1, dy: 0)))
        replica.disconnected()
        replica.become(Fixture.key(2), leaving: [])
        replica.join(Fixture.welcome(client: 2, counter: 4, isResumed: true, isTrimmed: true))
        let (undecided, pending) = (replica.undecidedEdits.count, replica.pendingCount)
        #expect(undecided == 2 && pending == 0)
        // Added again, it has an id of the number of now, which all of them name.
        replica.decide(adding: true)
        let new = EmojiID(client: 2, counter: 5)
        let requests = replica.pendingEdits.map(\.request)
        #expect(
            requests == [
                .operation(Fixture.add(new)), .operation(.move(ids: [new], dx: 1, dy: 0)),
            ]
        )
    }

    @Test func `SY39 a former number means nothing where no log is trimmed`() {
        var replica = Self.waiting()
        replica.become(Fixture.key(2), leaving: [])
        replica.join(Fixture.welcome(client: 2, isResumed: true))
        let (undecided, seqs) = (replica.undecidedEdits, replica.pendingEdits.map(\.seq))
        #expect(undecided.isEmpty && seqs == [1])
    }

    @Test func `SY39 undecided edits of a replica that is gone are taken over once`() {
        var other = Self.waiting()
        let first = EmojiID(client: 1, counter: 1)
        other.edit(.operation(Fixture.add(first)))
        other.disconnected()
        other.join(Fixture.welcome(seq: 5, isResumed: true, isTrimmed: true))
        let edits = other.undecidedEdits
        var replica = Replica(key: Fixture.key(2), keeping: .transcript)
        let isTooEarly = replica.takeOver(edits)
        #expect(!isTooEarly)
        replica.join(Fixture.welcome(client: 2, counter: 7, isResumed: false))
        for _ in 0..<2 {
            let isTaken = replica.takeOver(edits)
            #expect(isTaken)
        }
        let (marks, requests) = (replica.undecidedEdits.map(\.mark), replica.undecidedEdits)
        #expect(edits.count == 2 && marks == edits.map(\.mark))
        #expect(requests.last?.added.map(\.id) == [EmojiID(client: 2, counter: 8)])
        #expect(replica.effects.contains { if case .keepAnew = $0 { true } else { false } })
    }

    @Test func `SY39 what is undecided outlives the program`() {
        let (room, clients, _) = Room.withEmoji(1)
        room.cut(clients[0])
        clients[0].edit(.background(.blank))
        let link = Link(number: 99)
        clients[0].connected(link)
        guard let position = clients[0].replica.position else { return }
        clients[0].hear(Fixture.welcome(seq: 9, at: position, isResumed: true, isTrimmed: true))
        #expect(clients[0].replica.undecidedEdits.count == 1)
        let mark = clients[0].replica.undecidedEdits.first?.mark
        clients[0].kill()
        #expect(clients[0].replica.undecidedEdits.map(\.mark) == [mark])
        let hasNothing = clients[0].replica.hasNothingToKeep
        #expect(!hasNothing)
    }
}
