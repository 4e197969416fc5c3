internal import EmojiArt
internal import Wire

// A transcript is what a client's file holds, so that a client that was killed goes on where it
// was. It is a session as Protocol/PROTOCOL.md writes one, as far as it changes the replica:
//
//     # emojiart transcript 2 of client "9f3c000000000001"    whose it is: a digest of the key
//     < {"type":"welcome", ...}                               what the server sent
//     < {"type":"snapshot", ...}
//     > {"type":"edit","seq":4,"mark":"...", ...}             own edits, before they are sent
//     < {"type":"edit","revision":9, ...}
//     # since 40 as 3                                         where, and as whom, a hello looks for
//     ! {"type":"edit","seq":5,"mark":"...", ...}             edits that it has yet to name
//     ? {"type":"edit","seq":3,"mark":"...", ...}             an edit that nobody can decide about
//
// What the messages mean is written once, in the replica that receives them: reading a transcript
// is hearing and saying all of it again. A transcript that lacks its end, or is an older one, does
// no harm: the marks of its edits tell which of them count already.
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
        guard let key, let first = lines.first,
            let version = TranscriptWriter.versions.first(where: { version in
                first == TranscriptWriter.header(of: key, version)
            })
        else { return 0 }
        isRestoring = true
        defer { isRestoring = false }
        var count = 1
        while count < lines.count, replay(lines[count], hasMarks: version > 1) {
            count += 1
            effects.removeAll(keepingCapacity: true)
        }
        disconnected()
        effects = []
        divergenceCount = 0
        return count
    }

    /// The first line of a transcript of version 1, which pages of version 0.2 did not keep.
    package var formerHeader: [UInt8]? { key.map { TranscriptWriter.header(of: $0, 1) } }

    /// A short transcript that leads to this very replica, to put in place of a long one.
    ///
    /// It has a first welcome with the confirmed state, a second one for where seqs and names stand
    /// now, and the edits without an answer.
    ///
    /// - Returns: the lines, without ends of line; none for a viewer.
    /// - Complexity: O(n log n) of the emojis.
    public func transcript() -> [[UInt8]] {
        guard let key else { return [] }
        var writer = TranscriptWriter(of: key)
        if client != nil {
            let place = position ?? .start(of: 0)
            writer.heard(.welcome(summary(at: place, isResumed: false)))
            writer.heard(confirmed, at: place)
            reopen(at: place, in: &writer)
        }
        if let unasked { writer.unasked(unasked) }
        writer.waiting(self)
        let answers = pending.compactMap { edit in
            edit.revision.map {
                ServerMessage.Answer(mark: edit.mark, .accepted(revision: $0, id: nil))
            }
        }
        if !answers.isEmpty { writer.heard(.answers(answers)) }
        return writer.lines
    }

    /// A transcript of the edits without an answer alone.
    ///
    /// It leads to a replica that has them on top of an empty document, at the start of their
    /// history: a new document under the name is not taken for theirs (ER9).
    ///
    /// - Returns: the lines, without ends of line; none for a viewer.
    /// - Complexity: O(pending edits).
    public func keptEdits() -> [[UInt8]] {
        guard let key else { return [] }
        var writer = TranscriptWriter(of: key)
        if client != nil {
            let start = Position.start(of: epoch)
            writer.heard(.welcome(summary(at: start, isResumed: false)))
            writer.heard(Document(), at: start)
            // Without edits there is nothing that another history must not get.
            if hasNothingToKeep { writer.said(.resync(revision: 0)) }
        }
        if let unasked { writer.unasked(Unasked(since: 0, client: unasked.client)) }
        writer.waiting(self)
        return writer.lines
    }

    /// Writes how the latest connection began.
    private func reopen(at place: Position, in writer: inout TranscriptWriter) {
        let resync = ClientMessage.resync(revision: place.revision)
        if position == nil, connection != .resyncing { writer.said(resync) }
        var latest = place
        latest.revision = max(place.revision, welcomedRevision, namesRevision)
        if connection == .loading {
            // The state may be of another history, until the snapshot is there.
            let revision = max(welcomedRevision, namesRevision)
            latest = Position(epoch: epoch, revision: revision, chain: .zero)
        }
        let isResumed = connection != .loading && (position != nil || connection == .resyncing)
        writer.heard(.welcome(summary(at: latest, isResumed: isResumed)))
        if connection == .resyncing { writer.said(resync) }
    }

    private func summary(
        at position: Position,
        isResumed: Bool
    ) -> ServerMessage.Welcome {
        ServerMessage.Welcome(
            document: documentName,
            position: position,
            isResumed: isResumed,
            member: member ?? 1,
            client: client,
            // Those that are shown until they come are answered once more.
            seq: answeredCount - Whole(pending.count { $0.revision != nil }),
            counter: counter,
            undo: undoName,
            redo: redoName
        )
    }

    // MARK: Keeping

    /// Whether lines are kept: what a transcript told is in it already.
    private var isKeeping: Bool { keeping == .transcript && !isRestoring }

    /// Puts a new transcript in place of the old one.
    mutating func keepAnew() {
        if isKeeping { effects.append(.keepAnew(transcript())) }
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
        keepSaid(edit.message)
    }

    /// Keeps the snapshot that was just taken: whole, since half of one is nothing.
    mutating func keepSnapshot() {
        guard isKeeping, let position else { return }
        var writer = TranscriptWriter()
        writer.heard(confirmed, at: position)
        for line in writer.lines { effects.append(.keep(line)) }
    }

    // MARK: Replay

    /// Takes a line of a transcript; false when it makes no sense.
    private mutating func replay(_ line: [UInt8], hasMarks: Bool) -> Bool {
        guard line.count > 2, line[1] == UInt8(ascii: " ") else { return false }
        let message = line.span.extracting(2...)
        switch line[0] {
        case UInt8(ascii: "<"): return hearAgain(message)
        case UInt8(ascii: ">"): return sayAgain(message, hasMarks: hasMarks)
        case UInt8(ascii: "!"): return sayAgain(message, hasMarks: true, isUnasked: true)
        case UInt8(ascii: "?"): return putAsideAgain(message)
        case _ where line == TranscriptWriter.closedLine && !hasMarks:
            disconnected()
            return true
        case _ where line.starts(with: TranscriptWriter.sinceLine):
            // As bytes: the page's core has no tables for characters.
            let words = line.split(separator: UInt8(ascii: " ")).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard words.count == 5, let since = Whole(words[2]), since >= 0,
                let client = Int(words[4]), (1...Limits.identifierMax).contains(client)
            else { return false }
            unasked = Unasked(since: since, client: client)
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

    private mutating func sayAgain(
        _ bytes: borrowing Span<UInt8>,
        hasMarks: Bool,
        isUnasked: Bool = false
    ) -> Bool {
        switch try? decoder.clientMessage(bytes, keptBeforeMarks: !hasMarks) {
        case .edit(let edit):
            guard edit.mark == 0 || !pending.contains(where: { $0.mark == edit.mark }) else {
                return false
            }
            var mark = edit.mark
            if mark == 0 {
                // It may have been sent under its seq: the server finds it by that.
                mark = isWelcomed ? client.map { .formerMark($0, edit.seq) } ?? draw() : draw()
            }
            append(edit.request.kept, mark: mark, seq: edit.seq)
            pending[pending.count - 1].isUnasked = isUnasked
            sendPending()
            return true
        case .resync:
            standNowhere()
            return true
        case .hello, .presence, .ping, .token, nil: return false
        }
    }

    private mutating func putAsideAgain(_ bytes: borrowing Span<UInt8>) -> Bool {
        guard case .edit(let edit) = try? decoder.clientMessage(bytes) else { return false }
        undecidedEdits.append(
            PendingEdit(mark: edit.mark, seq: edit.seq, ref: nextRef, request: edit.request.kept)
        )
        nextRef += 1
        return true
    }
}

extension ClientMessage.Request {
    /// The request that a transcript tells: what no client may ask for is refused whatever it is.
    fileprivate var kept: Self {
        if case .invalid = self { .operation(.none) } else { self }
    }
}

extension UInt64 {
    /// The mark of an edit that may have been sent before edits had marks.
    ///
    /// The server gave it to such edits too.
    static func formerMark(_ client: Int, _ seq: Whole) -> UInt64 {
        UInt64(truncatingIfNeeded: Whole(client) << 32 | seq)
    }
}

extension PendingEdit {
    fileprivate var message: ClientMessage {
        .edit(ClientMessage.Edit(seq: seq, mark: mark, request))
    }
}

/// Writes the lines of a transcript.
struct TranscriptWriter {
    private(set) var lines: [[UInt8]]

    init(of key: ClientKey? = nil) { lines = key.map { [Self.header(of: $0)] } ?? [] }

    mutating func heard(_ message: ServerMessage) { heard(message.encoded.span) }

    mutating func heard(_ message: borrowing Span<UInt8>) { lines.append(Self.line("<", message)) }

    mutating func heard(_ document: Document, at place: Position) {
        for part in ServerMessage.SnapshotPart.parts(of: document, at: place) { heard(part.span) }
    }

    mutating func said(_ message: ClientMessage) {
        lines.append(Self.line(">", message.encoded.span))
    }

    /// Writes the edits without an answer, and those that nobody can decide about.
    mutating func waiting(_ replica: borrowing Replica) {
        for edit in replica.undecidedEdits {
            lines.append(Self.line("?", edit.message.encoded.span))
        }
        for edit in replica.pending {
            lines.append(Self.line(edit.isUnasked ? "!" : ">", edit.message.encoded.span))
        }
    }

    mutating func unasked(_ place: Replica.Unasked) {
        lines.append(Self.sinceLine + "\(place.since) as \(place.client)".utf8)
    }

    static let sinceLine = Array("# since ".utf8)

    /// The versions that can be read, the latest first; edits of version 1 have no marks.
    static let versions = [2, 1]

    /// The first line: the form's version, and whose edits these are.
    ///
    /// Under another key they would be another client's edits. The key itself stays in its file.
    static func header(of key: ClientKey, _ version: Int = versions[0]) -> [UInt8] {
        var digest = Digest()
        digest.combine(key.text)
        var writer = JSONWriter()
        writer.word("# emojiart transcript \(version) of client ", digest.value.bits)
        return writer.bytes
    }

    /// The line of version 1 that says that edits after it were made without a connection.
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
