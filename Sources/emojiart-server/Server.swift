internal import DequeModule
internal import EmojiArt
internal import Foundation
internal import Logging
internal import Storage
internal import Sync
internal import Tokens
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
    var options: ServerOptions
    let journal: Journal
    /// The loops of this server, and which of them this is.
    let group: LoopGroup
    let index: Int
    /// What other loops were asked for.
    var gatherings: [Int: AnyObject] = [:]
    var nextGathering = 0
    var journalMailbox: Mailbox<Mail>
    private(set) var listener: Listener?
    /// Where operators come.
    var operators: Listener?
    /// The port on which the server listens.
    private(set) var port: Int
    var origins: OriginPolicy
    /// What judges tokens, and what it refuses although it is signed.
    var tokens: TokenVerifier
    var revocations: Revocations
    /// The host's own rules about edits, and who is asked about them besides.
    var rules: [any EditRule] = []
    var ruleHook: RuleHook?
    /// Whoever is told what happens to documents.
    var webhooks: Webhooks?
    /// When the ends of tokens are looked at next, by the loop's clock.
    var expiryAlarm: UInt64?
    let page = Page()
    var documents: DocumentTable
    var decoder = MessageDecoder()

    /// The lists of documents that are made.
    var listing = Listing()
    /// Answers that several ask for.
    var answers = SharedAnswers()

    /// What this turn makes durable, and which documents wait for it.
    var batch: [JournalEntry] = []
    var batchCounts: [(document: OpenDocument, count: Int)] = []
    /// Batches on their way, the oldest first.
    var inFlight: Deque<[(document: OpenDocument, count: Int)]> = []
    var touched: [OpenDocument] = []
    /// Connections that have not said hello, with their deadlines, the earliest first.
    var silent: Deque<(deadline: UInt64, guest: Guest)> = []
    var drain: Drain?
    /// When backups are made, and the one that is being made.
    var backups = BackupSchedule()
    var backupJob: BackupJob?
    /// The last one that an operator asked for.
    var askedBackup: BackupStatus?
    var metrics = Metrics()
    /// The documents that take no edits, by an operator's word.
    var frozen: Set<DocumentName> = []
    /// Who waits for a document of the past.
    var past = PastQueue()
    /// When what is not to be kept of the past is looked for.
    var retentionDue: UInt64?
    /// The service manager, if one started this process.
    var supervisor: Supervisor?
    /// When the log may name a refused token again, and how many there were since.
    var refusedTokens = (due: UInt64(0), count: 0)
    /// When the log may name addresses with too many connections again.
    var excessDue: UInt64 = 0
    /// Whether less of the disk is free than is to stay so, and when that is looked at next.
    var isDiskLow = false
    var diskCheckAt: UInt64 = 0
    /// When the certificate is looked at the next time.
    var certificateCheckAt: UInt64 = 0

    /// What other threads tell the loop.
    enum Mail: Sendable {
        case committed
        case loaded(String, Result<LoadingSession?, any Error>)
        case rendered(Int, HTTPResponse)
        case examined(Int, DocumentName, ImageExamination)
        case former(DocumentName, guests: [Int], Result<[FormerDocument], StorageError>)
        case encoded(DocumentName, opening: Int, JournalEntry)
        case written(DocumentName, opening: Int, Snapshot, [Frame])
        case copied(Result<BackupDraft, StorageError>)
        case backedUp(Result<BackupReport, any Error>)
        case rebuilt(Int, PastAnswer)
        case retained
        case alive
        case errand(Errand)
    }

    /// How the server ends.
    enum Drain {
        /// What came in is being made durable; nothing more is taken.
        ///
        /// `quietSince` is when all was, so that the answers have a turn to go out before anyone is
        /// sent away.
        case flushing(until: UInt64, quietSince: UInt64?)
        /// All have been told to come back later.
        case closing(until: UInt64)
    }

    static let subprotocol = "emojiart.v1"
    static let helloTimeout: UInt64 = 5_000
    static let drainTimeout: UInt64 = 8_000

    /// - Parameters:
    ///   - loop: of this thread.
    ///   - journal: which all loops share.
    ///   - options: what the operator decided.
    ///   - tokens: judges tokens.
    ///   - group: the loops of the server.
    ///   - index: which of them this is.
    init(
        loop: EventLoop,
        journal: Journal,
        options: ServerOptions,
        tokens: TokenVerifier,
        group: LoopGroup = LoopGroup(),
        index: Int = 0
    ) {
        self.loop = loop
        self.group = group
        self.index = index
        documents = DocumentTable(group.headcount)
        self.journal = journal
        self.options = options
        self.tokens = tokens
        revocations = Revocations(journal.revoked)
        port = options.listen.port
        origins = OriginPolicy(options, port: port)
        // The mailbox needs a receiver, and the receiver is this object: until the next two lines
        // are done nobody knows it, so nothing can come.
        let relay = Relay()
        journalMailbox = loop.makeMailbox { relay.server?.receive($0) }
        relay.server = self
        group.join(index, journalMailbox)
        frozen = Set(journal.frozenNames.compactMap { DocumentName($0) })
        loop.onTurnEnd = { [unowned self] in endTurn() }
        loop.onFlushed = { [unowned self] in
            guard metrics.hasUndelivered else { return }
            metrics.flushed(now: EventLoop.readNanoseconds())
        }
        loop.onRest = { [unowned self] in metrics.rested(after: $0) }
        loop.onAlarm = { [unowned self] now in alarm(now) }
    }

    private final class Relay {
        weak var server: Server?
    }

    var now: UInt64 { loop.now }

    /// Whether the disk is so far behind that another edit would have to wait in memory.
    var isOverloaded: Bool { journal.statistics.queuedBytes > options.queuedBytesMax }

    /// Starts listening and says where; with a certificate it speaks TLS.
    func listen(identity: TLSIdentity? = nil) throws(WebSocketError) {
        let listener = try Listener(
            on: loop,
            host: options.listen.host,
            port: options.listen.port,
            subprotocol: Self.subprotocol,
            identity: identity,
            handler: self
        )
        adopt(listener)
        onAllLoops { [port = listener.port] in $0.isReached(at: port) }
        retainSoon()
        let place = "\(options.listen.urlHost):\(listener.port)"
        // The client was built beside the server.
        let path = CommandLine.arguments[0]
        let program = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let secure = identity == nil ? "" : "s"
        let banner = """
            EmojiArt Sync is ready.
              open    http\(secure)://\(place)/
              edit    \(program)emojiart open ws\(secure)://\(place)/documents/demo

            """
        try? FileHandle.standardOutput.write(contentsOf: Data(banner.utf8))
        scheduleBackups()
        log.info("listening", metadata: ["address": "\(place)", "data": "\(options.data)"])
        checkCertificate()
        checkDisk()
        tellExcess()
        reportReady()
    }

    /// Serves who comes by a listener.
    func adopt(_ listener: Listener) {
        self.listener = listener
        listener.trustedProxies = options.trustedProxies
    }

    /// The server listens on a port.
    private func isReached(at port: Int) {
        self.port = port
        origins = OriginPolicy(options, port: port)
    }
}

