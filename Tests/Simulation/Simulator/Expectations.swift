import EmojiArt
import Wire

/// What clients have seen, which must be true for good.
struct Expectations {
    /// The history of one document as far as anyone saw it.
    struct Seen {
        var epoch: UInt64
        /// The chain at each revision that a client stood at.
        var chains: [Int: Checksum] = [:]
        var latest = 0
    }

    private(set) var documents: [DocumentName: Seen] = [:]
    /// Whether something was seen since the disk was looked at last.
    var isNew = false

    /// A client stands somewhere; returns what is wrong about that.
    mutating func see(_ position: Position, of name: DocumentName) -> String? {
        var seen = documents[name] ?? Seen(epoch: position.epoch)
        if seen.epoch != position.epoch {
            // One without edits goes with its last member: what is heard late of it says nothing.
            if position.revision == 0 { return nil }
            if seen.latest == 0 { seen = Seen(epoch: position.epoch) }
        }
        guard seen.epoch == position.epoch else {
            return "\(name) has epoch \(position.epoch), and had \(seen.epoch)"
        }
        if let chain = seen.chains[position.revision], chain != position.chain {
            return "\(name) has two histories at revision \(position.revision)"
        }
        if seen.chains.isEmpty || position.revision > seen.latest { isNew = true }
        seen.chains[position.revision] = position.chain
        seen.latest = max(seen.latest, position.revision)
        documents[name] = seen
        return nil
    }

    /// Compares with what the disk holds; returns what is wrong.
    func compare(
        _ name: DocumentName,
        epoch: UInt64,
        revision: Int,
        chains: [Int: Checksum]
    ) -> String? {
        // One without edits goes with its last member, and another has its name later.
        guard let seen = documents[name], seen.latest > 0 else { return nil }
        guard seen.epoch == epoch else { return "\(name) was made anew, and was seen before" }
        guard revision >= seen.latest else {
            return "\(name) was seen at revision \(seen.latest), and the disk has \(revision)"
        }
        for (revision, chain) in chains {
            if let other = seen.chains[revision], other != chain {
                return "\(name) has another edit \(revision) on the disk than clients have seen"
            }
        }
        return nil
    }
}
