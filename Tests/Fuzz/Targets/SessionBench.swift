internal import EmojiArt
internal import Sync
internal import Wire

/// A document session with its journal and its members' connections, which checks all that it does.
final class SessionBench {
    /// The history that a run begins with.
    static let epoch: UInt64 = 0xe1

    private(set) var session: DocumentSession
    private(set) var book: RecordBook
    /// The connections by member number, from 1 on; a number is never used again.
    private(set) var links = [MemberLink(isOpen: false)]
    private var decoder = MessageDecoder()
    private var latest: (bytes: [UInt8], message: ServerMessage)?
    private var forgotten = 0
    private var appended = 0
    private(set) var now: UInt64 = 0
    private(set) var time = 1_789_000_000_000

    init() throws(Finding) {
        guard let name = DocumentName("fuzz") else { throw Finding("the document has no name") }
        let empty = RecordBook(of: name, epoch: Self.epoch)
        book = empty
        session = try Self.open(empty.durable)
    }

    private static func open(_ loaded: LoadedDocument) throws(Finding) -> DocumentSession {
        do {
            return try DocumentSession(loaded)
        } catch {
            throw Finding("what was stored cannot be opened: \(error)")
        }
    }

    /// The members whose connection is open.
    var openMembers: [Int] { links.indices.filter { links[$0].isOpen } }

    // MARK: What comes in

    func join(_ hello: ClientMessage.Hello) throws(Finding) -> Int {
        let number = links.count
        links.append(MemberLink())
        session.join(number, hello)
        try carryOut()
        return number
    }

    func leave(_ number: Int) throws(Finding) {
        links[number].isOpen = false
        session.leave(number)
        try carryOut()
    }

    func receive(_ message: ClientMessage, from number: Int) throws(Finding) {
        time += 1
        let revision = session.pastNeeded(for: message, from: number)
        let past = try revision.map { (earlier) throws(Finding) in try book.document(at: earlier) }
        session.receive(message, from: number, time: time, past: past)
        try carryOut()
    }

    /// Any other call.
    func call(_ body: (inout DocumentSession) -> Void) throws(Finding) {
        body(&session)
        try carryOut()
    }

    /// The next records, at most so many, are durable.
    func commit(_ count: Int) throws(Finding) {
        let count = min(count, book.waiting)
        book.commit(count)
        session.committed(count)
        try carryOut()
    }

    /// Ends a turn some time later.
    func turn(after milliseconds: Int) throws(Finding) {
        now += UInt64(milliseconds)
        session.wake(now: now)
        try carryOut()
    }

    /// What a member got and has not read yet.
    func read(_ number: Int, atMost count: Int) -> [[UInt8]] {
        links[number].read(atMost: count)
    }

    /// Ends, and starts again from the records that are durable, or from a backup that has fewer.
    func restart(epoch: UInt64, losing count: Int) throws(Finding) {
        book = try book.prefix(max(book.durableCount - count, 0))
        var loaded = book.durable
        loaded.epoch = epoch
        for number in links.indices { links[number].isOpen = false }
        (forgotten, appended) = (0, 0)
        session = try Self.open(loaded)
        try promise(session.revision == book.revision, "it opens at \(session.revision)")
        try carryOut()
    }

    // MARK: What goes out

    private func carryOut() throws(Finding) {
        let effects = session.effects
        session.effects.removeAll(keepingCapacity: true)
        for effect in effects { try carryOut(effect) }
    }

    private func carryOut(_ effect: SessionEffect) throws(Finding) {
        switch effect {
        case .commit(let record): try book.submit(record)
        case .append(let message, let revision): try append(message, revision)
        case .forget(let upTo):
            try promise((forgotten...appended).contains(upTo), "edits up to \(upTo) are forgotten")
            forgotten = upTo
        case .send(let number, let message): try send(message, to: number)
        case .sendSnapshot(let number, let snapshot):
            let revision = snapshot.revision
            try promise(revision <= book.durableRevision, "a snapshot of \(revision) leaves early")
            for part in snapshot.parts { try send(part, to: number) }
        case .search(let number, let searches): session.searched(number, book.found(searches))
        case .sendEverybody(let number, let messages, _):
            for message in messages { try send(message, to: number) }
        case .follow(let number, let after):
            try promise(
                (forgotten...appended).contains(after),
                "member \(number) follows after \(after) of \(forgotten)...\(appended)"
            )
            links[number].follow(book.edits[after..<appended].map(\.message))
        case .sendPresence(let numbers, let message, _):
            for number in numbers { try send(message, to: number) }
        case .close(let number, _, let reason):
            try promise(links[number].isOpen, "member \(number) is closed twice")
            try promise(reason.utf8.count <= 123, "the reason is long: \(reason)")
            links[number].isOpen = false
        case .wake(let time): try promise(time >= now, "it asks to wake at \(time), now is \(now)")
        // Nothing that is as short as a run is stored as a whole.
        case .store: throw Finding("a state is stored after \(book.revision) edits")
        // Nor is it so large that its snapshot would be written elsewhere.
        case .write, .probe: throw Finding("a snapshot is put off after \(book.revision) edits")
        case .state(_, _, let revision):
            try promise(revision <= book.durableRevision, "the state of \(revision) leaves early")
        }
    }

    private func append(_ message: [UInt8], _ revision: Int) throws(Finding) {
        try promise(revision == appended + 1, "edit \(revision) is told after edit \(appended)")
        try promise(revision <= book.durableRevision, "edit \(revision) is told early")
        let stored = book.edits[revision - 1].message
        try promise(stored == message, "the bytes sent are not the bytes stored")
        appended = revision
        for number in links.indices { links[number].tell(message) }
    }

    private func send(_ bytes: [UInt8], to number: Int) throws(Finding) {
        try promise(links[number].isOpen, "member \(number) is not there, and is sent something")
        let message = try read(bytes)
        if case .welcome(let welcome) = message { links[number].client = welcome.client }
        let isFirst = !links[number].isWelcomed
        if case .welcome = message {
            try promise(isFirst, "a second welcome")
        } else {
            try promise(!isFirst, "this comes before the welcome: \(message)")
        }
        try book.check(message, to: links[number].client)
        links[number].send(bytes)
    }

    /// Reads a message as a client does; one that goes to many is read once.
    private func read(_ bytes: [UInt8]) throws(Finding) -> ServerMessage {
        if let latest, latest.bytes == bytes { return latest.message }
        try promise(bytes.count <= Limits.serverMessageBytesMax, "a message is too long")
        guard let message = try? decoder.serverMessage(bytes.span) else {
            throw Finding("this is no message: \(String(decoding: bytes, as: UTF8.self))")
        }
        try promise(message.encoded == bytes, "a message is written in two ways: \(message)")
        latest = (bytes, message)
        return message
    }
}
