import EmojiArt
import Testing
import Wire

@testable import Sync

/// The way of entries to an order elsewhere, and back.
@Suite struct SequencerTests {
    private static func key(_ number: Int) -> Entry {
        .enrolment(ClientKey(high: 1, low: UInt64(number)))
    }

    private static func batch(
        _ node: UInt64,
        _ number: Int,
        base: (sequence: Int, chain: Checksum) = (0, .zero),
        isCheckpoint: Bool = false,
        _ entries: [Entry] = []
    ) -> [UInt8] {
        EntryBatch<Entry>.encoded(
            node: node,
            number: number,
            base: base,
            isCheckpoint: isCheckpoint,
            entries: entries.map { EntryBatch<Entry>.encode($0) }
        )
    }

    private static func digest(_ bytes: [UInt8]) -> Checksum {
        var digest = Digest()
        digest.combine(bytes: bytes.span)
        return digest.value
    }

    /// What is at the place that a sequencer goes on from.
    private static let last = batch(2, 77)

    private static func chain(_ sequence: Int) -> Checksum { Checksum(UInt64(sequence) * 7_919) }

    /// Applies all that can be applied, and tells the places.
    private func apply(_ sequencer: inout Sequencer<Entry>) -> [Int] {
        var places: [Int] = []
        while let delivery = sequencer.next() {
            places.append(delivery.sequence)
            sequencer.applied(delivery, chain: Self.chain(delivery.sequence))
        }
        return places
    }

    private func effects(_ sequencer: inout Sequencer<Entry>) -> [SequencerEffect] {
        defer { sequencer.effects = [] }
        return sequencer.effects
    }

    private func alarm(_ sequencer: borrowing Sequencer<Entry>) -> UInt64? { sequencer.wakeAt }

    private func made(after sequence: Int = 0) -> Sequencer<Entry> {
        guard sequence > 0 else { return Sequencer<Entry>(node: 1, after: .start) }
        return Sequencer<Entry>(
            node: 1,
            after: OrderPosition(
                sequence: sequence,
                chain: Self.chain(sequence),
                digest: Self.digest(Self.last)
            )
        )
    }

    @Test func `what comes beyond a bound is let go, and read in its turn`() {
        var sequencer = made()
        sequencer.connect(now: 0)
        _ = effects(&sequencer)
        // Of half a mebibyte each, behind a gap.
        let entries = (0..<8_000).map(Self.key)
        let batches = (1...12).map { Self.batch(2, $0, entries) }
        for number in 2...12 {
            sequencer.deliver(batches[number - 1], at: number, after: number - 1)
        }
        var read: [Int] = []
        var applied: [Int] = []
        while applied.last != 12, read.count < 20 {
            for case .read(let place, _) in effects(&sequencer) {
                read.append(place)
                sequencer.read([(batches[place], place + 1)])
            }
            applied += apply(&sequencer)
        }
        #expect(applied == Array(1...12))
        let size = batches[2].count
        let kept = Limits.arrivedBytesMax / size
        #expect(read == [0] + Array(kept..<12), "\(size) bytes each")
    }

    @Test func `entries of every kind are the same after the way`() throws {
        let id = EmojiID(client: 1, counter: 2)
        let bee = try EmojiText("🐝")
        let new = NewEmoji(id: EmojiID(client: 3, counter: 1), text: bee, x: -5, y: 7, size: 40)
        let operations: [Operation] = [
            .add([new]), .move(ids: [id], dx: 3, dy: -4), .delete(ids: [id]),
            .replace(Replacement(ids: [id], background: .blank)),
        ]
        var entries = operations.enumerated().map { index, operation in
            Entry.edit(client: 3, seq: index + 1, request: .operation(operation), time: 1_700)
        }
        entries.append(.edit(client: 3, seq: 5, request: .walk(.undo), time: 1, isOffered: true))
        entries.append(.edit(client: 3, seq: 6, request: .walk(.redo), time: 2))
        entries.append(.edit(client: 3, seq: 7, request: .invalid(.notPermitted), time: 3))
        let back = ClientMessage.Request.operation(operations[3])
        entries.append(.edit(client: 3, seq: 8, request: back, time: 4, revert: 0))
        entries.append(Self.key(9))
        let base = (sequence: 17, chain: Checksum(99))
        let read = try EntryBatch<Entry>(decoding: Self.batch(5, 6, base: base, entries))
        #expect(read.node == 5 && read.number == 6 && read.base == base)
        #expect(read.entries == entries)
    }

