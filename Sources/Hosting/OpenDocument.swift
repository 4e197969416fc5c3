package import EmojiArt
internal import Logging
internal import Store
package import Sync
internal import Tokens
internal import Transport
package import WebSockets
internal import Wire

/// A document in memory: its session, the log that its members read, and who they are.
///
/// Carries out what the session asks for. Event-loop thread only.
package final class OpenDocument {
    let id: Int64
    /// Its name.
    package let name: DocumentName
    /// By which what is made elsewhere for it finds it, and not what is opened by its name later.
    let opening: Int
    /// The order of its edits, and what members know.
    package var session: DocumentSession
    /// The frames of its edits, which members follow.
    package let log: FrameLog
    /// The revision that was stored when the document was opened.
    private let openedAt: Int
    /// Its members, by number.
    package private(set) var guests: [Int: Guest] = [:]
    private unowned let server: Server
    /// Exchanges that wait for the durable state, by token.
    private var readers: [Int: (DocumentFormat, HTTPExchange)] = [:]
    private var nextToken = 0
    /// The frames of the snapshot that was sent last.
    private var snapshot: (revision: Int, frames: FrameBundle)?
    /// The presence that newcomers of a crowd were sent last.
    private var everybody: (version: Int, bundle: FrameBundle)?
    private var isCarrying = false
    /// Whether edits wait at the members, by an operator's word.
    package var isFrozen: Bool
    /// True once another server has it: nothing that was done here is told.
    var isLost = false
    /// The digests of the images that were stored for it.
    var images: Set<String>
    /// Bytes that it may still take before the quotas are looked at; and what they said.
    var room = 0
    var isBeyondQuota = false
    /// Whether the server has this document on its list for the end of the turn.
    var isTouched = false
    /// When the session wants to be woken, and until when the document stays although nobody is
    /// here.
    private var wakeAt: UInt64?
    private var idleUntil: UInt64?
    private lazy var alarm = Alarm(server.alarms) { [weak self] in self?.ring(now: $0) }

    init(_ loaded: LoadingSession, _ session: consuming DocumentSession, server: Server) {
        id = loaded.id
        name = session.name
        opening = server.documents.nextOpening()
        self.server = server
        openedAt = session.revision
        images = loaded.images
        isFrozen = loaded.isFrozen
        log = FrameLog(
            firstIndex: loaded.firstEdit ?? session.revision + 1,
            expecting: session.kept
        )
        self.session = session
        self.session.rules = server.hooks.rules
        self.session.limits = server.options.told
        self.session.acceptsPicture = { ImageExamination.accepts($0) }
        carryOut()
        // As long as the log was: from here on there are few at a time.
        (self.session.effects, server.turn.spareEffects) = ([], [])
        // Also without an edit: who asked for it may have to look for its history first.
        fallIdle(for: UInt64(server.options.idleSeconds) * 1_000)
    }

    /// It is time to wake the session, or to look whether the document is still needed.
    private func ring(now: UInt64) {
        if let wakeAt, wakeAt <= now { wake(now: now) }
        if let idleUntil, idleUntil <= now {
            if session.isIdle && readers.isEmpty { return server.unload(self) }
            self.idleUntil = now + 1_000
        }
        setAlarm()
    }

    private func setAlarm() {
        if let wakeAt { alarm.setAtLatest(at: wakeAt) }
        if let idleUntil { alarm.setAtLatest(at: idleUntil) }
    }

    /// Whether it has no edits, and goes with its last member.
    var isEmpty: Bool { session.revision == 0 }

    // MARK: Events

    /// Lets a guest in, at a state that is durable if later edits wait for the disk.
    func join(_ guest: Guest, _ hello: ClientMessage.Hello, at durable: Snapshot? = nil) {
        server.turn.touch(self)
        guest.admission = .member(self)
        guests[guest.number] = guest
        idleUntil = nil
        server.hooks.observer?.joined(name)
        session.join(guest.number, hello, access: guest.grant?.access, at: durable)
        carryOut()
    }

    func permit(_ guest: Guest, _ access: Access) {
        session.permit(guest.number, access)
        carryOut()
    }

    func receive(_ message: ClientMessage, from guest: Guest, past: Document? = nil) {
        server.turn.touch(self)
        let (duplicates, resyncs) = (session.duplicateCount, session.resyncCount)
        let forbidden = session.forbiddenCount
        session.receive(message, from: guest.number, time: Clock.milliseconds, past: past)
        server.metrics.duplicateEdits += session.duplicateCount - duplicates
        server.metrics.desyncs += session.resyncCount - resyncs
        if session.forbiddenCount > forbidden {
            server.metrics.refusedEdits[.notPermitted, default: 0] += 1
        }
        carryOut()
    }

    func leave(_ guest: Guest) {
        server.turn.touch(self)
        guests.removeValue(forKey: guest.number)
        session.leave(guest.number)
        carryOut()
        if guests.isEmpty { empty() }
    }

    private func empty() {
        fallIdle(for: isEmpty ? 0 : UInt64(server.options.idleSeconds) * 1_000)
        server.hooks.observer?.happened(.empty, to: name, revision: session.revision)
    }

    private func fallIdle(for milliseconds: UInt64) {
        idleUntil = server.now + milliseconds
        setAlarm()
    }

    func adopt(_ rules: [any EditRule], _ limits: ServerLimits) {
        session.rules = rules
        session.limits = limits
    }

    /// Sends a member away for good; false when there is none of the number.
    package func remove(_ number: Int, _ reason: String) -> Bool {
        guard let guest = guests[number] else { return false }
        server.part(guest)
        guest.close(.removed, reason)
        return true
    }

    /// Sends all members away, who come back soon; nothing else is done with this afterwards.
    func dismiss() {
        for guest in guests.values {
            guest.close(.restarting, "restarting: retry_after=100")
        }
        guests = [:]
    }

    func drained(_ guest: Guest) {
        server.turn.touch(self)
        server.metrics.slowed(.recovered)
        session.drained(guest.number)
        carryOut()
    }

    func missed(_ guest: Guest, _ message: Int) {
        server.metrics.slowed(.presence)
        session.missed(guest.number, message)
    }

    func lagged(_ guest: Guest) {
        server.turn.touch(self)
        server.metrics.slowed(.snapshot)
        session.lagged(guest.number)
        carryOut()
    }

    func committed(_ count: Int) {
        guard !isLost else { return }
        server.turn.touch(self)
        session.committed(count)
        carryOut()
    }

    func stored() {
        session.stored()
        carryOut()
    }

    /// The end of a turn in which something happened, or a time that the session asked for.
    func wake(now: UInt64) {
        if let wakeAt, wakeAt <= now { self.wakeAt = nil }
        session.wake(now: now)
        carryOut()
    }

    /// The answers that the session asked for are found, or as many as there are.
    func searched(_ member: Int, _ found: AnswerSearch.Found) {
        server.turn.touch(self)
        session.searched(member, found)
        carryOut()
    }

    /// A snapshot that was written on another thread, and its frames.
    func written(_ snapshot: Snapshot, _ frames: [Frame]) {
        server.turn.touch(self)
        self.snapshot = (snapshot.revision, FrameBundle(frames, on: server.loop))
        session.written(snapshot)
        carryOut()
    }

    func answer(_ request: DocumentRequest, _ exchange: HTTPExchange) {
        switch request {
        case .export(let format):
            nextToken += 1
            readers[nextToken] = (format, exchange)
            session.read(nextToken)
            carryOut()
        case .keep(let image, _):
            let kept: String? =
                if case .url(let url) = session.background { url.digest } else { nil }
            server.keep(image, of: self, kept: kept, exchange)
        }
    }

    // MARK: Effects

    /// Takes room for effects.
    func lend(_ rooms: inout [[SessionEffect]]) {
        guard session.effects.capacity == 0, let room = rooms.popLast() else { return }
        session.effects = room
    }

    /// Gives the room for effects away, unless there was much in it.
    func giveBack(to rooms: inout [[SessionEffect]]) {
        guard session.effects.isEmpty else { return }
        if 1...16 ~= session.effects.capacity { rooms.append(session.effects) }
        session.effects = []
    }

    private func send(_ snapshot: Snapshot, to connection: Connection) {
        if snapshot.revision != self.snapshot?.revision {
            let frames = snapshot.parts.map { Frame(text: $0) }
            self.snapshot = (snapshot.revision, FrameBundle(frames, on: server.loop))
        }
        if let frames = self.snapshot?.frames { connection.send(frames) }
    }

    private func carryOut() {
        // An effect may call back in here; what it adds is carried out by the call under way.
        guard !isCarrying else { return }
        isCarrying = true
        var carrying: [SessionEffect] = []
        swap(&carrying, &server.turn.spareEffects)
        while !session.effects.isEmpty {
            swap(&session.effects, &carrying)
            for effect in carrying { carryOut(effect) }
            carrying.removeAll(keepingCapacity: true)
        }
        swap(&carrying, &server.turn.spareEffects)
        if !isTouched { session.effects = [] }
        isCarrying = false
    }

    private func carryOut(_ effect: SessionEffect) {
        switch effect {
        case .commit(let record): server.turn.add(record, of: self)
        case .append(let message, let revision):
            precondition(log.endIndex == revision, "A frame's place in the log is its revision.")
            log.append(message)
            guard revision > openedAt else { return }
            server.hooks.observer?.happened(.changed, to: name, revision: revision)
        case .forget(let revision): log.trim(to: revision + 1)
        case .send(let member, let message): guests[member]?.connection.send(Frame(text: message))
        case .sendSnapshot(let member, let snapshot):
            if let guest = guests[member] { send(snapshot, to: guest.connection) }
        case .sendEverybody(let member, let messages, let version):
            if everybody?.version != version {
                let frames = messages.map { Frame(text: $0) }
                everybody = (version, FrameBundle(frames, on: server.loop))
            }
            if let everybody { guests[member]?.connection.send(everybody.bundle) }
        case .search(let member, let searches): server.search(searches, for: member, in: self)
        case .write(let draft): server.write(draft, of: self)
        case .probe(let member):
            if guests[member]?.connection.probe() == true { session.drained(member) }
        case .follow(let member, let revision):
            guests[member]?.connection.follow(log, from: revision + 1)
        case .sendPresence(let members, let message, let number):
            let bundle = FrameBundle([Frame(text: message)], on: server.loop, number: number)
            for member in members where guests[member]?.connection.sendOrDrop(bundle) == false {
                server.metrics.slowed(.presence)
                session.missed(member, number)
            }
        case .close(let member, let code, let reason):
            server.log.debug(
                "closing connection",
                metadata: [
                    "document": "\(name)", "member": "\(member)", "code": "\(code.rawValue)",
                ]
            )
            guard let guest = guests.removeValue(forKey: member) else { return }
            guest.close(code, reason)
            if guests.isEmpty { empty() }
        case .wake(let time):
            wakeAt = time
            alarm.setAtLatest(at: time)
        case .store(let state): server.store(state, of: self)
        case .state(let token, let document, let revision):
            guard let (format, exchange) = readers.removeValue(forKey: token) else { return }
            let key = SharedAnswers.Key.export(name, format, opening: opening, revision: revision)
            server.render(document, name: name, as: format, of: key, to: exchange)
        }
    }
}

/// What an HTTP client wants of a document that has to be open for it.
enum DocumentRequest {
    case export(DocumentFormat)
    /// That an image is kept for it.
    case keep(StoredImage, HTTPRequest)
}
