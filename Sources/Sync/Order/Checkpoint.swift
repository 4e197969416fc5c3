package import EmojiArt
package import Wire

/// All that a node needs of a document at a place in its order, to go on from there.
package struct Checkpoint: Sendable {
    /// The last batch that is in it.
    package let place: Int
    /// The place of the batch before that one: who has come so far misses nothing.
    package let previous: Int
    /// The digest of the last batch's bytes.
    package let digest: Checksum
    /// What is drawn and can be undone.
    package let state: StoredState
    /// The clients by number, from 1 on.
    package let keys: [ClientKey]
    /// The answers that clients may ask for again, by client number.
    package let answers: [Int: AnswerWindow]
    /// The nodes to which clients were connected last, by client number.
    package let homes: [Int: UInt64]

    /// Makes a checkpoint of its parts.
    package init(
        place: Int,
        previous: Int,
        digest: Checksum,
        state: StoredState,
        keys: [ClientKey],
        answers: [Int: AnswerWindow],
        homes: [Int: UInt64] = [:]
    ) {
        self.place = place
        self.previous = previous
        self.digest = digest
        self.state = state
        self.keys = keys
        self.answers = answers
        self.homes = homes
    }
}

extension DocumentSession {
    /// What a node needs to go on from the last batch that was applied.
    ///
    /// - Parameters:
    ///   - place: that batch's.
    ///   - previous: the place of the one before it.
    ///   - digest: of the batch's bytes.
    /// - Returns: the checkpoint.
    /// - Complexity: O(clients); the emojis are shared until one is changed.
    package func checkpoint(at place: Int, after previous: Int, digest: Checksum) -> Checkpoint {
        Checkpoint(
            place: place,
            previous: previous,
            digest: digest,
            state: state,
            keys: keys.sorted { $0.value < $1.value }.map(\.key),
            answers: clients,
            homes: homes.mapValues(\.node)
        )
    }
}
