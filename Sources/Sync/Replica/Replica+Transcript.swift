internal import EmojiArt
internal import Wire

// A transcript is what a client's file holds, so that a client that was killed goes on where it
// was. It is a session as Protocol/PROTOCOL.md writes one, as far as it changes the replica:
//
//     # emojiart transcript 1 of client "9f3c000000000001"    whose it is: a digest of the key
//     < {"type":"welcome", ...}                               what the server sent
//     < {"type":"snapshot", ...}
//     > {"type":"edit","seq":4, ...}                          own edits, before they are sent
//     < {"type":"edit","revision":9, ...}
//     # closed                                                the connection was lost before:
//     > {"type":"edit","seq":5, ...}                          this edit was not sent yet
//
// What the messages mean is written once, in the replica that receives them: reading a transcript
// is hearing and saying all of it again.
extension Replica {
    /// Goes on where a transcript ends, with pending edits, position and names as they were.
    ///
    /// The replica is not connected then; `connected` resumes.
    ///
    /// - Parameter lines: what `keep` and `keepAnew` gave, or `transcript()`.
    /// - Returns: how many of the lines were used. The rest, from the first that is torn or makes
    ///   no sense, changes nothing. None are used of another client's transcript.
    /// - Precondition: the replica is new.
    public mutating func restore(_ lines: [[UInt8]]) -> Int {
        precondition(client == nil && lastSeq == 0 && connection == .closed, "Restore comes first.")
        guard let key, lines.first == TranscriptWriter.header(of: key) else { return 0 }
        isRestoring = true
        defer { isRestoring = false }
        var count = 1
        while count < lines.count, replay(lines[count]) {
            count += 1
            effects.removeAll(keepingCapacity: true)
        }
        disconnected()
        effects = []
        divergenceCount = 0
        return count
    }

    /// A short transcript that leads to this very replica, to put in place of a long one.
    ///
    /// It tells of a first welcome with the confirmed state, the edits that may have been sent, a
    /// second welcome for where the count of edits and the names stand now, and edits that were
    /// made without a connection.
    ///
    /// - Returns: the lines, without ends of line; none for a viewer.
    /// - Complexity: O(n log n) of the emojis.
    public func transcript() -> [[UInt8]] {
        guard let key else { return [] }
        var writer = TranscriptWriter(of: key)
        let place = position ?? .start(of: 0)
        if client != nil {
            writer.heard(.welcome(summary(at: place, isResumed: false, seq: confirmedSeq)))
            writer.heard(confirmed, at: place, seq: confirmedSeq)
        }
        for edit in pending.prefix(settledCount) { writer.said(edit) }
        if client != nil { reopen(at: place, in: &writer) }
        if !isWelcomed { writer.closed() }
        for edit in pending.dropFirst(settledCount) { writer.said(edit) }
        return writer.lines
    }

    /// A transcript of the edits without an answer alone.
    ///
    /// It leads to a replica that has them on top of an empty document, at the start of their
    /// history: a document that was made anew under the name is not taken for it (ER9).
    ///
    /// - Returns: the lines, without ends of line; none for a viewer.
    /// - Complexity: O(pending edits).
    public func keptEdits() -> [[UInt8]] {
        guard let key else { return [] }
        var writer = TranscriptWriter(of: key)
        if client != nil {
            let start = Position.start(of: epoch)
            let before = (pending.first?.seq ?? lastSeq + 1) - 1
            writer.heard(.welcome(summary(at: start, isResumed: false, seq: before)))
            writer.heard(Document(), at: start, seq: before)
            for edit in pending.prefix(settledCount) { writer.said(edit) }
            // Without edits there is nothing that another history must not get.
            if pending.isEmpty { writer.said(.resync(revision: 0)) }
            let last = settledCount == pending.count ? lastSeq : pending[settledCount].seq - 1
            let hasEdits = !pending.isEmpty
            writer.heard(.welcome(summary(at: start, isResumed: hasEdits, seq: last)))
        }
        writer.closed()
        for edit in pending.dropFirst(settledCount) { writer.said(edit) }
        return writer.lines
    }

    /// Writes how the latest connection began, after the edits that may have been sent.
    private func reopen(at place: Position, in writer: inout TranscriptWriter) {
        let resync = ClientMessage.resync(revision: place.revision)
        if position == nil, connection != .resyncing { writer.said(resync) }
        var latest = place
        latest.revision = max(place.revision, welcomedRevision, namesRevision)
        if connection == .loading {
            writer.heard(.welcome(summary(at: latest, isResumed: false, seq: answeredSeq)))
        } else {
            let isSettled = settledCount == pending.count
            let seq = isSettled ? lastSeq : pending[settledCount].seq - 1
            let isResumed = position != nil || connection == .resyncing
            writer.heard(.welcome(summary(at: latest, isResumed: isResumed, seq: seq)))
        }
        if connection == .resyncing { writer.said(resync) }
    }

    private func summary(
        at position: Position,
        isResumed: Bool,
        seq: Whole
    ) -> ServerMessage.Welcome {
        ServerMessage.Welcome(
            document: documentName,
            position: position,
            isResumed: isResumed,
            member: member ?? 1,
            client: client,
            seq: seq,
            counter: counter,
            undo: undoName,
            redo: redoName
        )
    }

