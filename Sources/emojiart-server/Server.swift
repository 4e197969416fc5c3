internal import DequeModule
internal import EmojiArt
internal import Foundation
internal import Logging
internal import Storage
internal import Sync
internal import WebSockets
internal import Wire

/// Routes between the rooms: connections to documents, documents to the journal, and back.
///
/// ```
/// Connection ──► Guest ──► OpenDocument ──► turn's batch ──► Journal
///     ▲                        │   ▲                            │
///     └──── Frame, FrameLog ◄──┘   └──── committed (mail) ◄─────┘
/// ```
///
/// Event-loop thread only; the journal's answers come as mail.
final class Server {
    let loop: EventLoop
    let log = Logger(label: "emojiart-server")
    let options: ServerOptions
    private(set) var signalMailbox: Mailbox<Int32>
    private let journal: Journal
    private var journalMailbox: Mailbox<JournalMail>
    private(set) var listener: Listener?
    private(set) var access: AccessPolicy
    private var documents = DocumentTable()
    private var decoder = MessageDecoder()

    /// What this turn makes durable, and which documents wait for it.
    private var batch: [JournalEntry] = []
    private var batchCounts: [(document: OpenDocument, count: Int)] = []
    /// Batches on their way, the oldest first.
    private var inFlight: Deque<[(document: OpenDocument, count: Int)]> = []
    private var touched: [OpenDocument] = []
    /// Connections that have not said hello, with their deadlines, the earliest first.
    private var silent: Deque<(deadline: UInt64, guest: Guest)> = []
    private var drain: Drain?

    /// What the journal's thread tells the loop.
    enum JournalMail: Sendable {
        case committed
        case loaded(String, Result<StoredDocument?, StorageError>)
        case listed(Int, Result<[DocumentSummary], StorageError>)
        case rendered(Int, HTTPResponse)
    }

    /// How the server ends.
    private enum Drain {
        /// What came in is being made durable; nothing more is taken.
        case flushing(until: UInt64)
        /// All have been told to come back later.
        case closing(until: UInt64)
    }

    private static let helloTimeout: UInt64 = 5_000
    private static let drainTimeout: UInt64 = 8_000

    init(loop: EventLoop, journal: Journal, options: ServerOptions) {
        self.loop = loop
        self.journal = journal
        self.options = options
        access = AccessPolicy(options, port: options.listen.port)
        // Mailboxes need a receiver, and the receiver is this object: until the next two lines
        // are done nobody knows them, so nothing can come.
        let relay = Relay()
        journalMailbox = loop.makeMailbox { relay.server?.receive($0) }
        signalMailbox = loop.makeMailbox { (_: Int32) in relay.server?.beginDrain() }
        relay.server = self
        loop.onTurnEnd = { [unowned self] in endTurn() }
        loop.onAlarm = { [unowned self] now in alarm(now) }
    }

    private final class Relay {
        weak var server: Server?
    }

    var now: UInt64 { loop.now }

    /// Starts listening and says where.
    func listen() throws(WebSocketError) {
        let listener = try Listener(
            on: loop,
            host: options.listen.host,
            port: options.listen.port,
            subprotocol: "emojiart.v1",
            handler: self
        )
        self.listener = listener
        access = AccessPolicy(options, port: listener.port)
        let place = "\(options.listen.urlHost):\(listener.port)"
        let banner = """
            EmojiArt Sync is ready.
              open    http://\(place)/
              watch   emojiart watch ws://\(place)/documents/demo

            """
        try? FileHandle.standardOutput.write(contentsOf: Data(banner.utf8))
        log.info("listening", metadata: ["address": "\(place)", "data": "\(options.data)"])
    }
}

// MARK: - What documents ask for

extension Server {
    /// Has a document's presence and wakes looked after at the end of this turn.
    func touch(_ document: OpenDocument) {
        guard !document.isTouched else { return }
        document.isTouched = true
        touched.append(document)
    }

    /// Puts a record in this turn's batch.
    func commit(_ record: Record, of document: OpenDocument) {
        batch.append(JournalEntry(record, of: document.id))
        if batchCounts.last?.document === document {
            batchCounts[batchCounts.count - 1].count += 1
        } else {
            batchCounts.append((document, 1))
        }
    }

    func wake(at time: UInt64) { loop.setAlarm(at: time) }

    /// Stores a state. Encoding a large one takes milliseconds, so it is done elsewhere; the
    /// journal gets it after all the edits that it covers, which were submitted before.
    func store(_ state: StoredState, of document: OpenDocument) {
        submitBatch()
        let journal = journal
        let id = document.id
        Task.detached(priority: .utility) {
            let entry = JournalEntry.snapshot(
                document: id,
                revision: Int64(state.revision),
                body: state.encoded(),
                chain: state.chain.bits
            )
            journal.submit([entry]) {}
        }
    }

