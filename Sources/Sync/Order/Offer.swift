internal import EmojiArt
package import Wire

/// What a record has of a document that its order lacks, as entries that are offered to it again.
///
/// Brokers may lose the end of an order whose entries a node has applied and stored. Each is known
/// by its client and seq: one that the order has, or gets from another node too, counts once.
package struct Offer: Sendable {
    /// An edit as the record has it.
    package struct Edit: Sendable {
        /// The client that made it, by its number in the record.
        package let client: Int
        /// Its position among that client's edits.
        package let seq: Int
        /// When it entered the order, in milliseconds since 1970.
        package let time: Int
        /// The bytes of its `edit` message.
        package let message: [UInt8]

        /// An edit of these parts.
        package init(client: Int, seq: Int, time: Int, message: [UInt8]) {
            self.client = client
            self.seq = seq
            self.time = time
            self.message = message
        }
    }

    /// Edits of clients whose numbers are others' in the order: their ids would be others' too.
    package private(set) var skippedCount = 0
    /// Entries that were given out, but for enrolments.
    package private(set) var count = 0

    private let keys: [ClientKey]
    private let refusals: [Int: [Int: RefusalCode]]
    /// The next seq of each client that was not offered yet.
    private var next: [Int: Int] = [:]

    /// Offers what a record has.
    ///
    /// - Parameters:
    ///   - keys: its clients' keys by number; numbers between them that nobody has get keys that
    ///     nobody has.
    ///   - refusals: its refused edits by client and seq, as far as they are kept.
    package init(keys: [Int: ClientKey], refusals: [Int: [Int: RefusalCode]]) {
        let last = keys.keys.max() ?? 0
        self.keys = (1..<last + 1).map { number in
            keys[number] ?? ClientKey(high: 0, low: UInt64(number))
        }
        self.refusals = refusals
    }

    /// The clients that the order does not know, in the order of their numbers.
    package func enrolments(for session: borrowing DocumentSession) -> [Entry] {
        var entries: [Entry] = []
        for key in keys where session.keys[key] == nil { entries.append(.enrolment(key)) }
        return entries
    }

    /// An edit, and the refusals before it, as far as the order lacks them.
    ///
    /// - Parameters:
    ///   - edit: the next one of the record; all clients are enrolled.
    ///   - session: what the order leads to.
    ///   - decoder: reads it.
    /// - Returns: the entries.
    /// - Throws: `DecodeError` for an edit that this version cannot read.
    package mutating func entries(
        for edit: Edit,
        lackingIn session: borrowing DocumentSession,
        _ decoder: inout MessageDecoder
    ) throws(DecodeError) -> [Entry] {
        guard isSame(edit.client, in: session) else {
            skippedCount += 1
            return []
        }
        guard edit.seq >= nextSeq(of: edit.client, session) else { return [] }
        guard case .edit(let message) = try decoder.serverMessage(edit.message.span) else {
            throw .unknownType
        }
        var entries = refused(of: edit.client, before: edit.seq, at: edit.time, session)
        let request: ClientMessage.Request =
            message.walk.map { .walk($0.direction) } ?? .operation(message.operation)
        entries.append(
            .edit(
                client: edit.client,
                seq: edit.seq,
                request: request,
                time: edit.time,
                revert: message.revert,
                isOffered: true
            )
        )
        next[edit.client] = edit.seq + 1
        count += entries.count
        return entries
    }

    /// The refusals after the last edits.
    ///
    /// - Parameters:
    ///   - session: what the order leads to.
    ///   - time: now, in milliseconds since 1970.
    /// - Returns: the entries.
    package mutating func rest(
        lackingIn session: borrowing DocumentSession,
        at time: Int
    ) -> [Entry] {
        var entries: [Entry] = []
        for (client, codes) in refusals.sorted(by: { $0.key < $1.key }) {
            guard isSame(client, in: session), let last = codes.keys.max() else { continue }
            entries += refused(of: client, before: last + 1, at: time, session)
            next[client] = max(last + 1, nextSeq(of: client, session))
        }
        count += entries.count
        return entries
    }

    /// Whether a client has the number in the order that it has in the record.
    private func isSame(_ client: Int, in session: borrowing DocumentSession) -> Bool {
        keys.indices.contains(client - 1) && session.keys[keys[client - 1]] == client
    }

    private func nextSeq(of client: Int, _ session: borrowing DocumentSession) -> Int {
        next[client] ?? (session.clients[client]?.lastSeq ?? 0) + 1
    }

    /// What was used up before a seq, which were refusals.
    ///
    /// Of those long ago the code is forgotten, as no client can ask for it any more.
    private func refused(
        of client: Int,
        before seq: Int,
        at time: Int,
        _ session: borrowing DocumentSession
    ) -> [Entry] {
        let first = nextSeq(of: client, session)
        guard first < seq else { return [] }
        return (first..<seq).map { seq in
            let code = refusals[client]?[seq] ?? .notPermitted
            return .edit(
                client: client,
                seq: seq,
                request: .invalid(code),
                time: time,
                isOffered: true
            )
        }
    }
}
