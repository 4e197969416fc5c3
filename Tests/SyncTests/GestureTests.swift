import EmojiArt
import Testing
import Wire

@testable import Sync

/// Drags and pinches: presence while they last, one edit when they end, nothing when cancelled.
struct GestureTests {
    private static func pair() -> (room: Room, ann: Client, bob: Client, id: EmojiID) {
        let (room, clients, id) = Room.withEmoji(2)
        return (room, clients[0], clients[1], id)
    }

    private static func drag(_ client: Client, _ id: EmojiID, _ room: Room, to x: Int) {
        client.share { $0.gesture(.move(ids: [id], dx: x, dy: 0), now: room.now) }
        room.advance(by: 40)
        room.exchange()
    }

    @Test func `H10 PR9 a gesture that ends is one edit, one undo step and no presence after it`() {
        let (room, ann, bob, id) = Self.pair()
        for x in 1...5 { Self.drag(ann, id, room, to: x) }
        #expect(bob.member(ann)?.presence.gesture == .move(ids: [id], dx: 5, dy: 0))
        #expect(bob.document.emojis[id]?.x == 0)
        room.settle()
        room.presenceCount = 0
        ann.sent = []
        ann.endGesture(room.now)
        room.settle()
        #expect(ann.sent.count == 1)
        #expect(room.presenceCount == 0)
        #expect(room.session.revision == 2)
        for client in [ann, bob] { #expect(client.member(ann)?.presence.gesture == nil) }
        #expect(bob.document.emojis[id]?.x == 5)
        room.expectAgreement()
        ann.undo()
        room.settle()
        #expect(bob.document.emojis[id]?.x == 0)
        room.expectAgreement()
    }

    @Test(arguments: [true, false])
    func `H10 a gesture that is cancelled or does nothing is no edit`(isCancelled: Bool) {
        let (room, ann, bob, id) = Self.pair()
        Self.drag(ann, id, room, to: 5)
        if isCancelled {
            ann.share { $0.cancelGesture(now: room.now) }
        } else {
            Self.drag(ann, id, room, to: 0)
        }
        #expect(ann.endGesture(room.now) == nil)
        room.settle()
        #expect(room.session.revision == 1)
        #expect(bob.member(ann)?.presence.gesture == nil)
        room.expectAgreement()
    }

    @Test func `PR10 a gesture that begins after an edit is not ended by it`() {
        let (room, ann, bob, id) = Self.pair()
        room.commitsAtOnce = false
        Self.drag(ann, id, room, to: 5)
        ann.endGesture(room.now)
        Self.drag(ann, id, room, to: 9)
        room.exchange()
        #expect(bob.member(ann)?.presence.gesture == .move(ids: [id], dx: 5, dy: 0))
        room.commitAndExchange(.max)
        room.advance(by: 40)
        room.exchange()
        #expect(bob.member(ann)?.presence.gesture == .move(ids: [id], dx: 9, dy: 0))
        room.settle()
        room.expectAgreement()
    }

    @Test func `PR9 a gesture that goes on over an edit is shared again`() {
        let (room, ann, bob, id) = Self.pair()
        Self.drag(ann, id, room, to: 5)
        room.settle()
        ann.edit(.background(Fixture.background("https://a/a.png")))
        room.settle()
        #expect(bob.member(ann)?.presence.gesture == .move(ids: [id], dx: 5, dy: 0))
        room.expectAgreement()
    }

    @Test func `PR10 PR15 a newcomer's missing edits do not end a gesture that began after them`() {
        let (room, ann, bob, id) = Self.pair()
        room.cut(bob)
        room.settle()
        ann.add()
        room.settle()
        Self.drag(ann, id, room, to: 9)
        room.settle()
        room.reconnect()
        #expect(bob.member(ann)?.presence.gesture == .move(ids: [id], dx: 9, dy: 0))
        room.expectAgreement()
    }
}
