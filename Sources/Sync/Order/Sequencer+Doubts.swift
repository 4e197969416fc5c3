internal import DequeModule
internal import EmojiArt

// What a node asks before it goes on: whether its last place is still there, and whether something
// is gone before a checkpoint.
extension Sequencer {
    /// How long a place may seem to be gone: who has just begun to lead may not know all yet.
    static var missingPatience: UInt64 { 10_000 }
    static var missingPause: UInt64 { 1_000 }

    mutating func verify() {
        verifyAt = now + Self.patience
        effects.append(.verify(from: position.sequence))
        setAlarm()
    }

    /// What is in the order from the last place on, by the word of who puts batches in order.
    package mutating func verified(_ answer: OrderAnswer) {
        guard isConnected, !isVerified, !isBroken else { return }
        switch answer {
        case .unknown: break
        case .nothing: miss()
        case .found(let bytes, let sequence):
            guard let delivery = open(bytes, at: sequence) else { return }
            if sequence == position.sequence {
                // A record of an older version does not know it.
                let isSame = position.digest == .zero || position.digest == delivery.digest
                guard isSame else { return fail(.rolledBack(sequence: sequence)) }
                begin()
            } else if delivery.batch.isCheckpoint {
                // All before it is gone: it is asked about when it is read.
                begin()
            } else {
                miss()
            }
        }
    }

    private mutating func miss() {
        let since = missingSince ?? now
        guard now < since + Self.missingPatience else {
            return fail(.rolledBack(sequence: position.sequence))
        }
        missingSince = since
        verifyAt = now + Self.missingPause
        setAlarm()
    }

    mutating func question(_ delivery: Delivery) {
        questioned = (delivery, now)
        effects.append(.question(checkpoint: delivery.sequence))
    }

    /// Nothing is gone between the last place and the checkpoint that was asked about.
    package mutating func confirmed() {
        guard let questioned else { return }
        self.questioned = nil
        if questioned.delivery.sequence > position.sequence {
            insert(questioned.delivery, after: 0)
        }
        setAlarm()
    }

    /// Whether another node had the same history as this one at a place, as far as that is known.
    ///
    /// It cannot have applied a place between those that were applied here, nor one after them:
    /// then this node would have left something out.
    func isKnown(_ base: (sequence: Int, chain: Checksum)) -> Bool {
        guard let oldest = recent.first?.sequence, base.sequence >= oldest else { return true }
        return recent.contains { $0.sequence == base.sequence && $0.chain == base.chain }
    }

    /// Whether a place can be this batch's: one to come can, one that was applied lately must be,
    /// and of one long ago nothing is known.
    func isBelieved(_ sequence: Int, _ number: Int, of sender: UInt64) -> Bool {
        guard sequence <= position.sequence, let oldest = recent.first?.sequence, sequence >= oldest
        else { return true }
        return recent.contains {
            // Whose the place was that it began at is not known.
            $0.sequence == sequence
                && ($0.number == 0 || $0.number == number && $0.node == sender)
        }
    }
}