    @Test func `one batch is in flight, and the next one carries all that queued meanwhile`() throws
    {
        var sequencer = made()
        sequencer.add(Self.key(1))
        #expect(effects(&sequencer).isEmpty, "there is no way yet")
        sequencer.connect(now: 0)
        let first = Self.batch(1, 1, [Self.key(1)])
        #expect(effects(&sequencer) == [.publish(number: 1, message: first)])
        sequencer.add(Self.key(2))
        sequencer.add(Self.key(3))
        #expect(effects(&sequencer).isEmpty)
        sequencer.deliver(first, at: 4, after: 0)
        #expect(apply(&sequencer) == [4])
        let second = Self.batch(1, 2, base: (4, Self.chain(4)), [Self.key(2), Self.key(3)])
        #expect(effects(&sequencer) == [.current, .publish(number: 2, message: second)])
        sequencer.published(2, as: 5)
        let pending = sequencer.pendingCount
        #expect(pending == 0)
    }

    @Test func `a batch that is not answered is sent again, the same bytes`() {
        var sequencer = made()
        sequencer.add(Self.key(1))
        sequencer.connect(now: 10)
        let sent = effects(&sequencer)
        #expect(alarm(sequencer) == 10 + Sequencer<Entry>.patience)
        sequencer.wake(now: 10 + Sequencer<Entry>.patience)
        #expect(effects(&sequencer) == sent)
        sequencer.disconnect()
        #expect(alarm(sequencer) == nil)
        sequencer.connect(now: 9_000)
        #expect(effects(&sequencer) == sent)
        // Its place tells nothing of what came since: another one is sent for that.
        sequencer.published(1, as: 3)
        #expect(effects(&sequencer) == [.publish(number: 2, message: Self.batch(1, 2))])
    }

    @Test func `FA80 what is missing is read, and applied in its place`() {
        var sequencer = made()
        sequencer.connect(now: 0)
        _ = effects(&sequencer)
        sequencer.deliver(Self.batch(2, 3), at: 9, after: 7)
        #expect(apply(&sequencer).isEmpty)
        #expect(effects(&sequencer) == [.read(after: 0)])
        sequencer.read([(Self.batch(2, 1), 5)])
        #expect(apply(&sequencer) == [5])
        #expect(effects(&sequencer) == [.read(after: 5)])
        // Who is asked may know less than who sent it: it is asked again, soon.
        sequencer.read([])
        #expect(effects(&sequencer).isEmpty)
        #expect(alarm(sequencer) == Sequencer<Entry>.readPatience)
        sequencer.wake(now: Sequencer<Entry>.readPatience)
        #expect(effects(&sequencer) == [.read(after: 5)])
        sequencer.read([(Self.batch(2, 2), 7)])
        #expect(apply(&sequencer) == [7, 9])
    }

    @Test func `FA80 who has read much in a row reads on with as many as come at once`() {
        var sequencer = made()
        sequencer.connect(now: 0)
        _ = effects(&sequencer)
        let batches = (1...20).map { Self.batch(2, $0) }
        func found(_ places: ClosedRange<Int>) -> [(bytes: [UInt8], sequence: Int)] {
            places.map { (batches[$0 - 1], $0) }
        }
        sequencer.deliver(batches[19], at: 20, after: 19)
        for place in 1...4 {
            #expect(effects(&sequencer) == [.read(after: place - 1)])
            sequencer.read(found(place...place))
            #expect(apply(&sequencer) == [place])
        }
        #expect(effects(&sequencer) == [.read(after: 4, expectsMore: true)])
        // One that came meanwhile is not applied twice, and what it has is not doubted.
        sequencer.deliver(batches[4], at: 5, after: 4)
        #expect(apply(&sequencer) == [5])
        sequencer.read(found(5...17))
        #expect(apply(&sequencer) == Array(6...17))
        // It was in step in between.
        #expect(effects(&sequencer) == [.read(after: 17)])
        sequencer.read(found(18...19))
        #expect(apply(&sequencer) == [18, 19, 20])
        #expect(effects(&sequencer).isEmpty)
    }

    @Test func `what was read beyond a bound is let go, and read in its turn`() {
        var sequencer = made()
        sequencer.connect(now: 0)
        sequencer.look()
        _ = effects(&sequencer)
        let entries = (0..<8_000).map(Self.key)
        let batches = (1...12).map { (bytes: Self.batch(2, $0, entries), sequence: $0) }
        sequencer.read(batches)
        let first = apply(&sequencer)
        let kept = Limits.arrivedBytesMax / batches[2].bytes.count
        #expect(first == Array(1...kept))
        #expect(effects(&sequencer) == [.read(after: kept)])
        sequencer.read(Array(batches[kept...]))
        #expect(apply(&sequencer) == Array(kept + 1...12))
    }

    @Test func `FA80 what was lost, and nothing came after, is found by looking`() {
        var sequencer = made()
        sequencer.connect(now: 0)
        _ = effects(&sequencer)
        sequencer.deliver(Self.batch(2, 1), at: 5, after: 0)
        #expect(apply(&sequencer) == [5])
        sequencer.look()
        sequencer.look()
        #expect(effects(&sequencer) == [.read(after: 5)])
        sequencer.read([(Self.batch(2, 2), 7)])
        #expect(apply(&sequencer) == [7])
        sequencer.look()
        #expect(effects(&sequencer) == [.read(after: 7)])
        sequencer.read([])
        #expect(effects(&sequencer).isEmpty)
    }

