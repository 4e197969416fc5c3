import EmojiArt
import Testing
import Wire

@testable import Sync

/// A server that says what no server of this protocol says; fuzzing found each.
struct HostileServerTests {
    private static let id = EmojiID(client: 1, counter: 1)

    @Test func `FA71 SY28 a welcome that leaves no seqs is an error, and edits are kept`() {
        var replica = Replica(key: Fixture.key(1), keeping: .transcript)
        replica.edit(.walk(.undo))
        replica.join(Fixture.welcome(seq: Limits.stackMax))
        let isViolated = replica.effects.contains(where: \.isViolation)
        #expect(isViolated)
        replica.disconnected()
        let lines = replica.transcript()
        var other = Replica(key: Fixture.key(1), keeping: .transcript)
        let used = other.restore(lines)
        #expect(used == lines.count)
        let seqs = other.pendingEdits.map(\.seq)
        #expect(seqs == [1])
    }

    @Test func `FA71 SY29 with no counters left the ids of pending emojis stay`() {
        var replica = Replica(key: Fixture.key(1), keeping: .transcript)
        replica.join(Fixture.welcome())
        replica.edit(.operation(Fixture.add(Self.id)))
        let other = Fixture.welcome(client: 2, counter: Limits.identifierMax, at: .start(of: 2))
        replica.disconnected()
        replica.join(other)
        let requests = replica.pendingEdits.map(\.request)
        #expect(requests == [.operation(Fixture.add(Self.id))])
        let next = replica.mintID()
        #expect(next == nil)
    }

    @Test func `FA71 SY29 JS11 ids that are minted anew stand in their order`() {
        var replica = Replica(key: Fixture.key(1), keeping: .transcript)
        replica.join(Fixture.welcome())
        replica.edit(.operation(Fixture.add(Self.id)))
        let foreign = EmojiID(client: 2, counter: 1)
        replica.edit(.operation(.delete(ids: [Self.id, foreign])))
        replica.disconnected()
        replica.join(Fixture.welcome(client: 3, at: .start(of: 2)))
        let request = replica.pendingEdits.last?.request
        let minted = EmojiID(client: 3, counter: 1)
        #expect(request == .operation(.delete(ids: [foreign, minted])))
    }

    @Test func `FA71 SY14 what is told of undo before the welcome means nothing`() {
        var replica = Replica(key: Fixture.key(1), keeping: .transcript)
        replica.connected()
        let history = ServerMessage.history(revision: 1, undo: "add", redo: "move")
        replica.receive(history.encoded.span)
        let names = [replica.undoName, replica.redoName]
        #expect(names == [nil, nil])
    }

    @Test func `FA71 SM3 a welcome without a number is an error to a client, not to a viewer`() {
        for (key, isError) in [(Fixture.key(1), true), (nil, false)] {
            var replica = Replica(key: key)
            replica.join(Fixture.welcome(client: nil))
            let isViolated = replica.effects.contains(where: \.isViolation)
            #expect(isViolated == isError)
        }
    }

    @Test func `FA71 a stored state that names an emoji twice is of an unknown form`() {
        var document = Document()
        _ = try? document.apply(Fixture.add(Self.id))
        var state = StoredState.empty
        state.document = document
        let text = String(decoding: state.encoded().dropFirst(37).dropLast(), as: UTF8.self)
        let emojis = text.split(separator: "\"emojis\":[")[1].prefix { $0 != "]" }
        let twice = Array(text.replacing(emojis, with: "\(emojis),\(emojis)").utf8)
        #expect(throws: StoredState.DecodeError.unknownForm("emojis is malformed")) {
            _ = try StoredState(decoding: StoredState.sealed(twice))
        }
    }

    @Test func `FA71 SY29 an id that stayed for want of counters is not given twice`() {
        var replica = Replica(key: Fixture.key(1), keeping: .transcript)
        replica.join(Fixture.welcome(counter: 8))
        let id = replica.mintID()
        #expect(id == EmojiID(client: 1, counter: 9))
        replica.edit(.operation(Fixture.add(EmojiID(client: 1, counter: 9))))
        let others = [
            Fixture.welcome(client: 2, counter: Limits.identifierMax, at: .start(of: 2)),
            Fixture.welcome(client: 1, counter: 6, at: .start(of: 3)),
        ]
        for welcome in others {
            replica.disconnected()
            replica.join(welcome)
        }
        let next = replica.mintID()
        #expect(next == EmojiID(client: 1, counter: 10))
    }
}
