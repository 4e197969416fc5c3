internal import Store

/// What documents take of the disk, put down to each in its row.
///
/// In steps, ahead of what is taken: few commits have to write it, and a restart forgets nothing.
struct SpaceAccount {
    /// Bytes that are put down at once.
    private static let step: Int64 = 16 << 10
    /// What an edit takes besides its message.
    static let editBytes: Int64 = 64

    private let grow: Statement
    /// What a document may still take before another step is put down.
    private var room: [Int64: Int64] = [:]
    /// What was put down since it was last asked for.
    private var grown: [Int64: Int64] = [:]

    init(_ database: Database) throws(StorageError) {
        grow = try Statement(
            database,
            "UPDATE documents SET bytes = bytes + ?2 WHERE id = ?1",
            "put down what a document takes"
        )
    }

    /// An edit was stored, inside the caller's transaction.
    mutating func charge(_ document: Int64, edit body: [UInt8]) throws(StorageError) {
        let left = room[document, default: 0] - Self.editBytes - Int64(body.count)
        room[document] = left
        guard left < 0 else { return }
        let steps = (-left + Self.step - 1) / Self.step * Self.step
        room[document] = left + steps
        try put(steps, downTo: document)
    }

    /// Bytes were stored, or taken away, inside the caller's transaction.
    mutating func put(_ bytes: Int64, downTo document: Int64) throws(StorageError) {
        guard bytes != 0 else { return }
        try grow.run(document, bytes)
        grown[document, default: 0] += bytes
    }

    /// Gives what was put down to documents since this was last asked.
    mutating func takeGrown() -> [Int64: Int64] {
        defer { grown = [:] }
        return grown
    }

    /// The transaction was taken back.
    mutating func forget() { (room, grown) = ([:], [:]) }

    /// The document was deleted.
    mutating func forget(_ document: Int64) { room[document] = nil }
}
