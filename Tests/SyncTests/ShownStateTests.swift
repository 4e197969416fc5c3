import EmojiArt
import Testing
import Wire

@testable import Sync

/// What a client shows while its edits wait: what the server confirmed, and they on top.
struct ShownStateTests {
    private static let id = EmojiID(client: 1, counter: 1)

    /// A client at a server that says what a test has it say.
    private struct Visit: ~Copyable {
        var replica = Replica(key: Fixture.key(1), keeping: .transcript)
        private(set) var document = Document()
        private var revision = 0
        /// The last seq of each client that was answered.
        private var seqs: [Int: Int] = [:]

        init() {
            connect()
            load()
        }

        mutating func connect(seq: Int = 0, counter: Int = 0, epoch: UInt64 = 1) {
            replica.disconnected()
            replica.join(Fixture.welcome(seq: seq, counter: counter, at: .start(of: epoch)))
        }

        /// The server's state comes as a snapshot.
        mutating func load() {
            for part in ServerMessage.SnapshotPart.parts(of: document, at: .start(of: 1)) {
                replica.receive(part.span)
            }
        }

        /// The server's state changes, and nobody is told.
        mutating func apply(_ operation: EmojiArt.Operation) { _ = try? document.apply(operation) }

        /// An edit comes, of this client unless said otherwise.
        mutating func hear(
            _ operation: EmojiArt.Operation,
            of client: Int = 1,
            checksum: Checksum? = nil
        ) {
            apply(operation)
            revision += 1
            seqs[client, default: 0] += 1
            let edit = ServerMessage.Edit(
                revision: revision,
                client: client,
                seq: seqs[client] ?? 0,
                time: 0,
                operation: operation,
                checksum: checksum ?? document.checksum
            )
            replica.receive(ServerMessage.edit(edit).encoded.span)
        }

        /// Where the emoji is shown.
        var place: [Int]? {
            mutating get { replica.view.emojis[ShownStateTests.id].map { [$0.x, $0.y] } }
        }

        /// What a program that goes on from the file would show.
        var restored: Document {
            var other = Replica(key: Fixture.key(1), keeping: .transcript)
            _ = other.restore(replica.transcript())
            return other.view
        }
    }

    @Test func `SY25 an own edit that the server cut down is shown as it is`() {
        var visit = Visit()
        visit.replica.edit(.operation(Fixture.add(Self.id)))
        visit.replica.edit(.operation(.move(ids: [Self.id], dx: 100, dy: 0)))
        visit.replica.edit(.operation(.move(ids: [Self.id], dx: 0, dy: 1)))
        let asked = visit.place
        visit.hear(Fixture.add(Self.id))
        visit.hear(.move(ids: [Self.id], dx: 60, dy: 0))
        let told = visit.place
        #expect(asked == [100, 1])
        #expect(told == [60, 1])
    }

    @Test func `SY25 an answer keeps what is shown, and another's edit is shown at once`() {
        var visit = Visit()
        let moves = (1...9).map { EmojiArt.Operation.move(ids: [Self.id], dx: $0, dy: 0) }
        let edits = [Fixture.add(Self.id)] + moves
        for edit in edits { visit.replica.edit(.operation(edit)) }
        let asked = visit.replica.view
        for edit in edits.dropLast() {
            visit.hear(edit)
            // It is not made again from all edits that are pending.
            let (isKept, shown) = (visit.replica.overlay != nil, visit.replica.view)
            #expect(isKept && shown == asked)
        }
        let other = EmojiID(client: 2, counter: 1)
        visit.hear(Fixture.add(other), of: 2)
        let after = visit.replica.view
        #expect(after.emojis[other] != nil && after.emojis[Self.id] == asked.emojis[Self.id])
        visit.hear(moves[8])
        let (pending, divergences) = (visit.replica.pendingCount, visit.replica.divergenceCount)
        #expect(pending == 0 && divergences == 0)
    }

    @Test func `SY22 SY25 a state that differs is not shown under edits made on another`() {
        var visit = Visit()
        visit.replica.edit(.operation(Fixture.add(Self.id)))
        let before = visit.place
        let other = EmojiID(client: 2, counter: 1)
        visit.hear(Fixture.add(other), of: 2, checksum: Document().checksum)
        #expect(before == [0, 0])
        #expect(visit.replica.divergenceCount == 1)
        let (shown, restored) = (visit.replica.view, visit.restored)
        #expect(shown == restored)
    }
}
