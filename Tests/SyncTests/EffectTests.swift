import EmojiArt
import Testing
import Wire

@testable import Sync

/// What a session or a replica asks for, and what it must not ask for: agreement at the end does
/// not show it.
struct EffectTests {
    @Test func `PR16 a document takes all ids that it has room for, and no more`() {
        let (room, clients) = Room.with(35)
        let ids = clients[0].addMany(Limits.idsMax)
        room.settle()
        // All but the last two fill it to the last id; a short selection is free, one more id is
        // not.
        let full = Limits.presenceIDsPerDocumentMax / ids.count
        let rest = Limits.presenceIDsPerDocumentMax % ids.count
        let counts =
            Array(repeating: ids.count, count: full)
            + [rest, Limits.presenceIDsFree + 1, Limits.presenceIDsFree]
        for (client, count) in zip(clients, counts) {
            client.share { $0.select(Array(ids.prefix(count)), now: room.now) }
            room.settle()
        }
        room.advance(by: 10_000)
        room.settle()
        let seen = clients.prefix(counts.count).map { $0.presence.selection.count }
        #expect(seen == counts)
        let told = clients[0].members.values.map(\.presence.selection.count).sorted()
        let expected = [Limits.presenceIDsFree, rest] + counts.prefix(full)
        #expect(told.filter { $0 > 0 } == expected.sorted())
    }

    @Test func `SY20 of two new clients one gets the last number`() throws {
        var loaded = LoadedDocument(name: Fixture.name, epoch: Fixture.epoch)
        for number in 1..<Limits.clientsMax { loaded.keys[number] = Fixture.key(number) }
        var session = try DocumentSession(loaded)
        for member in 1...2 {
            let key = ClientKey(high: 7, low: UInt64(member))
            session.join(member, ClientMessage.Hello(key: key))
        }
        session.join(3, ClientMessage.Hello(key: Fixture.key(5)))
        var welcomed: [Int] = []
        var closed: [Int] = []
        for case .follow(let member, _) in session.effects { welcomed.append(member) }
        for case .close(let member, .crowded, _) in session.effects { closed.append(member) }
        #expect(welcomed == [1, 3] && closed == [2])
    }

    @Test func `SY17 a document that is opened keeps no more edits than one that stayed open`()
        throws
    {
        let (room, clients) = Room.with(1)
        for _ in 0..<Limits.keptEditsMax + 10 {
            clients[0].edit(.background(.blank))
            room.settle()
        }
        let session = try DocumentSession(room.journal.loaded(epoch: Fixture.epoch))
        var forgotten = 0
        for case .forget(let revision) in session.effects { forgotten = revision }
        #expect(forgotten == 10)
    }

    @Test func `those who left are known from the message after the last that is forgotten`() {
        var departures = Departures()
        departures.add([1], toldBy: 5)
        departures.add(Array(2...Departures.countMax), toldBy: 6)
        #expect(departures.since(5)?.count == Departures.countMax)
        departures.add([9_999], toldBy: 7)
        #expect(departures.since(5) == nil)
        #expect(departures.since(6)?.count == Departures.countMax)
        #expect(departures.since(8) == [])
    }

    @Test func `SY24 a snapshot of more emojis than a document may have is refused`() {
        func part(_ number: Int, _ ids: Range<Int>) -> ServerMessage.SnapshotPart {
            let header =
                number == 0
                ? ServerMessage.SnapshotPart.Header(of: Document(), at: .start(of: 1)) : nil
            return ServerMessage.SnapshotPart(
                part: number,
                isLast: false,
                header: header,
                emojis: Fixture.emojis(ids)
            )
        }
        var assembler = SnapshotAssembler()
        let isTaken = assembler.append(part(0, 1..<Limits.emojisMax + 1))
        #expect(isTaken)
        let isTakenToo = assembler.append(part(1, 200_000..<200_001))
        #expect(!isTakenToo)
    }

    @Test func `SY22 an edit that leaves a revision out is no next edit, whatever its checksum`() {
        let (room, clients, _) = Room.withEmoji(1)
        clients[0].told = []
        var edit = ServerMessage.Edit(
            revision: 3,
            client: 9,
            seq: 1,
            time: 0,
            operation: .none,
            checksum: clients[0].document.checksum
        )
        clients[0].hear(.edit(edit))
        #expect(clients[0].told.contains(.diverged(revision: 3)))
        room.settle()
        edit.revision = 2
        clients[0].hear(.edit(edit))
        #expect(clients[0].divergenceCount == 1)
    }

