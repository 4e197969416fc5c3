import EmojiArt
import Testing
import Wire

struct ServerVectorTests {
    private let vectors: MessageVectors.Server

    init() throws { vectors = try MessageVectors.read().server }

    @Test func `JS10 a server's messages are written in one way`() throws {
        #expect(vectors.good.count > 25)
        for vector in vectors.good {
            let message = try #require(try Messages.server(vector.text), "\(vector.name)")
            #expect(Messages.text(message.encoded) == vector.canonical, "\(vector.name)")
            #expect(try Messages.server(vector.canonical) == message, "\(vector.name)")
        }
    }

    @Test func `SM1 a message of an unknown type is ignored`() throws {
        #expect(vectors.ignored.count >= 4)
        for vector in vectors.ignored { #expect(try Messages.server(vector.text) == nil) }
    }

    @Test func `SM12 what is not a message of this protocol is an error`() {
        #expect(vectors.bad.count >= 20)
        for vector in vectors.bad {
            let error = Messages.serverError(vector.bytes)?.description
            #expect(error?.hasPrefix(vector.error) == true, "\(vector.name): \(error ?? "none")")
        }
    }

    @Test func `SM2 unknown fields change nothing`() throws {
        let plain = #"{"type":"pong","number":7}"#
        let extended = #"{"new":[{"deep":[null]}],"type":"pong","number":7,"other":1.5e300}"#
        #expect(try Messages.server(extended) == Messages.server(plain))
    }

    @Test func `SM3 a welcome tells a client where it stands`() throws {
        let text = try #require(vectors.good.first { $0.name == "welcome of a client" }).text
        guard case .welcome(let welcome) = try Messages.server(text) else {
            Issue.record("The text is no welcome.")
            return
        }
        #expect([welcome.client, welcome.seq, welcome.counter] == [1, 3, 2])
        #expect(welcome.position.revision == 7)
        #expect(welcome.isResumed)
    }

    @Test func `SM7 an undo tells the revision that it takes back`() throws {
        let text = try #require(vectors.good.first { $0.name == "edit, restore" }).text
        guard case .edit(let edit) = try Messages.server(text) else {
            Issue.record("The text is no edit.")
            return
        }
        #expect(edit.walk == .init(.undo, of: 6))
    }

    @Test func `SM4 a viewer's welcome tells no client`() throws {
        let position = Position.start(of: 1)
        let welcome = ServerMessage.Welcome(
            document: "a",
            position: position,
            isResumed: false,
            member: 1
        )
        let text = Messages.text(ServerMessage.welcome(welcome).encoded)
        for field in ["client", "seq", "counter"] { #expect(!text.contains("\"\(field)\"")) }
        guard case .welcome(let read) = try Messages.server(text) else {
            Issue.record("The text is no welcome.")
            return
        }
        #expect(read.client == nil)
    }

    @Test func `SM8 a refusal with an unknown code is read, without a text`() throws {
        let message = try Messages.server(#"{"type":"refused","seq":2,"code":"later"}"#)
        #expect(message == .refused(seq: 2, code: "later"))
    }

    @Test func `PR18 an activity that is not known is read as active`() throws {
        let text = #"{"type":"presence","members":[{"member":3,"activity":"asleep"}]}"#
        let presence = Presence.Patch(signals: .init(activity: .active))
        #expect(try Messages.server(text) == Self.update(presence))
    }

    @Test func `PR22 a patch of all leaves out each signal that is as at first`() throws {
        var presence = Presence()
        presence.signals.hasLaser = true
        let patch = Presence.Patch(full: presence)
        let text = Messages.text(ClientMessage.presence(patch).encoded)
        let expected =
            #"{"type":"presence","selection":[],"cursor":null,"gesture":null,"laser":true}"#
        #expect(text == expected)
        var read = Presence()
        read.apply(patch)
        #expect(read == presence)
    }

    @Test func `SM10 a patch without a name is of a member that is known`() throws {
        let text = #"{"type":"presence","members":[{"member":3,"cursor":null}]}"#
        #expect(try Messages.server(text) == Self.update(Presence.Patch(cursor: .some(nil))))
    }

    /// An update about member 3, who is known.
    private static func update(_ presence: Presence.Patch) -> ServerMessage {
        .presence(.init(members: [.init(member: 3, presence: presence)]))
    }
}