    /// Renders a document for an HTTP client, off the loop.
    func render(
        _ document: Document,
        name: DocumentName,
        as format: DocumentFormat,
        to exchange: HTTPExchange
    ) {
        let token = documents.hold(exchange)
        let mailbox = journalMailbox
        Task.detached(priority: .utility) {
            mailbox.post(.rendered(token, format.response(document, name: name)))
        }
    }
}

// MARK: - Turns

extension Server {
    private func endTurn() {
        var index = 0
        // By index: waking a document can touch others.
        while index < touched.count {
            let document = touched[index]
            document.isTouched = false
            document.wake(now: now)
            index += 1
        }
        touched.removeAll(keepingCapacity: true)
        submitBatch()
        continueDrain()
    }

    /// Hands this turn's records to the journal: one transaction for all documents.
    private func submitBatch() {
        guard !batch.isEmpty else { return }
        inFlight.append(batchCounts)
        let mailbox = journalMailbox
        journal.submit(batch) { mailbox.post(.committed) }
        batch.removeAll(keepingCapacity: true)
        batchCounts.removeAll(keepingCapacity: true)
    }

    private func receive(_ mail: JournalMail) {
        switch mail {
        case .committed:
            for (document, count) in inFlight.removeFirst() { document.committed(count) }
        case .loaded(let name, let result): finishLoading(name, result)
        case .listed(let token, let result):
            documents.release(token)?.respond(.list(result))
        case .rendered(let token, let response): documents.release(token)?.respond(response)
        }
    }

    private func alarm(_ now: UInt64) {
        while let (deadline, guest) = silent.first, deadline <= now {
            silent.removeFirst()
            if case .silent = guest.phase {
                guest.close(.helloTimeout, "hello_timeout: no hello within 5 s")
            }
        }
        if let next = silent.first { loop.setAlarm(at: next.deadline) }
        let idle = UInt64(options.idleSeconds) * 1_000
        for document in documents.open {
            if let wakeAt = document.wakeAt {
                if wakeAt <= now { document.wake(now: now) } else { loop.setAlarm(at: wakeAt) }
            }
            if document.isUnloadable(now: now, after: idle) {
                documents.remove(document.name)
                log.debug("unloaded", metadata: ["document": "\(document.name)"])
            } else if let since = document.idleSince {
                loop.setAlarm(at: max(since + idle, now + 1_000))
            }
        }
        continueDrain()
    }
}

// MARK: - Loading

extension Server {
    /// Opens a document for a guest who said hello.
    private func enter(_ guest: Guest, _ hello: ClientMessage.Hello) {
        switch documents[guest.name] {
        case .open(let document): document.join(guest, hello)
        case .loading:
            guest.phase = .waiting(hello)
            documents.wait(guest, for: guest.name)
        case nil:
            guest.phase = .waiting(hello)
            documents.wait(guest, for: guest.name)
            load(guest.name, creating: !options.existingOnly)
        }
    }

    private func load(_ name: DocumentName, creating: Bool) {
        let mailbox = journalMailbox
        let epoch = creating ? UInt64.random(in: 1...UInt64.max) : nil
        journal.load(name.string, creatingWith: epoch) { result in
            mailbox.post(.loaded(name.string, result))
        }
    }

    private func finishLoading(_ text: String, _ result: Result<StoredDocument?, StorageError>) {
        guard let name = DocumentName(text) else { return }
        let waiting = documents.takeWaiting(for: name)
        do {
            guard let stored = try result.get() else { return refuseMissing(name, waiting) }
            let document = try OpenDocument(stored, server: self)
            documents.insert(document)
            log.info("opened", metadata: ["document": "\(name)", "revision": "\(stored.revision)"])
            for guest in waiting.guests {
                if case .waiting(let hello) = guest.phase { document.join(guest, hello) }
            }
            for (format, exchange) in waiting.readers { document.export(format, to: exchange) }
            loop.setAlarm(at: now + UInt64(options.idleSeconds) * 1_000)
        } catch {
            log.error("cannot open", metadata: ["document": "\(name)", "cause": "\(error)"])
            for guest in waiting.guests {
                guest.close(.serverFailed, "server_failed: the document cannot be opened")
            }
            for (_, exchange) in waiting.readers {
                exchange.respond(HTTPResponse(status: 500, text: "The document cannot be opened."))
            }
        }
    }

    /// The document does not exist: so far only readers, or no one who may make it, asked for it.
    private func refuseMissing(_ name: DocumentName, _ waiting: DocumentTable.Waiting) {
        for (_, exchange) in waiting.readers { exchange.respond(.noDocument) }
        guard !waiting.guests.isEmpty else { return }
        guard options.existingOnly else {
            // A reader asked first, and a guest came meanwhile, who may make the document.
            for guest in waiting.guests { documents.wait(guest, for: name) }
            return load(name, creating: true)
        }
        for guest in waiting.guests {
            guest.close(.noDocument, "no_document: the document does not exist")
        }
    }
}