    @Test func `TC12 a client that keeps no transcript is asked to keep nothing`() throws {
        var replica = Replica(key: Fixture.key(1))
        replica.edit(.walk(.undo))
        replica.join(Fixture.welcome())
        let parts = StoredState.empty.snapshot(of: 1).parts
        for part in parts { replica.receive(part.span) }
        let edit = ServerMessage.Edit(
            revision: 1,
            client: 2,
            seq: 1,
            time: 0,
            operation: .none,
            checksum: Checksum(7)
        )
        replica.receive(ServerMessage.edit(edit).encoded.span)
        let effects = replica.effects
        #expect(effects.contains(.diverged(revision: 1)) && effects.contains(.replaced))
        let writes = effects.filter(\.isWrite)
        #expect(writes.allSatisfy { if case .send = $0 { true } else { false } })
    }

    @Test func `AC6 a welcome reports the access when it is another than before`() {
        var replica = Replica(key: Fixture.key(1))
        var reports: [Bool] = []
        for role in [nil, Role.editor, .editor, nil] {
            replica.join(Fixture.welcome(access: role.map { Access(role: $0) }))
            reports.append(replica.effects.contains(.access))
            replica.effects = []
            replica.disconnected()
        }
        #expect(reports == [false, true, false, true])
    }

    @Test func `PR1 PR3 what changes within an interval is sent after it, the latest of each`() {
        var replica = Replica(key: Fixture.key(1))
        replica.join(Fixture.welcome())
        for part in StoredState.empty.snapshot(of: 1).parts { replica.receive(part.span) }
        replica.effects = []
        replica.point(at: .init(x: 1, y: 0), now: 1_000)
        #expect(replica.effects.contains { if case .send = $0 { true } else { false } })
        replica.effects = []
        for x in 2...3 {
            replica.point(at: .init(x: x, y: 0), now: 1_001)
            replica.signal(.init(chat: "chat \(x)"), now: 1_002)
            replica.signal(.init(hasLaser: x == 3), now: 1_032)
        }
        #expect(replica.effects.allSatisfy { if case .wake = $0 { true } else { false } })
        replica.effects = []
        replica.wake(now: 1_033)
        var decoder = MessageDecoder()
        let sent = replica.effects.compactMap { effect -> ClientMessage? in
            guard case .send(let message) = effect else { return nil }
            return try? decoder.clientMessage(message.span)
        }
        let signals = Presence.Signals.Patch(chat: "chat 3", hasLaser: true)
        #expect(sent == [.presence(.init(cursor: .init(x: 3, y: 0), signals: signals))])
    }

    @Test(arguments: [0, 1])
    func `SY16 another history is reported where the one before had edits`(revision: Int) {
        var replica = Replica(key: Fixture.key(1))
        for epoch: UInt64 in 1...2 {
            replica.connected()
            replica.effects = []
            var state = StoredState.empty
            state.revision = revision
            replica.receive(
                Fixture.welcome(at: Position(epoch: epoch, revision: revision, chain: .zero)).span
            )
            for part in state.snapshot(of: epoch).parts { replica.receive(part.span) }
            let isReported = replica.effects.contains(.historyReplaced)
            #expect(isReported == (epoch == 2 && revision == 1))
            #expect(replica.position?.epoch == epoch)
            replica.disconnected()
        }
    }

    @Test func `UN1 each undo step is stored as it is`() throws {
        let emojis = Fixture.emojis(1...4)
        let other = Fixture.emojis([4], size: 41)[0]
        let replaced = Replaced(
            removed: [emojis[0]],
            added: Array(emojis[1...2]),
            changed: [Replaced.Change(before: emojis[3], after: other)]
        )
        let change = UndoStep.Change(id: EmojiID(client: 1, counter: 4), before: 40, after: 100)
        let steps: [UndoStep] = [
            .resized([change], factor: Fixture.factor(2_500_000)), .replaced(replaced),
        ]
        let entries = steps.enumerated().map { index, step in
            History.Entry(revision: index + 1, name: "scale", step: step)
        }
        let state = StoredState(
            revision: 2,
            chain: .zero,
            document: Document(),
            history: History(clients: [1: History.Stacks(undo: entries, touched: 2)])
        )
        let again = try StoredState(decoding: state.encoded())
        #expect(again.history == state.history)
    }
}
