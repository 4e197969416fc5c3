import EmojiArt
import Testing
import Wire

@testable import Sync

/// Selections and cursors: shared live, told seldom, never stored.
struct PresenceTests {
    /// Two clients and an emoji; nothing is due.
    private static func pair() -> (room: Room, ann: Client, bob: Client, id: EmojiID) {
        let (room, clients, id) = Room.withEmoji(2)
        room.presenceCount = 0
        for client in clients {
            client.received = []
            client.sent = []
        }
        return (room, clients[0], clients[1], id)
    }

    private static func cursor(_ x: Int) -> Presence.Cursor { .init(x: x, y: x) }

    @Test func `PR1 the latest value is told, values in between need not be`() {
        let (room, ann, bob, _) = Self.pair()
        for x in 1...50 { ann.share { $0.point(at: Self.cursor(x), now: room.now) } }
        room.settle()
        #expect(bob.member(ann)?.presence.cursor == Self.cursor(50))
        #expect(room.presenceCount == 2)
        room.expectAgreement()
    }

    @Test func `PR2 a patch changes what it names, null clears, a selection is replaced`() {
        let (room, ann, bob, id) = Self.pair()
        ann.share { $0.select([id, id], now: room.now) }
        room.settle()
        #expect(bob.member(ann)?.presence.selection == [id])
        ann.share { $0.point(at: Self.cursor(3), now: room.now) }
        room.settle()
        #expect(bob.member(ann)?.presence.selection == [id])
        ann.share { $0.point(at: nil, now: room.now) }
        ann.share { $0.select([], now: room.now) }
        room.settle()
        #expect(bob.member(ann)?.presence == Presence())
        room.expectAgreement()
    }

    @Test func `PR1 PR2 PR21 signals are the latest value of each, and null clears`() {
        let (room, ann, bob, _) = Self.pair()
        ann.share { $0.signal(.init(activity: .idle, chat: "l"), now: room.now) }
        ann.share { $0.signal(.init(chat: "lo", hasLaser: true), now: room.now) }
        ann.share { $0.signal(.init(activity: .active, chat: "look"), now: room.now) }
        room.settle()
        var signals = Presence.Signals()
        signals.chat = "look"
        signals.hasLaser = true
        #expect(bob.member(ann)?.presence.signals == signals)
        ann.share { $0.point(at: Self.cursor(3), now: room.now) }
        room.settle()
        #expect(bob.member(ann)?.presence.signals == signals)
        ann.share { $0.signal(.init(chat: .some(nil), hasLaser: false), now: room.now) }
        ann.share { $0.point(at: nil, now: room.now) }
        room.settle()
        #expect(bob.member(ann)?.presence == Presence())
        room.expectAgreement()
    }

    @Test func `PR22 PR23 who comes late sees signals that stay, and none that ended`() throws {
        let (room, ann, _, _) = Self.pair()
        let reaction = try EmojiText("🎉")
        let view = Presence.View(middle: Self.cursor(5), width: 800, height: 600)
        ann.share { $0.signal(.init(view: view, reaction: reaction), now: room.now) }
        room.settle()
        room.advance(by: 10_000)
        // The server ends nothing by itself: the sender does.
        #expect(room.join(name: "zoë").member(ann)?.presence.signals.reaction == reaction)
        ann.share { $0.signal(.init(reaction: .some(nil)), now: room.now) }
        room.settle()
        let late = room.join(name: "eve")
        #expect(late.member(ann)?.presence.signals.reaction == nil)
        #expect(late.member(ann)?.presence.signals.view == view)
        room.expectAgreement()
    }

    @Test func `PR14 signals that ended during a snapshot end at the others, too`() {
        let (room, ann, bob, _) = Self.pair()
        ann.share { $0.signal(.init(chat: "look", hasLaser: true), now: room.now) }
        room.settle()
        ann.link?.capacity = 0
        bob.add()
        room.exchange()
        room.turn { room.session.lagged(ann.link?.number ?? 0) }
        ann.share { $0.point(at: Self.cursor(1), now: room.now) }
        ann.share { $0.signal(.init(chat: .some(nil)), now: room.now) }
        ann.link?.capacity = .max
        room.settle()
        #expect(bob.member(ann)?.presence.signals.chat == nil)
        #expect(bob.member(ann)?.presence.signals.hasLaser == true)
        room.expectAgreement()
    }

    /// Announces member 7 to a client.
    private static func announce(_ patch: Presence.Patch, isFull: Bool = false, to client: Client) {
        let identity = ServerMessage.MemberIdentity(client: nil, name: "", colour: .ofMember(7))
        let patch = ServerMessage.MemberPatch(member: 7, identity: identity, presence: patch)
        client.hear(.presence(.init(isFull: isFull, members: [patch])))
    }

    @Test func `PR7 full replaces all`() {
        let (_, ann, _, _) = Self.pair()
        Self.announce(Presence.Patch(full: Presence()), isFull: true, to: ann)
        #expect(ann.members.keys.sorted() == [7])
    }

