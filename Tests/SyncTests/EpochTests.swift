import EmojiArt
import Testing
import Wire

@testable import Sync

/// A restored backup: the history is another one, and no pending edit is lost.
struct EpochTests {
    @Test func `SY28 pending edits are kept and numbered anew`() {
        let (room, clients) = Room.with(2)
        let old = clients[0].add()
        room.settle()
        let backup = room.journal
        for _ in 0..<3 { clients[0].add() }
        room.settle()
        clients[0].edit(.move(ids: [old], dx: 3, dy: 0))
        let new = clients[0].add()
        room.restore(backup, epoch: 77)
        clients[0].told = []
        room.reconnect()
        #expect(clients[0].told.contains(.historyReplaced))
        #expect(clients[0].document.emojis.keys.sorted() == [old, new])
        #expect(clients[0].document.emojis[old]?.x == 3)
        #expect(room.journal.edits.count == 3)
        #expect(clients[0].replica.position?.epoch == 77)
        room.expectAgreement()
    }

    @Test func `SY28 an edit that the restored history holds is not applied again`() {
        let (room, clients, id) = Room.withEmoji(1)
        clients[0].edit(.move(ids: [id], dx: 3, dy: 0))
        room.cut(clients[0], dropping: 0)
        while room.receive(room.outboxes.keys.max() ?? 0) {}
        let backup = room.journal
        clients[0].add()
        room.restore(backup, epoch: 78)
        room.reconnect()
        #expect(clients[0].document.emojis[id]?.x == 3)
        #expect(room.journal.edits.count == 3)
        room.expectAgreement()
    }

    @Test func `SY28 pending edits are shown while the snapshot of the other history is awaited`() {
        let (room, clients) = Room.with(1)
        let backup = room.journal
        for _ in 0..<3 { clients[0].add() }
        room.settle()
        room.cut(clients[0])
        room.reconnect()
        room.cut(clients[0])
        let id = clients[0].add()
        room.restore(backup, epoch: 81)
        room.connect(clients[0])
        room.receive(room.outboxes.keys.max() ?? 0)
        clients[0].receive()
        #expect(!clients[0].isLive)
        #expect(clients[0].view.emojis[id] != nil)
        room.settle()
        room.expectAgreement()
    }

    /// Two clients, the second of them away, and the history from before both.
    private static func parted() -> (room: Room, empty: FakeJournal, ann: Client, bob: Client) {
        let room = Room()
        let empty = room.journal
        let ann = room.join()
        let bob = room.join()
        bob.add()
        room.settle()
        room.cut(bob)
        return (room, empty, ann, bob)
    }

    @Test func `SY29 with another number, ids not added yet are minted anew everywhere`() {
        let (room, empty, ann, bob) = Self.parted()
        let first = bob.add()
        bob.edit(.move(ids: [first], dx: 9, dy: 0))
        bob.edit(.scale(ids: [first], factor: Fixture.factor(2_000_000)))
        let second = bob.add()
        bob.edit(.arrange(ids: [first], to: .front))
        bob.edit(.delete(ids: [second]))
        room.restore(empty, epoch: 79)
        room.connect(bob)
        room.settle()
        #expect(bob.number == 1)
        room.reconnect()
        #expect(ann.number == 2)
        let id = EmojiID(client: 1, counter: 1)
        #expect(bob.document.emojis.keys.sorted() == [id])
        #expect(bob.document.emojis[id]?.x == 9)
        #expect(bob.document.emojis[id]?.size == 80)
        // An answer names the emoji as the document does, not as it was when the edit was made.
        let answered = bob.told.compactMap { effect -> [EmojiID]? in
            if case .acknowledged(_, _, _, let ids) = effect, !ids.isEmpty { ids } else { nil }
        }
        #expect(answered.suffix(2) == [[id], [EmojiID(client: 1, counter: 2)]])
        #expect(bob.add() == EmojiID(client: 1, counter: 3))
        room.settle()
        room.expectAgreement()
    }

    @Test func `SY29 an emoji that only the old history had is not taken for a new one`() {
        let room = Room()
        let empty = room.journal
        let ann = room.join()
        let bob = room.join()
        let lost = ann.add()
        room.settle()
        room.cut(bob)
        bob.edit(.move(ids: [lost], dx: 9, dy: 0))
        bob.add()
        bob.edit(.delete(ids: [lost]))
        room.restore(empty, epoch: 79)
        room.connect(bob)
        room.settle()
        #expect(bob.number == lost.client)
        room.reconnect()
        #expect(bob.document.emojis.keys.sorted() == [EmojiID(client: 1, counter: 2)])
        room.expectAgreement()
    }

    @Test func `SY29 an id that named nothing is not given to a new emoji`() {
        let (room, empty, ann, bob) = Self.parted()
        let first = bob.add()
        let (gone, new) = (EmojiID(client: 1, counter: 1), EmojiID(client: 1, counter: 2))
        bob.edit(.move(ids: [gone, first], dx: 9, dy: 0))
        room.restore(empty, epoch: 79)
        room.connect(bob)
        room.receive(room.outboxes.keys.max() ?? 0)
        bob.receive()
        let requests = bob.replica.pendingEdits.map(\.request)
        #expect(requests.last == .operation(.move(ids: [gone, new], dx: 9, dy: 0)))
        room.settle()
        room.reconnect()
        #expect(ann.document.emojis[new]?.x == 9)
        room.expectAgreement()
    }

    @Test func `SY29 a drag of an emoji whose id is minted anew goes on`() {
        let (room, empty, ann, bob) = Self.parted()
        let id = bob.add()
        bob.replica.gesture(.move(ids: [id], dx: 5, dy: 0), now: 0)
        room.restore(empty, epoch: 79)
        room.connect(bob)
        room.settle()
        room.reconnect()
        bob.endGesture(room.now)
        room.settle()
        let new = EmojiID(client: 1, counter: 1)
        #expect(ann.document.emojis.keys.sorted() == [new])
        #expect(ann.document.emojis[new]?.x == 5)
        room.expectAgreement()
    }

    @Test func `SY28 a connection that breaks before the snapshot begins anew`() {
        let (room, clients, _) = Room.withEmoji(1)
        let backup = room.journal
        clients[0].add()
        clients[0].add()
        room.restore(backup, epoch: 80)
        room.connect(clients[0])
        clients[0].link?.capacity = 1
        for number in room.outboxes.keys.sorted() { room.receive(number) }
        clients[0].receive()
        #expect(!clients[0].isLive)
        room.cut(clients[0])
        room.reconnect()
        #expect(clients[0].document.emojis.count == 3)
        room.expectAgreement()
    }
}
