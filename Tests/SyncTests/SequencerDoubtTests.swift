import EmojiArt
import Testing
import Wire

@testable import Sync

/// What a node asks about its order before it goes on.
@Suite struct SequencerDoubtTests {
    private static func batch(_ number: Int, isCheckpoint: Bool = false) -> [UInt8] {
        EntryBatch<Entry>.encoded(
            node: 2,
            number: number,
            base: (0, .zero),
            isCheckpoint: isCheckpoint,
            entries: []
        )
    }

    private static let last = batch(77)

    /// A sequencer that has come to place 10, and has connected.
    private func connected() -> Sequencer<Entry> {
        var digest = Digest()
        digest.combine(bytes: Self.last.span)
        let position = OrderPosition(sequence: 10, chain: Checksum(10), digest: digest.value)
        var sequencer = Sequencer<Entry>(node: 1, after: position)
        sequencer.add(.enrolment(ClientKey(high: 1, low: 1)))
        sequencer.connect(now: 0)
        return sequencer
    }

    private func effects(_ sequencer: inout Sequencer<Entry>) -> [SequencerEffect] {
        defer { sequencer.effects = [] }
        return sequencer.effects
    }

    private func apply(_ sequencer: inout Sequencer<Entry>) -> [Int] {
        var places: [Int] = []
        while let delivery = sequencer.next() {
            places.append(delivery.sequence)
            sequencer.applied(delivery, chain: Checksum(UInt64(delivery.sequence)))
        }
        return places
    }

    private func alarm(_ sequencer: borrowing Sequencer<Entry>) -> UInt64? { sequencer.wakeAt }

    private func isPublish(_ effects: [SequencerEffect]) -> Bool {
        guard effects.count == 1, case .publish = effects[0] else { return false }
        return true
    }

    @Test func `FA80 nothing is sent or applied before the last place is found to be what it was`()
    {
        var sequencer = connected()
        #expect(effects(&sequencer) == [.verify(from: 10)])
        sequencer.deliver(Self.batch(1), at: 12, after: 10)
        #expect(apply(&sequencer).isEmpty)
        // Nobody answers: it asks again.
        sequencer.verified(.unknown)
        #expect(effects(&sequencer).isEmpty)
        #expect(alarm(sequencer) == Sequencer<Entry>.patience)
        sequencer.wake(now: Sequencer<Entry>.patience)
        #expect(effects(&sequencer) == [.verify(from: 10)])
        sequencer.verified(.found(Self.last, 10))
        #expect(isPublish(effects(&sequencer)))
        #expect(apply(&sequencer) == [12])
        // Each time that the way opens.
        sequencer.disconnect()
        sequencer.connect(now: 9_000)
        #expect(effects(&sequencer) == [.verify(from: 12)])
    }

    @Test func `FA80 another batch at the last place is found at once`() {
        var sequencer = connected()
        sequencer.effects = []
        sequencer.verified(.found(Self.batch(78), 10))
        #expect(effects(&sequencer) == [.broken(.rolledBack(sequence: 10))])
    }

    @Test(arguments: [OrderAnswer.nothing, .found(Self.batch(5), 14)])
    func `FA80 a last place that is gone is believed when it stays so`(_ answer: OrderAnswer) {
        var sequencer = connected()
        var time: UInt64 = 0
        while time < Sequencer<Entry>.missingPatience {
            #expect(effects(&sequencer) == [.verify(from: 10)])
            sequencer.verified(answer)
            time += Sequencer<Entry>.missingPause
            #expect(alarm(sequencer) == time)
            sequencer.wake(now: time)
        }
        #expect(effects(&sequencer) == [.verify(from: 10)])
        sequencer.verified(answer)
        #expect(effects(&sequencer) == [.broken(.rolledBack(sequence: 10))])
    }

    @Test func `FA80 a new leader may find the place that it did not know at first`() {
        var sequencer = connected()
        sequencer.effects = []
        sequencer.verified(.nothing)
        sequencer.wake(now: Sequencer<Entry>.missingPause)
        sequencer.effects = []
        sequencer.verified(.found(Self.last, 10))
        #expect(isPublish(effects(&sequencer)))
    }

    @Test func `a checkpoint that was read is asked about, and applied when nothing is gone`() {
        var sequencer = connected()
        sequencer.verified(.found(Self.last, 10))
        sequencer.effects = []
        sequencer.deliver(Self.batch(3), at: 16, after: 14)
        #expect(effects(&sequencer) == [.read(after: 10)])
        sequencer.read([(Self.batch(2, isCheckpoint: true), 14)])
        #expect(apply(&sequencer).isEmpty)
        #expect(effects(&sequencer) == [.question(checkpoint: 14)])
        // It waits for the answer, and asks again.
        sequencer.look()
        #expect(effects(&sequencer).isEmpty)
        sequencer.wake(now: Sequencer<Entry>.patience - 1)
        #expect(!effects(&sequencer).contains(.question(checkpoint: 14)))
        sequencer.wake(now: Sequencer<Entry>.patience)
        #expect(effects(&sequencer).contains(.question(checkpoint: 14)))
        sequencer.confirmed()
        #expect(apply(&sequencer) == [14, 16])
    }

    @Test func `a checkpoint amid what was read is read again in its turn, and asked about`() {
        var sequencer = connected()
        sequencer.verified(.found(Self.last, 10))
        sequencer.effects = []
        sequencer.look()
        sequencer.effects = []
        let checkpoint = (Self.batch(3, isCheckpoint: true), 14)
        sequencer.read([(Self.batch(1), 12), (Self.batch(2), 13), checkpoint, (Self.batch(4), 15)])
        #expect(apply(&sequencer) == [12, 13])
        #expect(effects(&sequencer) == [.read(after: 13)])
        sequencer.read([checkpoint, (Self.batch(4), 15)])
        #expect(apply(&sequencer).isEmpty)
        #expect(effects(&sequencer) == [.question(checkpoint: 14)])
        sequencer.confirmed()
        #expect(apply(&sequencer) == [14])
        sequencer.wake(now: Sequencer<Entry>.readPatience)
        sequencer.look()
        sequencer.read([(Self.batch(4), 15)])
        #expect(apply(&sequencer) == [15])
    }

    @Test func `a checkpoint that is told with the place before it is a batch like others`() throws
    {
        var sequencer = connected()
        sequencer.verified(.found(Self.last, 10))
        sequencer.effects = []
        sequencer.deliver(Self.batch(1, isCheckpoint: true), at: 12, after: 10)
        #expect(apply(&sequencer) == [12])
        #expect(effects(&sequencer).isEmpty)
        // All before a place that is gone for a checkpoint is in it.
        sequencer.disconnect()
        sequencer.connect(now: 1)
        sequencer.effects = []
        sequencer.verified(.found(Self.batch(9, isCheckpoint: true), 20))
        let isOn = sequencer.isVerified
        #expect(isOn)
    }

    @Test func `who is asked for a checkpoint says so in its next batch, once`() throws {
        var sequencer = Sequencer<Entry>(node: 1, after: .start)
        sequencer.addCheckpoint()
        sequencer.connect(now: 0)
        guard case .publish(1, let message)? = sequencer.effects.first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(try EntryBatch<Entry>(decoding: message).isCheckpoint)
        sequencer.effects = []
        sequencer.published(1, as: 4)
        sequencer.add(.enrolment(ClientKey(high: 1, low: 1)))
        guard case .publish(2, let next)? = sequencer.effects.first else {
            Issue.record("nothing was sent")
            return
        }
        #expect(try !EntryBatch<Entry>(decoding: next).isCheckpoint)
    }
}
