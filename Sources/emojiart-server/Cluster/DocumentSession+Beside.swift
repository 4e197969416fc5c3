internal import EmojiArt
internal import Storage
internal import Sync

extension DocumentSession {
    /// A session for what an order leads to, beside a record.
    ///
    /// - Parameters:
    ///   - stored: the record.
    ///   - checkpoint: what the order goes on from; nil for its beginning.
    /// - Throws: when the record's name is none.
    init(beside stored: StoredDocument, _ checkpoint: Checkpoint? = nil) throws {
        guard let name = DocumentName(stored.name) else { throw DamagedRecord(what: "the name") }
        try self.init(
            LoadedDocument(
                name: name,
                epoch: stored.epoch,
                state: checkpoint?.state,
                keys: Dictionary(uniqueKeysWithValues: zip(1..., checkpoint?.keys ?? [])),
                answers: checkpoint?.answers ?? [:],
                homes: checkpoint?.homes ?? [:]
            )
        )
        isOrderedElsewhere = true
        effects = []
    }
}