    @Test func `who asks for it is told again when all is known that is in the order`() {
        var sequencer = made()
        sequencer.connect(now: 0)
        #expect(effects(&sequencer) == [.publish(number: 1, message: Self.batch(1, 1))])
        sequencer.deliver(Self.batch(1, 1), at: 5, after: 0)
        #expect(apply(&sequencer) == [5])
        #expect(effects(&sequencer) == [.current])
        sequencer.mark()
        let isCurrent = sequencer.isCurrent
        #expect(!isCurrent)
        let base = (sequence: 5, chain: Self.chain(5))
        let mark = Self.batch(1, 2, base: base)
        #expect(effects(&sequencer) == [.publish(number: 2, message: mark)])
        // What came in between comes before it.
        sequencer.deliver(mark, at: 9, after: 7)
        #expect(apply(&sequencer).isEmpty)
        #expect(effects(&sequencer) == [.read(after: 5)])
        sequencer.read([(Self.batch(2, 1), 7)])
        #expect(apply(&sequencer) == [7, 9])
        #expect(effects(&sequencer) == [.current])
    }

    @Test func `what is known to be there and did not come is read`() {
        var sequencer = made()
        sequencer.connect(now: 0)
        _ = effects(&sequencer)
        sequencer.published(1, as: 6)
        #expect(alarm(sequencer) == Sequencer<Entry>.readPatience)
        sequencer.wake(now: Sequencer<Entry>.readPatience)
        #expect(effects(&sequencer) == [.read(after: 0)])
        sequencer.read([(Self.batch(1, 1), 6)])
        #expect(apply(&sequencer) == [6])
        #expect(effects(&sequencer) == [.current])
        let isCurrent = sequencer.isCurrent
        #expect(isCurrent)
    }

    @Test func `FA80 a place that is taken anew, another history and a foreign batch end it`() {
        func broken(_ body: (inout Sequencer<Entry>) -> Void) -> [SequencerEffect] {
            var sequencer = made(after: 10)
            sequencer.connect(now: 0)
            sequencer.verified(.found(Self.last, 10))
            sequencer.deliver(Self.batch(2, 1), at: 12, after: 10)
            #expect(apply(&sequencer) == [12])
            sequencer.effects = []
            body(&sequencer)
            _ = apply(&sequencer)
            let effects = self.effects(&sequencer)
            sequencer.add(Self.key(1))
            #expect(self.effects(&sequencer).isEmpty, "it takes nothing more")
            return effects
        }
        #expect(broken { $0.published(1, as: 9) } == [.broken(.rolledBack(sequence: 9))])
        #expect(broken { $0.published(1, as: 12) } == [.broken(.rolledBack(sequence: 12))])
        let other = Self.batch(3, 1)
        #expect(
            broken { $0.deliver(other, at: 12, after: 10) } == [.broken(.rolledBack(sequence: 12))]
        )
        let forked = Self.batch(2, 2, base: (12, Checksum(1)))
        #expect(
            broken { $0.deliver(forked, at: 13, after: 12) } == [.broken(.diverged(sequence: 12))]
        )
        // Who sent it has applied what was not applied here.
        let left = Self.batch(2, 2, base: (11, Self.chain(11)))
        #expect(
            broken { $0.deliver(left, at: 13, after: 12) } == [.broken(.diverged(sequence: 11))]
        )
        // The place before it would be the last one, or one that is to come.
        let gone = Self.batch(2, 2, base: (10, Self.chain(10)))
        #expect(
            broken { $0.deliver(gone, at: 14, after: 11) } == [.broken(.rolledBack(sequence: 12))]
        )
        #expect(
            broken { $0.deliver([0x7B], at: 13, after: 12) } == [.broken(.unreadable(sequence: 13))]
        )
        // A second time the same does nothing.
        var sequencer = made(after: 10)
        sequencer.connect(now: 0)
        sequencer.verified(.found(Self.last, 10))
        sequencer.effects = []
        for place in [12, 10, 12, 4] { sequencer.deliver(Self.batch(2, 1), at: place, after: 10) }
        #expect(apply(&sequencer) == [12])
        #expect(effects(&sequencer).isEmpty)
    }

    @Test(arguments: 0..<200)
    func `nodes apply the same in one order, whatever is lost, doubled or late`(seed: UInt64) {
        let order = ModelOrder(seed: seed, nodes: 3)
        order.run(entries: 60)
        let complete = order.batches.map(\.sequence)
        for node in order.nodes {
            #expect(node.applied == complete)
            #expect(node.isSettled)
        }
        // Each node's entries come in its order, each at least once.
        for node in order.nodes.indices {
            var seen: [Int] = []
            for entry in order.entries(of: node) where !seen.contains(entry) { seen.append(entry) }
            #expect(seen == Array(0..<order.nodes[node].added))
        }
    }
}