// MARK: - The end

extension Server {
    /// Ends the server: takes nothing more, makes durable what came, sends everyone away.
    private func beginDrain() {
        guard drain == nil else { return }
        log.notice("draining", metadata: ["connections": "\(listener?.connectionCount ?? 0)"])
        listener?.stopAccepting()
        drain = .flushing(until: now + Self.drainTimeout)
        loop.setAlarm(at: now + 100)
    }

    private func continueDrain() {
        switch drain {
        case nil: return
        case .flushing(let deadline):
            guard (inFlight.isEmpty && batch.isEmpty) || now >= deadline else { break }
            // Not all at once: a thousand clients a second find a server that has just started.
            let spread = 500 + (listener?.connectionCount ?? 0) * 2
            for guest in documents.guests {
                let wait = Int.random(in: 250...max(251, spread))
                guest.close(.restarting, "restarting: retry_after=\(wait)")
            }
            drain = .closing(until: deadline)
        case .closing(let deadline):
            if listener?.connectionCount == 0 || now >= deadline { loop.stop() }
        }
        loop.setAlarm(at: now + 50)
    }
}

// MARK: - Connections

extension Server: ListenerHandler {
    func upgrade(_ request: HTTPRequest) -> UpgradeDecision {
        if let refusal = access.refusal(of: request) { return .refuse(refusal) }
        guard Route(request.path)?.socket != nil else {
            return .refuse(
                HTTPResponse(
                    status: 404,
                    text: "Connect to /documents/NAME; a name is a-z 0-9 - _."
                )
            )
        }
        return .accept
    }

    func opened(_ connection: Connection, request: HTTPRequest) {
        guard drain == nil, let name = Route(request.path)?.socket else {
            return connection.close(CloseCode.restarting.rawValue, "restarting: retry_after=1000")
        }
        let guest = Guest(connection, name: name)
        connection.owner = guest
        documents.add(guest)
        silent.append((now + Self.helloTimeout, guest))
        loop.setAlarm(at: now + Self.helloTimeout)
    }

    func received(_ message: Span<UInt8>, on connection: Connection) {
        guard drain == nil, let guest = connection.owner as? Guest else { return }
        do throws(DecodeError) {
            let message = try decoder.clientMessage(message)
            switch guest.phase {
            case .silent:
                guard case .hello(let hello) = message else {
                    return guest.close(.badMessage, "bad_message: hello comes first")
                }
                enter(guest, hello)
            case .member(let document): document.receive(message, from: guest)
            case .waiting: guest.close(.badMessage, "bad_message: wait for the welcome")
            case .gone: return
            }
        } catch {
            log.debug("bad message", metadata: ["cause": "\(error)"])
            part(guest)
            guest.close(.badMessage, "bad_message: \(error)")
        }
    }

    func drained(_ connection: Connection) {
        guard let guest = connection.owner as? Guest, case .member(let document) = guest.phase
        else { return }
        document.drained(guest)
    }

    func lagged(_ connection: Connection) {
        guard let guest = connection.owner as? Guest, case .member(let document) = guest.phase
        else { return }
        document.lagged(guest)
    }

    func closed(_ connection: Connection) {
        guard let guest = connection.owner as? Guest else { return }
        part(guest)
        documents.remove(guest)
    }

    /// Takes a guest out of its document.
    private func part(_ guest: Guest) {
        if case .member(let document) = guest.phase {
            document.leave(guest)
            loop.setAlarm(at: now + UInt64(options.idleSeconds) * 1_000)
        }
        guest.phase = .gone
    }

    func respond(to request: HTTPRequest, with exchange: HTTPExchange) {
        if let refusal = access.refusal(of: request) { return exchange.respond(refusal) }
        switch Route(request.path) {
        case nil: exchange.respond(HTTPResponse(status: 404, text: "There is nothing here."))
        case .home: exchange.respond(.home)
        case .health: exchange.respond(HTTPResponse(status: 200, text: "ok"))
        case .document: exchange.respond(.upgradeNeeded)
        case .list:
            let token = documents.hold(exchange)
            let mailbox = journalMailbox
            journal.list { mailbox.post(.listed(token, $0)) }
        case .export(let name, let format): export(name, format, to: exchange)
        }
    }

    private func export(_ name: DocumentName, _ format: DocumentFormat, to exchange: HTTPExchange) {
        switch documents[name] {
        case .open(let document): document.export(format, to: exchange)
        case .loading: documents.wait((format, exchange), for: name)
        case nil:
            documents.wait((format, exchange), for: name)
            load(name, creating: false)
        }
    }
}
