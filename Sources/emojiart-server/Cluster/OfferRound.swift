internal import EmojiArt
internal import Logging
internal import Storage
internal import WebSockets

/// Has the other nodes know all documents that this one has: those of a server that becomes a node,
/// and after brokers have lost something.
///
/// ```
/// names ─ the directory from its beginning ─► documents one by one: Offering
///                                                └─ its name is new ─► the directory
/// ```
///
/// Until it ends nobody comes in at this node. On the first loop.
final class OfferRound {
    /// How it goes.
    struct Progress: Sendable {
        /// Documents that are looked at, and how many of them are done.
        var documents = 0
        var done = 0
        /// Edits that the orders lacked, and got.
        var edits = 0
        /// Edits that could not be offered, as their clients' numbers are others' now.
        var skipped = 0
        /// What is in the way, by document.
        var failures: [String: String] = [:]
        /// Whether it has ended.
        var hasEnded = false
    }

    private(set) var progress = Progress()
    /// The document that is offered now.
    private(set) var offering: Offering?

    private unowned let server: Server
    private let link: ClusterLink
    /// Whether it is about all documents, or those alone whose names are not known elsewhere.
    private let isOfAll: Bool
    private var unshared: [UInt64: UnsharedDocument] = [:]
    private var waiting: [(name: String, attempt: Int)] = []
    private var hasNames = false
    private var isReading = false
    private var number = 0
    private var goOnAt: UInt64 = 0

    /// How often a document is tried, and how long it waits in between, in milliseconds.
    private static let attemptsMax = 5
    private static let pause: UInt64 = 2_000

    init(ofAll isOfAll: Bool, by link: ClusterLink, on server: Server) {
        self.isOfAll = isOfAll
        self.link = link
        self.server = server
    }

    /// Goes on, if it waits for something that may have come.
    func tick() {
        guard !progress.hasEnded, offering == nil, !isReading, server.now >= goOnAt,
            link.isReady, server.directory?.isCurrent == true
        else { return }
        hasNames ? offerNext() : readNames()
    }

    /// The order cannot be reached: what is under way begins again when it can.
    func orderIsLost() { offering?.orderIsLost() }

    // MARK: Names

    private func readNames() {
        isReading = true
        let (mailbox, journal, isOfAll) = (server.journalMailbox, server.journal, isOfAll)
        journal.unshared { unshared in
            let all = isOfAll ? journal.list().map(\.name) : []
            mailbox.post(
                .errand { server in
                    let unshared = (try? unshared.get()) ?? []
                    server.round?.found(unshared, all)
                }
            )
        }
    }

    private func found(_ unshared: [UnsharedDocument], _ all: [String]) {
        isReading = false
        hasNames = true
        for document in unshared { self.unshared[document.epoch] = document }
        let names = isOfAll ? all : unshared.map(\.name)
        waiting = names.map { ($0, 1) }
        progress.documents = names.count
        server.log.notice("offering documents", metadata: ["documents": "\(names.count)"])
        offerNext()
    }

    /// Has the other nodes know a document by its name, or by another one if it is taken.
    private func share(_ document: UnsharedDocument, as name: String, _ attempt: Int) {
        let mailbox = server.journalMailbox
        isReading = true
        let change = DirectoryChange.create(
            name: name,
            epoch: document.epoch,
            time: document.created,
            countMax: Limits.stackMax
        )
        server.directory?.add(change) { outcome in
            mailbox.post(.errand { $0.round?.shared(document, as: name, attempt, outcome) })
        }
    }

    private func shared(
        _ document: UnsharedDocument,
        as name: String,
        _ attempt: Int,
        _ outcome: DirectoryOutcome?
    ) {
        isReading = false
        switch outcome {
        case .done:
            unshared[document.epoch] = nil
            finish(name)
        case .taken where name == document.name:
            let other = String(name.prefix(46)) + "-" + String(document.epoch, radix: 16)
            share(document, as: other, attempt)
        case .taken, .missing, .tooMany, .userHasTooMany, .deleted, nil:
            fail(document.name, attempt, "Its name could not be announced to the other nodes.")
        }
    }

    // MARK: Documents

    private func offerNext() {
        guard !waiting.isEmpty else { return end() }
        let (name, attempt) = waiting.removeFirst()
        isReading = true
        let mailbox = server.journalMailbox
        server.journal.load(name) { result in
            mailbox.post(.errand { $0.round?.loaded(name, attempt, result) })
        }
    }

    private func loaded(
        _ name: String,
        _ attempt: Int,
        _ result: Result<StoredDocument?, StorageError>
    ) {
        isReading = false
        do {
            // It may be deleted by now.
            guard let stored = try result.get() else { return finish(name) }
            number += 1
            let offering = try Offering(
                number,
                of: stored,
                isPatient: attempt < Self.attemptsMax,
                by: link,
                on: server
            ) { [unowned self] outcome in ended(stored, attempt, outcome) }
            self.offering = offering
            offering.start()
        } catch {
            fail(name, attempt, "\(error)")
        }
    }

    private func ended(_ stored: StoredDocument, _ attempt: Int, _ outcome: Offering.Outcome) {
        offering = nil
        switch outcome {
        case .failed(let cause): return fail(stored.name, attempt, cause)
        case .offered(let edits, let skipped):
            progress.edits += edits
            progress.skipped += skipped
        case .nothing, .begun: break
        }
        if let document = unshared[stored.epoch] {
            share(document, as: document.name, attempt)
        } else {
            finish(stored.name)
        }
    }

    private func fail(_ name: String, _ attempt: Int, _ cause: String) {
        progress.failures[name] = cause
        server.log.warning(
            "a document cannot be offered",
            metadata: ["document": "\(name)", "cause": "\(cause)"]
        )
        // What cannot be reached is no fault of the document.
        let next = link.isReady ? attempt + 1 : attempt
        if next <= Self.attemptsMax {
            waiting.append((name, next))
        } else if let name = DocumentName(name) {
            server.onAllLoops { $0.withheld.insert(name) }
        }
        goOnAt = server.now + Self.pause
        server.wake(at: goOnAt)
    }

    private func finish(_ name: String) {
        progress.failures[name] = nil
        progress.done += 1
        offerNext()
    }

    private func end() {
        progress.hasEnded = true
        server.log.notice(
            "documents were offered",
            metadata: [
                "documents": "\(progress.done)", "edits": "\(progress.edits)",
                "skipped": "\(progress.skipped)", "failed": "\(progress.failures.count)",
            ]
        )
        server.onAllLoops { $0.isOffering = false }
    }
}