    // MARK: Keeping

    /// Whether lines are kept: what a transcript told is in it already.
    private var isKeeping: Bool { keeping == .transcript && !isRestoring }

    /// Keeps all anew: edits that were made without a connection have their final seqs.
    mutating func keepAnew() {
        switch keeping {
        case .nothing: break
        case .edits: effects.append(.keepAnew(keptEdits()))
        case .transcript: effects.append(.keepAnew(transcript()))
        }
    }

    /// Keeps a message of the server that changed the replica.
    mutating func keepHeard(_ message: borrowing Span<UInt8>) {
        guard isKeeping else { return }
        effects.append(.keep(TranscriptWriter.line("<", message)))
    }

    /// Keeps a message to the server that changes what the next ones mean.
    mutating func keepSaid(_ message: ClientMessage) {
        guard isKeeping else { return }
        effects.append(.keep(TranscriptWriter.line(">", message.encoded.span)))
    }

    /// Keeps the edit that was just made, before it is sent.
    mutating func keepEdit() {
        guard isKeeping, let edit = pending.last else { return }
        if isKeptOpen, !isWelcomed {
            effects.append(.keep(TranscriptWriter.closedLine))
            isKeptOpen = false
        }
        keepSaid(.edit(seq: edit.seq, edit.request))
    }

    /// Keeps the snapshot that was just taken: whole, since half of one is nothing.
    mutating func keepSnapshot() {
        guard isKeeping, let position else { return }
        var writer = TranscriptWriter()
        writer.heard(confirmed, at: position, seq: confirmedSeq)
        for line in writer.lines { effects.append(.keep(line)) }
    }

    // MARK: Replay

    /// Takes a line of a transcript; false when it makes no sense.
    private mutating func replay(_ line: [UInt8]) -> Bool {
        guard line.count > 2, line[1] == UInt8(ascii: " ") else { return false }
        let message = line.span.extracting(2...)
        switch line[0] {
        case UInt8(ascii: "<"): return hearAgain(message)
        case UInt8(ascii: ">"): return sayAgain(message)
        case _ where line == TranscriptWriter.closedLine:
            disconnected()
            isKeptOpen = false
            return true
        default: return false
        }
    }

    private mutating func hearAgain(_ bytes: borrowing Span<UInt8>) -> Bool {
        guard let message = try? decoder.serverMessage(bytes) else { return false }
        if case .welcome = message {
            disconnected()
            connected()
        }
        receive(message, bytes)
        return !effects.contains { effect in
            if case .violated = effect { true } else { false }
        }
    }

    private mutating func sayAgain(_ bytes: borrowing Span<UInt8>) -> Bool {
        switch try? decoder.clientMessage(bytes) {
        case .edit(let seq, let request):
            guard seq > pending.last?.seq ?? 0 else { return false }
            // An operation that no client may ask for is refused whatever it is; it has its seq.
            if case .invalid = request {
                append(.operation(.none), seq: seq)
            } else {
                append(request, seq: seq)
            }
            sendPending()
            return true
        case .resync:
            standNowhere()
            return true
        case .hello, .presence, .ping, .token, nil: return false
        }
    }
}

/// Writes the lines of a transcript.
struct TranscriptWriter {
    private(set) var lines: [[UInt8]]

    init(of key: ClientKey? = nil) { lines = key.map { [Self.header(of: $0)] } ?? [] }

    mutating func heard(_ message: ServerMessage) { heard(message.encoded.span) }

    mutating func heard(_ message: borrowing Span<UInt8>) { lines.append(Self.line("<", message)) }

    mutating func heard(_ document: Document, at place: Position, seq: Whole) {
        for part in ServerMessage.SnapshotPart.parts(of: document, at: place, seq: seq) {
            heard(part.span)
        }
    }

    mutating func said(_ message: ClientMessage) {
        lines.append(Self.line(">", message.encoded.span))
    }

    mutating func said(_ edit: PendingEdit) { said(.edit(seq: edit.seq, edit.request)) }

    mutating func closed() { lines.append(Self.closedLine) }

    /// The first line: the form's version, and whose edits these are.
    ///
    /// Under another key they would be another client's edits. The key itself stays in its file.
    static func header(of key: ClientKey) -> [UInt8] {
        var digest = Digest()
        digest.combine(key.text)
        var writer = JSONWriter()
        writer.word("# emojiart transcript 1 of client ", digest.value.bits)
        return writer.bytes
    }

    /// The line that says that edits after it are made without a connection.
    static let closedLine = Array("# closed".utf8)

    /// A line of a message; an end of line in it, which is a space in JSON, becomes one.
    static func line(_ direction: Unicode.Scalar, _ message: borrowing Span<UInt8>) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(message.count + 2)
        line.append(UInt8(truncatingIfNeeded: direction.value))
        line.append(UInt8(ascii: " "))
        for index in message.indices {
            line.append(message[index] == UInt8(ascii: "\n") ? UInt8(ascii: " ") : message[index])
        }
        return line
    }
}
