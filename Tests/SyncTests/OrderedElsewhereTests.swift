import EmojiArt
import TestKit
import Testing
import Wire

@testable import Sync

/// A session whose entries get their place elsewhere: among those of other nodes, and later.
@Suite struct OrderedElsewhereTests {
    private static func room(_ count: Int) throws -> (room: Room, clients: [Client]) {
        let room = Room()
        room.session.isOrderedElsewhere = true
        var clients: [Client] = []
        for _ in 0..<count {
            clients.append(room.join())
            try settle(room)
        }
        return (room, clients)
    }

    private static func settle(_ room: Room) throws {
        room.settle()
        while !room.underWay.isEmpty {
            try room.order(.max)
            room.settle()
        }
    }

    /// Another node, which applies what the order gave the first one.
    private static func mirror(of room: Room) throws -> (session: [UInt8], keys: [ClientKey: Int]) {
        var mirror = try DocumentSession(LoadedDocument(name: Fixture.name, epoch: Fixture.epoch))
        mirror.isOrderedElsewhere = true
        for entry in room.ordered { mirror.apply(entry) }
        return (mirror.state.encoded(), mirror.keys)
    }

    @Test func `an edit waits for its place, and is answered once`() throws {
        let (room, clients) = try Self.room(2)
        let id = clients[0].add()
        room.settle()
        #expect(room.underWay.count == 1)
        #expect(clients[0].pendingCount == 1)
        #expect(clients[1].document.emojis[id] == nil)
        try Self.settle(room)
        #expect(clients[0].pendingCount == 0)
        #expect(clients[1].document.emojis[id] != nil)
        room.expectAgreement()
    }

    @Test func `an edit that is sent again while it is on its way gets no second place`() throws {
        let (room, clients) = try Self.room(1)
        clients[0].add()
        clients[0].add(x: 5)
        room.settle()
        room.cut(clients[0])
        room.settle()
        room.connect(clients[0])
        room.settle()
        // Both, and the client's coming back.
        #expect(room.underWay.count == 3)
        try Self.settle(room)
        #expect(room.session.revision == 2)
        #expect(clients[0].pendingCount == 0)
        room.expectAgreement()
    }

    @Test func `an edit that another node brought in is answered here, where its client is now`()
        throws
    {
        let (room, clients) = try Self.room(1)
        let id = clients[0].add()
        room.settle()
        // It came by another node as well, on the client's connection before.
        room.underWay += room.underWay
        try Self.settle(room)
        #expect(room.session.revision == 1)
        #expect(clients[0].pendingCount == 0)
        #expect(clients[0].document.emojis[id] != nil)
        room.expectAgreement()
    }

    @Test func `edits behind one that is lost have no place, and are taken when they come again`()
        throws
    {
        let (room, clients) = try Self.room(1)
        for x in 0..<3 { clients[0].add(x: x) }
        room.settle()
        room.underWay.removeFirst()
        try Self.settle(room)
        #expect(room.session.revision == 0)
        room.cut(clients[0])
        room.connect(clients[0])
        try Self.settle(room)
        #expect(room.session.revision == 3)
        #expect(clients[0].pendingCount == 0)
        room.expectAgreement()
    }

    @Test(arguments: 0..<40)
    func `whoever applies the same order has the same state, byte for byte`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (room, clients) = try Self.room(3)
        for _ in 0..<120 {
            let client = clients.randomElement(using: &random) ?? clients[0]
            let ids = client.document.emojis.keys.sorted().shuffled(using: &random).prefix(2)
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<3: client.add(x: Int.random(in: -50...50, using: &random))
            case 3, 4: client.edit(.move(ids: ids.sorted(), dx: 3, dy: -2))
            case 5: client.edit(.delete(ids: ids.sorted()))
            case 6: client.undo()
            case 7: client.redo()
            case 8:
                room.cut(client, dropping: Int.random(in: 0..<3, using: &random))
                room.connect(client)
            case 9: try room.order(Int.random(in: 1...4, using: &random))
            case 10: room.underWay += room.underWay.suffix(1)
            default: room.exchange()
            }
        }
        try Self.settle(room)
        let mirror = try Self.mirror(of: room)
        #expect(mirror.session == room.session.state.encoded())
        #expect(mirror.keys == room.session.keys)
        room.expectAgreement()
    }
}
