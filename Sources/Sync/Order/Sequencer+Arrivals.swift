internal import DequeModule
internal import EmojiArt
internal import Wire

// What comes from the order: told as it is appended, or read where that was missed.
extension Sequencer {
    /// After so many answers that had something, more is read at once.
    static var readCountMax: Int { 4 }

    /// A batch came at its place, whoever's it is.
    ///
    /// - Parameters:
    ///   - bytes: the batch's.
    ///   - sequence: its place.
    ///   - previous: the place of the batch before it, 0 for none.
    package mutating func deliver(_ bytes: [UInt8], at sequence: Int, after previous: Int) {
        guard let delivery = open(bytes, at: sequence) else { return }
        guard isBelieved(sequence, delivery.batch.number, of: delivery.batch.node) else {
            return fail(.rolledBack(sequence: sequence))
        }
        guard sequence > position.sequence else { return }
        // The last place is no more: else it, or one after it, would be the one before.
        guard previous >= position.sequence else {
            return fail(.rolledBack(sequence: position.sequence))
        }
        if previous == position.sequence { readCount = 0 }
        known = max(known, sequence)
        insert(delivery, after: previous)
        if !isNextHere { read() }
        setAlarm()
    }

    /// What was read after the last place: some of what is there, in order and with nothing
    /// between; nothing when nothing is there, or not yet.
    ///
    /// - Parameter found: batches, each with its place.
    /// - Complexity: O(*n*) in their bytes.
    package mutating func read(_ found: [(bytes: [UInt8], sequence: Int)]) {
        guard readSince != nil else { return }
        readSince = nil
        readCount = found.isEmpty ? 0 : readCount + 1
        var previous = 0
        for (bytes, sequence) in found {
            guard let delivery = open(bytes, at: sequence) else { return }
            defer { previous = sequence }
            guard sequence > position.sequence else { continue }
            known = max(known, sequence)
            // Whatever came meanwhile: this one follows what was applied, or the one before it, as
            // nothing is between. Of a checkpoint that is not so: what was between may be gone.
            if delivery.batch.isCheckpoint {
                if previous <= position.sequence {
                    question(delivery)
                } else {
                    // It is read again when those before it were applied, and asked about then.
                    dropped = max(dropped, sequence)
                }
                break
            }
            insert(delivery, after: previous)
        }
        setAlarm()
    }

    /// Has what comes next be read, unless that is under way.
    mutating func read() {
        guard isConnected, isVerified, readSince == nil, questioned == nil else { return }
        readSince = now
        let expectsMore = readCount >= Self.readCountMax
        effects.append(.read(after: position.sequence, expectsMore: expectsMore))
    }

    // MARK: In order

    var isNextHere: Bool {
        guard let first = arrived.first else { return false }
        return first.previous <= position.sequence
    }

    /// Whether batches came whose turn has not come.
    var isMore: Bool { !arrived.isEmpty || dropped > position.sequence }

    /// Puts a batch among those that wait; the last ones go when it is too much.
    mutating func insert(_ delivery: Delivery, after previous: Int) {
        // Most come in their order.
        let index = 1 + (arrived.lastIndex { $0.delivery.sequence < delivery.sequence } ?? -1)
        if index < arrived.endIndex, arrived[index].delivery.sequence == delivery.sequence {
            arrived[index].previous = min(arrived[index].previous, previous)
        } else {
            arrived.insert((delivery, previous), at: index)
            arrivedBytes += delivery.size
        }
        while arrivedBytes > Limits.arrivedBytesMax, arrived.count > 1 {
            let last = arrived.removeLast().delivery
            arrivedBytes -= last.size
            dropped = max(dropped, last.sequence)
        }
    }

    mutating func open(_ bytes: [UInt8], at sequence: Int) -> Delivery? {
        guard !isBroken else { return nil }
        do throws(DecodeError) {
            let batch = try EntryBatch<Item>(decoding: bytes)
            var digest = Digest()
            digest.combine(bytes: bytes.span)
            return Delivery(
                sequence: sequence,
                batch: batch,
                digest: digest.value,
                size: bytes.count
            )
        } catch {
            fail(.unreadable(sequence: sequence))
            return nil
        }
    }
}
