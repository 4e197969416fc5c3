import EmojiArt
import Testing
import Wire

@testable import Sync

/// The snapshots alone: which will do, who waits, and when a state is stored.
struct SnapshotsTests {
    /// A state to write, with a number of emojis.
    private static func draft(_ revision: Int, emojis: Int = 0) -> SnapshotDraft {
        SnapshotDraft(
            document: Document(
                emojis: Fixture.emojis(1..<emojis + 1),
                background: .blank,
                canvas: nil,
                stackTop: emojis,
                stackBottom: 0
            ),
            position: Position(epoch: 1, revision: revision, chain: .zero)
        )
    }

    /// A snapshot of a number of bytes.
    private static func snapshot(_ revision: Int, bytes: Int = 0, epoch: UInt64 = 1) -> Snapshot {
        Snapshot(
            position: Position(epoch: epoch, revision: revision, chain: .zero),
            parts: [[UInt8](repeating: 0, count: bytes)]
        )
    }

    private static func kept(_ count: Int, bytes: Int) -> KeptEdits {
        var kept = KeptEdits()
        for _ in 0..<count { kept.append([UInt8](repeating: 0, count: bytes), .zero) }
        return kept
    }

    /// The revision of the snapshot that will do, and what is asked for.
    private static func ask(
        _ snapshots: inout Snapshots,
        for receiver: Snapshots.Receiver = .newcomer,
        _ draft: SnapshotDraft,
        _ kept: KeptEdits = KeptEdits()
    ) -> (revision: Int?, effects: [String]) {
        var effects: [SessionEffect] = []
        let snapshot = snapshots.snapshot(for: receiver, of: draft, kept, &effects)
        return (snapshot?.revision, effects.take())
    }

    @Test func `SY18 a snapshot of 1000 emojis is written at once, a larger one once for all`() {
        var snapshots = Snapshots(storedRevision: 0)
        let small = Self.draft(1, emojis: Snapshots.emojisAtOnceMax)
        #expect(Self.ask(&snapshots, small) == (1, []))
        let large = Self.draft(2, emojis: Snapshots.emojisAtOnceMax + 1)
        #expect(Self.ask(&snapshots, large) == (nil, ["write 2"]))
        #expect(Self.ask(&snapshots, for: .member, large) == (nil, []))
        // One that waited gets it now, and the next again waits for the writer.
        #expect(Self.ask(&snapshots, for: .waiting, large) == (2, []))
        let next = Self.draft(3, emojis: Snapshots.emojisAtOnceMax + 1)
        #expect(Self.ask(&snapshots, next) == (nil, []))
        let isTaken = snapshots.written(large.written(), at: next.position)
        #expect(isTaken)
        #expect(Self.ask(&snapshots, next) == (nil, ["write 3"]))
    }

    @Test func `SY18 a snapshot of 100 emojis is not kept, and a larger one is`() {
        for more in 0...1 {
            var snapshots = Snapshots(storedRevision: 0)
            let emojis = Snapshots.emojisAnewMax + more
            #expect(Self.ask(&snapshots, Self.draft(1, emojis: emojis)) == (1, []))
            let next = Self.ask(&snapshots, Self.draft(2, emojis: emojis), Self.kept(1, bytes: 1))
            #expect(next == (2 - more, []))
        }
    }

    @Test func `SY18 an older snapshot will do for newcomers while the edits since are few`() {
        let max = Snapshots.editsSinceMax
        for (age, kept, isGiven) in [
            (0, 0, true), (max, max, true), (max + 1, max + 1, false), (2, 1, false),
        ] {
            for receiver in [Snapshots.Receiver.newcomer, .waiting, .member] {
                var snapshots = Snapshots(storedRevision: 0)
                let older = Self.snapshot(10, bytes: 1_000_000)
                let isTaken = snapshots.written(older, at: older.position)
                #expect(isTaken)
                let got = Self.ask(
                    &snapshots,
                    for: receiver,
                    Self.draft(10 + age),
                    Self.kept(kept, bytes: 1)
                )
                let isOlder = isGiven && (age == 0 || receiver != .member)
                #expect(got == (isOlder ? 10 : 10 + age, []), "\(age) for \(receiver)")
            }
        }
    }

    @Test func `SY18 the edits since an older snapshot take at most a quarter of its bytes`() {
        for excess in 0...1 {
            var snapshots = Snapshots(storedRevision: 0)
            let older = Self.snapshot(10, bytes: 400)
            _ = snapshots.written(older, at: older.position)
            var kept = Self.kept(1, bytes: 5_000)
            for bytes in [60, 40 + excess] {
                kept.append([UInt8](repeating: 0, count: bytes), .zero)
            }
            #expect(Self.ask(&snapshots, Self.draft(12), kept) == (10 + 2 * excess, []))
        }
    }

    @Test func `a snapshot of another history is not taken, and an older one replaces none`() {
        var snapshots = Snapshots(storedRevision: 0)
        let large = Self.draft(5, emojis: Snapshots.emojisAtOnceMax + 1)
        _ = Self.ask(&snapshots, large)
        for other in [Self.snapshot(5, epoch: 2), Self.snapshot(6)] {
            let isTaken = snapshots.written(other, at: large.position)
            #expect(!isTaken)
        }
        #expect(Self.ask(&snapshots, large) == (nil, []))
        #expect(Self.ask(&snapshots, for: .waiting, large) == (5, []))
        let isTaken = snapshots.written(Self.snapshot(4, bytes: 9_000), at: large.position)
        #expect(isTaken)
        #expect(Self.ask(&snapshots, large) == (5, []))
    }

    @Test func `CM10 members are answered by their numbers, and not after they left`() {
        var snapshots = Snapshots(storedRevision: 0)
        for number in [3, 1, 2] { snapshots.ask(number) }
        snapshots.leave(2)
        #expect(snapshots.answers(now: 5).map(\.member) == [1, 3])
        #expect(snapshots.answers(now: 5).isEmpty)
        // Another connection of the number has a minute of its own.
        snapshots.leave(1)
        snapshots.ask(1)
        #expect(snapshots.answers(now: 6).map(\.1) == [.answered])
    }

    @Test func `a state is stored every 1000 edits, or after much work, and one at a time`() {
        var snapshots = Snapshots(storedRevision: 50)
        var effects: [SessionEffect] = []
        func edited(_ revision: Int, _ work: Int) -> [String] {
            var state = StoredState.empty
            state.revision = revision
            snapshots.storeIfDue(state, replayedEmojis: work, &effects)
            return effects.take()
        }
        let (edits, work) = (Limits.editsPerSnapshot, Limits.replayedEmojisMax)
        #expect(edited(50 + edits - 1, work - 1) == [] && !snapshots.isStoring)
        #expect(edited(50 + edits, 30) == ["store \(50 + edits)"] && snapshots.isStoring)
        #expect(edited(50 + 3 * edits, 3 * work) == [])
        snapshots.stored()
        #expect(snapshots.isStoring == false)
        #expect(edited(50 + 2 * edits - 1, 30 + work - 1) == [])
        #expect(edited(50 + edits + 1, 30 + work) == ["store \(51 + edits)"])
        snapshots.stored()
        #expect(edited(50 + 2 * edits, 29 + 2 * work) == [])
    }
}
