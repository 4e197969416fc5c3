/// All that another journal has of a document at a place in their order, to go on from here.
package struct StoredCheckpoint: Sendable {
    /// The place.
    package let place: StoredPlace
    /// The state, at its revision and with the checksum of the history up to it.
    package let snapshot: (revision: Int64, body: [UInt8], chain: UInt64)
    /// What the edits go on from: a revision, and the checksum of the history up to it.
    package let base: (revision: Int64, chain: UInt64)
    /// The edits from there to the state, ascending without a gap; none when it is the base.
    package let edits: [StoredEdit]
    /// The clients by number, from 1 on: their 16-byte keys, and the nodes that they were connected
    /// to last, 0 for none.
    package let clients: [(key: [UInt8], home: UInt64)]
    /// Accepted edits that may be asked for again.
    package let answers: [(client: Int64, seq: Int64, revision: Int64)]
    /// Refused edits that may be asked for again.
    package let refusals: [(client: Int64, seq: Int64, code: String)]

    /// A checkpoint of these parts.
    package init(
        place: StoredPlace,
        snapshot: (revision: Int64, body: [UInt8], chain: UInt64),
        base: (revision: Int64, chain: UInt64),
        edits: [StoredEdit] = [],
        clients: [(key: [UInt8], home: UInt64)],
        answers: [(client: Int64, seq: Int64, revision: Int64)],
        refusals: [(client: Int64, seq: Int64, code: String)]
    ) {
        self.place = place
        self.snapshot = snapshot
        self.base = base
        self.edits = edits
        self.clients = clients
        self.answers = answers
        self.refusals = refusals
    }
}
