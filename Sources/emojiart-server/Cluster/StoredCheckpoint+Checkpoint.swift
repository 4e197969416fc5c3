internal import EmojiArt
internal import Storage
internal import Sync
internal import Wire

extension StoredCheckpoint {
    /// What the journal stores of a checkpoint.
    ///
    /// - Parameters:
    ///   - checkpoint: it.
    ///   - base: what the edits go on from; nil for the checkpoint's state itself.
    ///   - edits: those that led to the state, as far as they are known.
    init(
        _ checkpoint: Checkpoint,
        base: (revision: Int, chain: Checksum)? = nil,
        edits: [Storage.StoredEdit] = []
    ) {
        let state = checkpoint.state
        let base = base ?? (state.revision, state.chain)
        var answers: [(client: Int64, seq: Int64, revision: Int64)] = []
        var refusals: [(client: Int64, seq: Int64, code: String)] = []
        for (client, window) in checkpoint.answers.sorted(by: { $0.key < $1.key }) {
            let latest = window.latest
            let first = window.lastSeq - latest.count + 1
            for (index, answer) in latest.enumerated() {
                let (client, seq) = (Int64(client), Int64(first + index))
                switch answer {
                case .accepted(let revision): answers.append((client, seq, Int64(revision)))
                case .refused(let code): refusals.append((client, seq, code))
                }
            }
        }
        self.init(
            place: StoredPlace(
                sequence: Int64(checkpoint.place),
                digest: checkpoint.digest.bits
            ),
            snapshot: (Int64(state.revision), state.encoded(), state.chain.bits),
            base: (Int64(base.revision), base.chain.bits),
            edits: edits,
            clients: checkpoint.keys.enumerated().map { index, key in
                (key.bytes, checkpoint.homes[index + 1] ?? 0)
            },
            answers: answers,
            refusals: refusals
        )
    }
}
