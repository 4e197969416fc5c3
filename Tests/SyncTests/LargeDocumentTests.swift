import EmojiArt
import Testing
import Wire

@testable import Sync

/// Documents whose snapshots are written elsewhere, while edits go on.
struct LargeDocumentTests {
    /// A room whose document is large; its snapshots are written when a test says so.
    private static func room(_ count: Int) -> (room: Room, clients: [Client]) {
        let (room, clients) = Room.with(count)
        let emojis = Snapshots.emojisAtOnceMax + 1
        for start in stride(from: 0, to: emojis, by: 100) {
            for x in start..<min(start + 100, emojis) { clients[0].add(x: x, y: 0) }
            room.settle()
        }
        room.writesAtOnce = false
        return (room, clients)
    }

    @Test func `SY18 SY34 newcomers wait for the snapshot of a large document, others go on`() {
        let (room, clients) = Self.room(2)
        let asked = room.session.revision
        let first = room.join()
        #expect(room.drafts.count == 1)
        #expect(first.received.isEmpty)
        let id = clients[0].add()
        room.settle()
        #expect(clients[1].document.emojis[id] != nil)
        let second = room.join()
        #expect(room.drafts.count == 1)
        room.write()
        room.settle()
        for newcomer in [first, second] {
            #expect(newcomer.isLive)
            #expect(newcomer.document.emojis[id] != nil)
            #expect(newcomer.snapshotRevision == asked)
        }
        #expect(clients[0].members.count == 4)
        room.expectAgreement()
        #expect(room.isIdle == false)
    }

    @Test func `SY19 a connection that waits is not welcomed after a newer one that goes on`() {
        let (room, clients) = Self.room(2)
        // Its client forgets all, then knows again where it was: two runs of a program.
        room.cut(clients[1])
        room.settle()
        let older = room.join(key: Fixture.key(2))
        #expect(room.drafts.count == 1 && older.received.isEmpty)
        room.connect(clients[1])
        room.settle()
        #expect(room.closed.map(\.code) == [.superseded])
        room.write()
        room.settle()
        #expect(older.received.isEmpty && clients[1].isLive)
        #expect(room.closed.count == 1)
    }

    @Test func `SY18 who leaves while it waits is not welcomed, who comes back is, once`() {
        let (room, clients) = Self.room(1)
        let first = room.join()
        let second = room.join()
        room.cut(first)
        room.cut(second)
        room.settle()
        room.connect(second)
        room.connect(second)
        room.settle()
        room.write()
        room.settle()
        #expect(room.closed.map(\.code) == [.superseded])
        #expect(second.isLive && !first.isLive)
        #expect(clients[0].members.count == 2)
        room.expectAgreement()
    }

    @Test func `SY18 who waited is not put off again, however many edits came meanwhile`() {
        let (room, clients) = Self.room(1)
        let newcomer = room.join()
        let ids = Array(clients[0].document.emojis.keys.prefix(900))
        for x in 1...20 { clients[0].edit(.move(ids: ids, dx: x, dy: 1)) }
        room.settle()
        room.write()
        #expect(room.drafts.isEmpty)
        room.settle()
        #expect(newcomer.isLive)
        room.expectAgreement()
    }

    @Test func `SY21 a member that lags waits for the snapshot, and each edit is answered once`() {
        let (room, clients) = Self.room(2)
        let own = clients[0].add()
        room.lag(clients[0])
        room.exchange()
        #expect(room.drafts.count == 1)
        let waiting = clients[0].edit(.move(ids: [own], dx: 3, dy: 0))
        let refused = clients[0].edit(.walk(.redo))
        let other = clients[1].edit(.move(ids: [own], dx: 0, dy: 4))
        room.settle()
        // An answer would come before those to the edits in front, which it is to get whole.
        #expect(clients[0].pendingCount == 3)
        #expect(clients[0].refused.isEmpty)
        room.write()
        room.settle()
        #expect(clients[0].acknowledged[waiting] != nil)
        #expect(clients[0].refused[refused] == "nothing_to_redo")
        #expect(clients[1].acknowledged[other] != nil)
        #expect(clients[0].document.emojis[own].map { [$0.x, $0.y] } == [3, 4])
        room.expectAgreement()
    }

    @Test func `SY21 PR10 edits after a late snapshot end no gesture that began after them`() {
        let (room, clients) = Self.room(3)
        let id = clients[1].add()
        room.settle()
        room.lag(clients[0])
        clients[1].edit(.move(ids: [id], dx: 1, dy: 0))
        room.settle()
        clients[1].share { $0.gesture(.move(ids: [id], dx: 5, dy: 0), now: room.now) }
        room.cut(clients[2])
        room.settle()
        #expect(clients[0].member(clients[1])?.presence.gesture == nil)
        room.write()
        room.settle()
        #expect(clients[0].member(clients[1])?.presence.gesture == .move(ids: [id], dx: 5, dy: 0))
        #expect(clients[0].members.count == 2)
        room.expectAgreement()
    }
}