    @Test func `PR22 a member that is announced again has the signals of its patch alone`() {
        let (_, ann, _, _) = Self.pair()
        Self.announce(.init(signals: .init(chat: "hm", hasLaser: true)), to: ann)
        #expect(ann.members[7]?.presence.signals.chat == "hm")
        Self.announce(.init(selection: []), to: ann)
        #expect(ann.members[7]?.presence == Presence())
    }

    @Test func `PR11 a delete leaves every selection without a presence message`() {
        let (room, ann, bob, id) = Self.pair()
        ann.share { $0.select([id], now: room.now) }
        bob.share { $0.select([id], now: room.now) }
        room.settle()
        room.presenceCount = 0
        ann.edit(.delete(ids: [id]))
        room.settle()
        #expect(room.presenceCount == 0)
        for client in [ann, bob] {
            #expect(client.members.values.allSatisfy { $0.presence.selection.isEmpty })
            #expect(client.presence.selection.isEmpty)
        }
        room.expectAgreement()
    }

    @Test func `PR11 an emoji that is brought back is selected for nobody`() {
        let (room, ann, bob, id) = Self.pair()
        room.commitsAtOnce = false
        bob.edit(.delete(ids: [id]))
        bob.undo()
        room.exchange()
        ann.edit(.background(.blank))
        ann.share { $0.select([id], now: room.now) }
        room.exchange()
        room.settle()
        #expect(ann.presence.selection.isEmpty)
        room.expectAgreement()
    }

    @Test func `PR11 a selection that was kept over a break names no emoji that is gone`() {
        let (room, ann, bob, id) = Self.pair()
        ann.share { $0.select([id], now: room.now) }
        room.settle()
        room.cut(ann)
        bob.edit(.delete(ids: [id]))
        room.settle()
        room.forget(keeping: 0)
        room.reconnect()
        #expect(ann.presence.selection.isEmpty)
        room.expectAgreement()
    }

    @Test func `FA45 PR12 ids that do not exist are dropped from a selection`() {
        let (room, ann, bob, id) = Self.pair()
        ann.post(.presence(.init(selection: [id, EmojiID(client: 5, counter: 5)])))
        room.settle()
        #expect(bob.member(ann)?.presence.selection == [id])
    }

    @Test func `PR12 a selection of an emoji whose add is refused is dropped on both sides`() {
        let (room, ann, bob, _) = Self.pair()
        bob.edit(.canvas(Canvas(width: 10, height: 10)))
        room.settle()
        let outside = ann.add(x: 500)
        ann.share { $0.select([outside], now: room.now) }
        room.settle()
        #expect(ann.refused.count == 1)
        #expect(ann.presence.selection.isEmpty)
        room.expectAgreement()
    }

    @Test func `PR13 presence takes no revision and is never stored`() {
        let (room, ann, bob, id) = Self.pair()
        let before = room.session.ledger.state.encoded()
        let entries = room.journal
        ann.share { $0.select([id], now: room.now) }
        bob.share { $0.gesture(.move(ids: [id], dx: 1, dy: 1), now: room.now) }
        bob.share { $0.signal(.init(chat: "never stored", hasLaser: true), now: room.now) }
        room.settle()
        #expect(room.session.ledger.state.encoded() == before)
        #expect(room.journal.edits.count == entries.edits.count)
        #expect(room.journal.waiting == 0)
    }

    @Test func `PR14 a client shares its whole presence again after a welcome, if it has some`() {
        let (room, ann, bob, id) = Self.pair()
        ann.share { $0.select([id], now: room.now) }
        room.settle()
        room.crash()
        ann.sent = []
        bob.sent = []
        room.reconnect()
        #expect(bob.member(ann)?.presence.selection == [id])
        #expect(bob.sent.count == 1)
        room.advance(by: 100)
        bob.wake(room.now)
        #expect(bob.sent.count == 1)
        room.expectAgreement()
    }

    @Test func `PR14 a selection of emojis whose add waits for its turn is shared again with it`() {
        let (room, ann, bob, _) = Self.pair()
        room.cut(ann)
        var last: EmojiID?
        for _ in 0...Limits.unansweredEditsMax { last = ann.add() }
        ann.share { $0.select(last.map { [$0] } ?? [], now: room.now) }
        room.reconnect()
        #expect(bob.member(ann)?.presence.selection == last.map { [$0] })
        room.expectAgreement()
    }

    /// A member who lacks the selected emoji is sent an empty selection.
    @Test(arguments: [true, false])
    func `PR14 after a snapshot in place of edits the whole presence is shared`(isGone: Bool) {
        let (room, ann, bob, id) = Self.pair()
        ann.share { $0.select([id], now: room.now) }
        room.settle()
        ann.link?.capacity = 0
        room.commitsAtOnce = !isGone
        bob.edit(.delete(ids: [id]))
        bob.undo()
        if isGone { bob.edit(.delete(ids: [id])) }
        room.exchange()
        room.turn { room.session.lagged(ann.link?.number ?? 0) }
        room.commitsAtOnce = true
        ann.link?.capacity = .max
        room.settle()
        #expect((ann.document.emojis[id] == nil) == isGone)
        if isGone { #expect(ann.presence == Presence()) }
        room.expectAgreement()
    }
}