// MARK: - Turns

extension Server {
    func endTurn() {
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
    func submitBatch() {
        guard !batch.isEmpty else { return }
        inFlight.append(batchCounts)
        let mailbox = journalMailbox
        journal.submit(batch) { mailbox.post(.committed) }
        batch.removeAll(keepingCapacity: true)
        batchCounts.removeAll(keepingCapacity: true)
    }

    func receive(_ mail: Mail) {
        switch mail {
        case .committed:
            var total = 0
            for (document, count) in inFlight.removeFirst() {
                document.committed(count)
                total += count
            }
            metrics.committed(total, now: EventLoop.readNanoseconds())
        case .loaded(let name, let result): finishLoading(name, result)
        case .rendered(let token, let response): documents.release(token)?.respond(response)
        case .examined(let token, let name, let examination): keep(examination, for: name, token)
        case .former(let name, let guests, let result): admit(guests, to: name, result)
        case .encoded(let name, let opening, let snapshot):
            guard documents.find(name, opening: opening) != nil else { return }
            let mailbox = journalMailbox
            submitBatch()
            journal.submit([snapshot]) {
                mailbox.post(
                    .errand { $0.documents.find(name, opening: opening)?.stored() }
                )
            }
        case .written(let name, let opening, let snapshot, let frames):
            documents.find(name, opening: opening)?.written(snapshot, frames)
        case .copied(let result): finishBackup(result)
        case .backedUp(let result): endBackup(result)
        case .rebuilt(let token, let answer): past.finish(token)?(answer)
        case .retained: retained()
        case .alive: journalIsAlive()
        case .errand(let errand): errand(self)
        }
    }

    func alarm(_ now: UInt64) {
        while let (deadline, guest) = silent.first, deadline <= now {
            silent.removeFirst()
            if case .silent = guest.phase {
                guest.close(.helloTimeout, "hello_timeout: no hello within 5 s")
            }
        }
        if let next = silent.first { loop.setAlarm(at: next.deadline) }
        webhooks?.run(now: now)
        beat()
        checkCertificate()
        checkDisk()
        tellExcess()
        listNext()
        endExpired()
        if let expiryAlarm { loop.setAlarm(at: expiryAlarm) }
        let idle = UInt64(options.idleSeconds) * 1_000
        for document in documents.open {
            if let wakeAt = document.wakeAt {
                if wakeAt <= now { document.wake(now: now) } else { loop.setAlarm(at: wakeAt) }
            }
            if document.isUnloadable(now: now, after: document.isEmpty ? 0 : idle) {
                documents.remove(document.name)
                if document.isEmpty { discard(document) }
                log.debug("document unloaded", metadata: ["document": "\(document.name)"])
            } else if let since = document.idleSince {
                loop.setAlarm(at: max(since + (document.isEmpty ? 0 : idle), now + 1_000))
            }
        }
        continueBackups()
        retain(now)
        continueDrain()
    }
}
