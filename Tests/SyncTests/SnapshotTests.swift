import EmojiArt
import Testing
import Wire

@testable import Sync

/// Which snapshot a member begins with.
struct SnapshotTests {
    /// A document large enough for edits to be few beside it; the revision of its last edit.
    private func fill(_ room: Room, _ client: Client) -> Int {
        for index in 0..<200 { client.add(x: index, y: 0) }
        room.settle()
        return room.session.revision
    }

    @Test func `SY18 SY34 a newcomer has joined once it has what its snapshot lacks`() {
        let (room, clients) = Room.with(1)
        let filled = fill(room, clients[0])
        room.join()
        for _ in 0..<5 { clients[0].add() }
        room.settle()
        let last = room.session.revision
        let newcomer = room.join()
        #expect(newcomer.snapshotRevision == filled)
        let told = newcomer.told
        let edits = told.indices.filter { if case .edited = told[$0] { true } else { false } }
        #expect(edits.count == last - filled)
        #expect(told.firstIndex(of: .joined).map { $0 > edits.last ?? 0 } == true)
        #expect(told.count { $0 == .joined } == 1)
        #expect(newcomer.isLive)
        room.expectAgreement()
    }

    @Test func `SY34 a client that resumes has joined once it has what it missed`() {
        let (room, clients) = Room.with(2)
        room.settle()
        room.cut(clients[1])
        clients[0].add()
        clients[0].add()
        room.settle()
        let before = clients[1].told.count
        room.connect(clients[1])
        room.settle()
        let told = clients[1].told.dropFirst(before)
        let edits = told.indices.filter { if case .edited = told[$0] { true } else { false } }
        #expect(edits.count == 2)
        #expect(told.firstIndex(of: .joined).map { $0 > edits.last ?? 0 } == true)
        #expect(clients[1].isLive)
    }

    @Test func `SY21 PR10 a snapshot in place of edits ends no gesture that is under way`() {
        let (room, clients) = Room.with(2)
        _ = fill(room, clients[0])
        room.join()
        let id = clients[1].add()
        room.settle()
        clients[1].share { $0.gesture(.move(ids: [id], dx: 5, dy: 0), now: room.now) }
        room.settle()
        let gesture = clients[0].member(clients[1])?.presence.gesture
        #expect(gesture == .move(ids: [id], dx: 5, dy: 0))
        room.turn { room.session.lagged(clients[0].link?.number ?? 0) }
        room.settle()
        #expect(clients[0].snapshotRevision == room.session.revision)
        #expect(clients[0].member(clients[1])?.presence.gesture == gesture)
        room.expectAgreement()
    }

    @Test func `SY33 SY34 a client has joined with its answered edits, of an older snapshot`() {
        let (room, clients) = Room.with(2)
        let filled = fill(room, clients[0])
        room.join()
        let id = clients[1].add()
        room.settle()
        // It has lost what it had, and knows its key alone.
        let again = room.join(key: Fixture.key(2))
        #expect(again.snapshotRevision == filled)
        #expect(again.isLive)
        #expect(again.view.emojis[id] != nil)
        #expect(again.document == room.session.ledger.state.document)
        room.expectAgreement()
    }

    @Test func `SY33 an older snapshot shows each unanswered edit since once`() {
        let (room, clients) = Room.with(2)
        let id = clients[1].add()
        let filled = fill(room, clients[0])
        room.join()
        clients[1].link?.capacity = 0
        for _ in 0..<2 { clients[1].edit(.move(ids: [id], dx: 1, dy: 0)) }
        room.exchange()
        room.cut(clients[1])
        clients[1].replica.standNowhere()
        clients[1].received = []
        room.connect(clients[1])
        clients[1].link?.capacity = 0
        room.exchange()
        clients[1].link?.capacity = .max
        room.flush()
        var shown: Set<Int?> = []
        while clients[1].receive() { shown.insert(clients[1].view.emojis[id]?.x) }
        #expect(shown == [2])
        #expect(clients[1].snapshotRevision == filled)
        room.settle()
        #expect(clients[1].view.emojis[id]?.x == 2)
        #expect(clients[1].acknowledged.count == 3)
    }
}
