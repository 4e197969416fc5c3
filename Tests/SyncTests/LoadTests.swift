import EmojiArt
import Testing
import Wire

@testable import Sync

/// Opening a document from what a journal holds.
struct LoadTests {
    /// What a journal holds after some edits.
    private static func loaded(storedAfter count: Int? = nil) throws -> LoadedDocument {
        let (room, clients) = Room.with(1)
        for number in 1...6 {
            clients[0].add(x: number)
            room.settle()
            if number == count { room.store() }
        }
        return try room.journal.loaded(epoch: 1)
    }

    private static func error(_ loaded: LoadedDocument) -> LoadError? {
        do {
            _ = try DocumentSession(loaded)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [nil, 3, 6])
    func `a sound journal is opened`(stored: Int?) throws {
        let loaded = try Self.loaded(storedAfter: stored)
        #expect((loaded.state != nil) == (stored != nil))
        #expect(Self.error(loaded) == nil)
    }

    /// Also in one before the stored state.
    @Test(arguments: [(nil, 0), (nil, 2), (nil, 5), (4, 1), (4, 2)])
    func `a flipped bit in an edit is a broken chain`(stored: Int?, index: Int) throws {
        var loaded = try Self.loaded(storedAfter: stored)
        loaded.edits[index].message[20] ^= 1
        #expect(Self.error(loaded) == .brokenChain(revision: index + 1))
    }

    @Test(arguments: [nil, 2, 4])
    func `a missing edit is a gap`(stored: Int?) throws {
        var loaded = try Self.loaded(storedAfter: stored)
        loaded.edits.remove(at: 3)
        #expect(Self.error(loaded) == .gap(revision: 5))
    }

    @Test func `edits that begin too late or end too early leave a gap`() throws {
        var loaded = try Self.loaded()
        loaded.edits.removeFirst()
        #expect(Self.error(loaded) == .gap(revision: 2))
        loaded = try Self.loaded(storedAfter: 5)
        loaded.edits.removeLast(3)
        #expect(Self.error(loaded) == .gap(revision: 5))
    }

    @Test(arguments: [(#""x":3"#, #""x":9"#), (#""revision":3"#, #""revision":4"#)])
    func `an altered edit with a new chain leads to another state`(
        old: String,
        new: String
    ) throws {
        var loaded = try Self.loaded()
        let parts = String(decoding: loaded.edits[2].message, as: UTF8.self).split(separator: old)
        loaded.edits[2].message = Array(parts.joined(separator: new).utf8)
        var chain = loaded.edits[1].chain
        for index in 2..<loaded.edits.count {
            let message = loaded.edits[index].message
            chain = Position.extend(chain, by: message.span)
            loaded.edits[index].chain = chain
        }
        #expect(Self.error(loaded) == .otherState(revision: 3))
    }

    @Test func `an edit of a newer version is unreadable`() throws {
        var loaded = try Self.loaded()
        let last = loaded.edits.count - 1
        let message = Array(#"{"type":"edit2"}"#.utf8)
        loaded.edits[last].message = message
        loaded.edits[last].chain = Position.extend(loaded.edits[last - 1].chain, by: message.span)
        #expect(Self.error(loaded) == .unreadable(revision: 6, "unknown type"))
    }

    @Test func `a stored state of another history is found by its chain`() throws {
        var loaded = try Self.loaded(storedAfter: 4)
        loaded.state?.chain = .zero
        #expect(Self.error(loaded) == .brokenChain(revision: 4))
    }

    @Test func `states are stored more often when a replay would take long`() throws {
        let emojis = Fixture.emojis(1...10_240)
        let document = Document(
            emojis: emojis,
            background: .blank,
            canvas: nil,
            stackTop: 10_240,
            stackBottom: 0
        )
        var session = try DocumentSession(
            LoadedDocument(
                name: Fixture.name,
                epoch: Fixture.epoch,
                state: StoredState(
                    revision: 5,
                    chain: .zero,
                    document: document,
                    history: History()
                ),
                keys: [1: Fixture.key(1)]
            )
        )
        session.join(1, ClientMessage.Hello(key: Fixture.key(1)))
        for case .write(let draft) in session.effects { session.written(draft.written()) }
        var stored: [Int] = []
        let ids = emojis.prefix(10_000).map(\.id)
        for seq in 1...100 {
            // It looks at those that it names, and passes over all.
            let arrange = Operation.arrange(ids: ids, to: seq % 2 == 0 ? .back : .front)
            session.receive(
                .edit(.init(seq: seq, mark: UInt64(seq), .operation(arrange))),
                from: 1,
                time: 0
            )
            for case .store(let state) in session.effects { stored.append(state.revision) }
            session.effects = []
        }
        #expect(stored == [5 + 99])
    }

    @Test func `no other state is stored before the last one is durable`() throws {
        var session = try DocumentSession(
            LoadedDocument(name: Fixture.name, epoch: Fixture.epoch, keys: [1: Fixture.key(1)])
        )
        session.join(1, ClientMessage.Hello(key: Fixture.key(1)))
        var stored: [Int] = []
        func collect() {
            for case .store(let state) in session.effects { stored.append(state.revision) }
            session.effects = []
        }
        let last = 2 * Limits.editsPerSnapshot + 1
        for seq in 1...last {
            let request = ClientMessage.Request.operation(.background(.blank))
            session.receive(.edit(.init(seq: seq, mark: UInt64(seq), request)), from: 1, time: 0)
            session.committed(1)
            collect()
        }
        session.leave(1)
        #expect(stored == [Limits.editsPerSnapshot])
        var isIdle = session.isIdle
        #expect(!isIdle)
        session.stored()
        collect()
        #expect(stored == [Limits.editsPerSnapshot, last])
        session.stored()
        collect()
        isIdle = session.isIdle
        #expect(isIdle)
        #expect(stored == [Limits.editsPerSnapshot, last])
    }

    @Test func `every flipped bit of a stored state is found`() throws {
        let state = try #require(try Self.loaded(storedAfter: 4).state)
        let bytes = state.encoded()
        #expect(try StoredState(decoding: bytes).encoded() == bytes)
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 1
            #expect(throws: StoredState.DecodeError.self) {
                _ = try StoredState(decoding: damaged)
            }
        }
    }

    @Test func `a sound state of a newer version is of an unknown form`() throws {
        let state = Array(#"{"version":2}"#.utf8)
        #expect(throws: StoredState.DecodeError.unknownForm("version is out of range")) {
            _ = try StoredState(decoding: StoredState.sealed(state))
        }
    }
}
