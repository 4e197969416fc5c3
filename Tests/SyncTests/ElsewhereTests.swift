import EmojiArt
import TestKit
import Testing
import Wire

@testable import Sync

/// Members that are connected to other nodes, as a session knows them.
@Suite struct ElsewhereTests {
    private static let number = 1 << 40

    private static func patch(
        _ presence: Presence.Patch,
        client: Int? = nil,
        name: String? = nil
    ) -> ServerMessage.MemberPatch {
        ServerMessage.MemberPatch(
            member: number,
            identity: name.map {
                ServerMessage.MemberIdentity(client: client, name: $0, colour: .ofMember(1))
            },
            presence: presence
        )
    }

    private static func updates(_ messages: [[UInt8]]) throws -> [ServerMessage.PresenceUpdate] {
        var decoder = MessageDecoder()
        return try messages.map { message in
            guard case .presence(let update) = try decoder.serverMessage(message.span) else {
                throw DecodeError.noType
            }
            return update
        }
    }

    @Test func `PR6 a member of another node is told of, and does not keep the document open`()
        throws
    {
        let room = Room()
        let ada = room.join()
        room.settle()
        // News of somebody of whom nothing is known are none.
        room.turn { room.session.takeIn(Self.patch(Presence.Patch(selection: []))) }
        room.settle()
        #expect(ada.members[Self.number] == nil)
        let cursor = Presence.Cursor(x: 5, y: 6)
        room.turn {
            room.session.takeIn(Self.patch(Presence.Patch(cursor: cursor), name: "Bob"))
        }
        room.settle()
        #expect(ada.members[Self.number]?.identity.name == "Bob")
        #expect(ada.members[Self.number]?.presence.cursor == cursor)
        // Who comes later is told as well.
        let eve = room.join()
        room.settle()
        #expect(eve.members[Self.number]?.presence.cursor == cursor)
        for client in [ada, eve] { room.cut(client) }
        room.settle()
        let (isIdle, count) = (room.session.isIdle, room.session.memberCount)
        #expect(isIdle && count == 1)
        let late = room.join()
        room.settle()
        room.turn { room.session.leave(Self.number) }
        room.settle()
        #expect(late.members.count == 1)
        room.expectAgreement()
    }

    @Test func `PR9 an edit ends the gesture of its member on another node`() throws {
        let room = Room()
        room.session.isOrderedElsewhere = true
        let ada = room.join()
        room.settle()
        try room.order(.max)
        room.settle()
        let id = ada.add()
        room.settle()
        try room.order(.max)
        room.settle()
        // Its key came in by another node.
        let key = ClientKey(high: 7, low: 7)
        room.turn { room.session.apply(.enrolment(key)) }
        let gesture = Presence.Gesture.move(ids: [id], dx: 3, dy: 0)
        let patch = Presence.Patch(gesture: .some(gesture))
        room.turn { room.session.takeIn(Self.patch(patch, client: 2, name: "Bob")) }
        room.settle()
        #expect(ada.members[Self.number]?.presence.gesture == gesture)
        let move = Operation.move(ids: [id], dx: 3, dy: 0)
        room.turn {
            room.session.apply(.edit(client: 2, seq: 1, request: .operation(move), time: 5))
        }
        room.settle()
        #expect(ada.document.emojis[id]?.x == 3)
        #expect(ada.members[Self.number]?.presence.gesture == nil)
        let eve = room.join()
        room.settle()
        try room.order(.max)
        room.settle()
        #expect(eve.members[Self.number]?.presence.gesture == nil)
    }

    @Test func `other nodes are told of the members here, and of nobody else`() throws {
        let room = Room()
        let ada = room.join()
        room.settle()
        #expect(room.shared.isEmpty, "nobody wants to know")
        room.session.isShared = true
        let here = try Self.updates(room.session.presenceHere())
        #expect(here.map(\.isFull) == [true])
        let number = try #require(here.first?.members.first?.member)
        #expect(here[0].members.count == 1 && here[0].members[0].identity != nil)
        room.turn {
            room.session.takeIn(Self.patch(Presence.Patch(selection: []), name: "Bob"))
        }
        room.settle()
        let eve = room.join()
        room.settle()
        var told = try Self.updates(room.shared)
        #expect(told.allSatisfy { !$0.isFull && $0.left.isEmpty })
        let newcomer = try #require(told.first?.members.first)
        #expect(told.count == 1 && newcomer.member != number && newcomer.identity != nil)
        room.shared = []
        room.turn { room.session.leave(Self.number) }
        room.cut(eve)
        room.settle()
        told = try Self.updates(room.shared)
        #expect(told.map(\.left) == [[newcomer.member]])
        #expect(told.allSatisfy { $0.members.isEmpty })
        #expect(ada.members.count == 1)
    }
}
