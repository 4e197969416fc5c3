import EmojiArt
import Testing
import Wire

@testable import Sync

/// A client that comes to another node while its edits are under way at the first one.
struct HomeTests {
    /// A room at node 1 that a client has joined; its entry is at place 1.
    private static func room() throws -> (room: Room, client: Client, key: ClientKey) {
        let room = Room()
        room.session.isOrderedElsewhere = true
        room.session.node = 1
        let client = room.join()
        room.settle()
        try room.order(.max)
        room.settle()
        guard case .enrolment(let key)? = room.ordered.first else {
            preconditionFailure("Whoever joins is enrolled.")
        }
        return (room, client, key)
    }

    private static func move(_ dx: Int, seq: Int) -> Entry {
        let operation = Operation.move(ids: [Fixture.id("1.1")], dx: dx, dy: 0)
        return .edit(client: 1, seq: seq, request: .operation(operation), time: 5)
    }

    private static func origin(_ node: UInt64, _ place: Int, base: Int = 1) -> EntryOrigin {
        EntryOrigin(node: node, place: place, base: base)
    }

    @Test func `FA83 SY19 an edit that comes by a node that its client has left does nothing`()
        throws
    {
        let (room, client, key) = try Self.room()
        client.add()
        room.settle()
        try room.order(.max)
        room.settle()
        #expect(client.pendingCount == 0 && room.session.revision == 1)
        // It has edits under way here, and another process with its key comes to node 2.
        client.edit(.move(ids: [Fixture.id("1.1")], dx: 5, dy: 0))
        room.settle()
        #expect(room.underWay.count == 1)
        room.turn { room.session.apply(.enrolment(key), from: Self.origin(2, 8)) }
        try room.order(.max)
        room.settle()
        #expect(room.session.revision == 1)
        // It was welcomed with the next seq, and has it.
        room.turn { room.session.apply(Self.move(7, seq: 2), from: Self.origin(2, 9)) }
        room.settle()
        let emoji = try #require(room.session.state.document.emojis[Fixture.id("1.1")])
        #expect(room.session.revision == 2 && emoji.x == 7)
        #expect(client.pendingCount == 1, "what it did is not taken for the other's")
        #expect(room.closed.map(\.code) == [.superseded])
    }

    @Test func `SY19 what is on its way while a client comes back is sent again`() throws {
        let (room, client, key) = try Self.room()
        client.add()
        room.settle()
        room.turn { room.session.apply(.enrolment(key), from: Self.origin(2, 8)) }
        try room.order(.max)
        room.settle()
        #expect(room.session.revision == 0)
        room.connect(client)
        room.settle()
        try room.order(.max)
        room.settle()
        try room.order(.max)
        room.settle()
        #expect(room.session.revision == 1 && client.pendingCount == 0)
        room.expectAgreement()
    }

    @Test func `SY19 a connection that is older than this one does not end it for good`() throws {
        let (room, client, key) = try Self.room()
        room.cut(client)
        room.settle()
        room.connect(client)
        room.settle()
        try room.order(.max)
        room.settle()
        // Node 2 had sent word of it before it knew of the one here.
        room.turn { room.session.apply(.enrolment(key), from: Self.origin(2, 9, base: 1)) }
        room.settle()
        #expect(room.closed.map(\.code) == [.restarting])
    }

    @Test func `SY19 an older connection does nothing once a newer one at its node says hello`()
        throws
    {
        let (room, client, key) = try Self.room()
        client.add()
        room.settle()
        try room.order(.max)
        room.settle()
        // Another process with its key, which knows nothing of what the first one does meanwhile.
        let other = room.join(key: key)
        client.edit(.move(ids: [Fixture.id("1.1")], dx: 5, dy: 0))
        room.settle()
        try room.order(.max)
        room.settle()
        try room.order(.max)
        room.settle()
        other.edit(.move(ids: [Fixture.id("1.1")], dx: 7, dy: 0))
        room.settle()
        try room.order(.max)
        room.settle()
        let emoji = try #require(room.session.state.document.emojis[Fixture.id("1.1")])
        #expect(room.session.revision == 2 && emoji.x == 7)
        #expect(client.pendingCount == 1 && other.pendingCount == 0)
        #expect(room.closed.map(\.code) == [.superseded])
    }

