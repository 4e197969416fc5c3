import EmojiArt
import Sync
import Testing
import Wire

/// Rules of the host: what they let through, and what everybody is told of it.
struct RuleTests {
    fileprivate static func new(_ counter: Int, x: Int) -> NewEmoji {
        NewEmoji(id: EmojiID(client: 1, counter: counter), text: Fixture.text("🚲"), x: x, y: 0)
    }

    private static func id(_ counter: Int) -> EmojiID { EmojiID(client: 1, counter: counter) }

    /// The number of a client's connection.
    private static func member(_ client: Client) -> Int { client.replica.member ?? 0 }

    /// A room with two clients and two emojis, at 0 and at 100, and then locks.
    private static func room(_ locks: LockRule.Locks) -> (Room, [Client]) {
        let (room, clients) = Room.with(2)
        clients[0].edit(.add([new(1, x: 0), new(2, x: 100)]))
        room.settle()
        room.session.rules = [LockRule([room.session.name: locks])]
        return (room, clients)
    }

    private static let region = LockRule.Locks(
        regions: [LockRule.Region(x: 50...150, y: -10...10)]
    )

    @Test func `ER11 an edit is applied to what no lock keeps, and all agree`() {
        let (room, clients) = Self.room(Self.region)
        clients[1].edit(.move(ids: [Self.id(1), Self.id(2)], dx: -5, dy: 0))
        clients[0].edit(.scale(ids: [Self.id(1), Self.id(2)], factor: Fixture.factor(2_000_000)))
        clients[0].edit(.add([Self.new(3, x: 60), Self.new(4, x: 40)]))
        clients[1].edit(.delete(ids: [Self.id(1), Self.id(2)]))
        room.settle()
        for client in clients {
            #expect(client.refused.isEmpty)
            #expect(client.document.emojis.keys.sorted() == [Self.id(2), Self.id(4)])
            #expect(client.document.emojis[Self.id(2)]?.x == 100)
            #expect(client.document.emojis[Self.id(2)]?.size == Limits.sizeDefault)
        }
        room.expectAgreement()
    }

    @Test func `ER11 what a rule makes of an edit is no larger than a message`() {
        struct Flood: EditRule {
            func judge(_ operation: Operation, in context: EditContext) -> EditVerdict {
                .replace(.add((1...30_000).map { RuleTests.new($0, x: $0) }))
            }
        }
        let (room, clients) = Room.with(2)
        room.session.rules = [Flood()]
        clients[0].edit(.add([Self.new(1, x: 0)]))
        room.settle()
        #expect(clients[0].refused == [1: "too_many"])
        room.session.rules = []
        clients[0].edit(.add([Self.new(2, x: 0)]))
        room.settle()
        #expect(clients[1].document.emojis.count == 1)
        room.expectAgreement()
    }

    @Test func `ER11 an edit of which nothing is left is refused, and its seq used up`() {
        let (room, clients) = Self.room(
            LockRule.Locks(
                regions: Self.region.regions,
                emojis: [Self.id(1)],
                hasFixedBackground: true
            )
        )
        clients[1].edit(.move(ids: [Self.id(1), Self.id(2)], dx: 5, dy: 0))
        clients[1].edit(.background(.blank))
        clients[1].edit(.canvas(nil))
        clients[0].edit(.add([Self.new(3, x: 50), Self.new(4, x: 150)]))
        room.settle()
        #expect(clients[1].refused == [1: "against_rule", 2: "against_rule", 3: "against_rule"])
        #expect(clients[0].refused == [2: "against_rule"])
        #expect(room.session.revision == 1)
        clients[0].edit(.add([Self.new(5, x: 0)]))
        room.settle()
        #expect(clients[1].document.emojis.count == 3)
        room.expectAgreement()
    }

    @Test func `ER11 nothing is moved into a locked region`() {
        let (room, clients) = Self.room(Self.region)
        clients[0].edit(.move(ids: [Self.id(1)], dx: 60, dy: 0))
        clients[0].edit(.move(ids: [Self.id(1)], dx: 60, dy: 20))
        room.settle()
        #expect(clients[0].refused == [2: "against_rule"])
        #expect(clients[1].document.emojis[Self.id(1)]?.y == 20)
        room.expectAgreement()
    }

    @Test func `ER11 an undo that a lock keeps is refused as a whole`() {
        let (room, clients) = Self.room(LockRule.Locks())
        clients[0].edit(.move(ids: [Self.id(1), Self.id(2)], dx: 5, dy: 0))
        room.settle()
        room.session.rules = [
            LockRule([room.session.name: LockRule.Locks(emojis: [Self.id(2)])])
        ]
        clients[0].undo()
        room.settle()
        #expect(clients[0].refused == [3: "against_rule"])
        #expect(clients[0].document.emojis[Self.id(1)]?.x == 5)
        room.session.rules = []
        clients[0].undo()
        room.settle()
        #expect(clients[0].document.emojis[Self.id(1)]?.x == 0)
        room.expectAgreement()
    }

    @Test func `ER11 AC5 AC7 AC15 owners are let through, and a viewer's edit waits for its rule`()
    {
        let (room, clients) = Self.room(LockRule.Locks(emojis: [Self.id(1), Self.id(2)]))
        room.session.permit(Self.member(clients[0]), Access(role: .owner))
        room.session.permit(Self.member(clients[1]), Access(role: .viewer))
        room.settle()
        clients[0].edit(.move(ids: [Self.id(1)], dx: 5, dy: 0))
        clients[1].edit(.move(ids: [Self.id(1)], dx: 5, dy: 0))
        room.settle()
        #expect(clients[0].refused.isEmpty)
        #expect(clients[1].refused.isEmpty)
        #expect(clients[1].replica.pendingCount == 1)
        room.session.permit(Self.member(clients[1]), Access(role: .editor))
        room.settle()
        #expect(clients[1].refused == [1: "against_rule"])
        #expect(clients[1].document.emojis[Self.id(1)]?.x == 5)
        room.expectAgreement()
    }

    @Test func `ER2 an edit that was answered is not judged anew`() {
        let (room, clients) = Self.room(LockRule.Locks(emojis: [Self.id(1)]))
        clients[1].edit(.delete(ids: [Self.id(1)]))
        room.settle()
        room.session.rules = []
        let edit = ClientMessage.edit(
            .init(seq: 1, mark: UInt64(1), .operation(.delete(ids: [Self.id(1)])))
        )
        room.session.receive(edit, from: Self.member(clients[1]), time: 0)
        room.settle()
        #expect(room.session.revision == 1)
        #expect(clients[1].document.emojis.count == 2)
        room.expectAgreement()
    }
}