    /// A room at node 1 whose snapshots are written when a test says so, and of which a client that
    /// has edited it knows nothing any more.
    private static func largeRoom() throws -> (room: Room, key: ClientKey) {
        let (room, client, key) = try Self.room()
        for x in 0...DocumentSession.emojisAtOnceMax { client.add(x: x, y: 0) }
        while client.pendingCount > 0 {
            room.settle()
            try room.order(.max)
        }
        room.settle()
        room.writesAtOnce = false
        room.cut(client)
        room.settle()
        return (room, key)
    }

    @Test(arguments: [true, false])
    func `SY19 a client that waits to be welcomed when it comes to another node is sent away`(
        isOlder: Bool
    ) throws {
        let (room, key) = try Self.largeRoom()
        let waiting = room.join(key: key)
        room.settle()
        try room.order(.max)
        #expect(waiting.received.isEmpty && room.drafts.count == 1)
        let place = room.ordered.count + 1
        let base = isOlder ? 1 : room.ordered.count
        room.turn {
            room.session.apply(.enrolment(key), from: Self.origin(2, place, base: base))
        }
        #expect(room.closed.map(\.code) == [isOlder ? .restarting : .superseded])
        room.write()
        room.settle()
        #expect(waiting.received.isEmpty, "its edits would do nothing, and not be answered")
    }

    @Test func `SY19 a client that waits to be welcomed is sent away when it joins anew`() throws {
        let (room, key) = try Self.largeRoom()
        let older = room.join(key: key)
        room.settle()
        try room.order(.max)
        #expect(older.received.isEmpty && room.drafts.count == 1)
        let newer = room.join(key: key)
        room.settle()
        #expect(room.closed.map(\.code) == [.superseded])
        try room.order(.max)
        room.write()
        room.settle()
        #expect(older.received.isEmpty && newer.isLive)
    }

    @Test func `SY19 the edits that a record offers count, whatever node its clients are at`()
        throws
    {
        let (room, _, key) = try Self.room()
        room.turn { room.session.apply(.enrolment(key), from: Self.origin(2, 8)) }
        let none = ClientMessage.Request.invalid(.notPermitted)
        let late = Entry.edit(client: 1, seq: 1, request: none, time: 5)
        room.turn { room.session.apply(late, from: Self.origin(3, 9)) }
        #expect(room.session.clients[1]?.lastSeq == 0)
        let offered = Entry.edit(client: 1, seq: 1, request: none, time: 5, isOffered: true)
        room.turn { room.session.apply(offered, from: Self.origin(3, 10)) }
        #expect(room.session.clients[1]?.lastSeq == 1)
    }

    @Test func `FA77 whoever goes on from what is stored knows where each client is`() throws {
        let (room, _, key) = try Self.room()
        room.turn { room.session.apply(.enrolment(key), from: Self.origin(2, 8)) }
        var stored = try DocumentSession(room.journal.loaded(epoch: room.epoch))
        stored.isOrderedElsewhere = true
        let made = room.session.checkpoint(at: 8, after: 1, digest: .zero)
        let read = try Checkpoint(decoding: made.encoded())
        #expect(read.homes == [1: 2])
        let entry = Entry.edit(client: 1, seq: 1, request: .walk(.undo), time: 5)
        stored.apply(entry, from: Self.origin(1, 9))
        #expect(stored.clients[1]?.lastSeq == 0)
        stored.apply(entry, from: Self.origin(2, 10))
        #expect(stored.clients[1]?.lastSeq == 1)
    }
}
