internal import EmojiArt
internal import Logging
internal import Storage
internal import WebSockets
internal import Wire

// Changes of names and tokens: carried out at once on a single node, and else where the order of
// all nodes has them.
extension Server {
    /// Gets what came of a change; nil when the other nodes cannot be asked now.
    ///
    /// Runs on whatever thread is done with it.
    typealias ChangeCompletion = @Sendable (DirectoryOutcome?) -> Void

    /// Has a change carried out.
    func change(_ change: DirectoryChange, completion: @escaping ChangeCompletion) {
        guard cluster != nil else { return carryOut(change, at: nil, completion: completion) }
        onLoop(0) { server in server.directory?.add(change, completion: completion) }
    }

    /// Has a change carried out, and an HTTP client told what came of it.
    func change(_ change: DirectoryChange, _ exchange: HTTPExchange) {
        let token = documents.hold(exchange)
        let mailbox = journalMailbox
        self.change(change) { mailbox.post(.rendered(token, HTTPResponse($0))) }
    }

    /// Carries a change out on the loop of its document, and puts it in effect once it is durable.
    ///
    /// - Parameters:
    ///   - change: what it is.
    ///   - place: where the order has it; nil for this node's own.
    ///   - completion: gets what came of it.
    func carryOut(
        _ change: DirectoryChange,
        at place: DirectoryPlace?,
        completion: @escaping ChangeCompletion
    ) {
        onLoop(change.name.map { group.home(of: $0) } ?? 0) { server in
            server.prepare(change)
            server.store(change, at: place, for: server.index, completion: completion)
        }
    }

    /// Has a document made whose place in the order is known; others may be on their way.
    ///
    /// Nothing of its loop comes before it, so they are stored in the order in which they come.
    func create(
        _ change: DirectoryChange,
        at place: DirectoryPlace,
        completion: @escaping ChangeCompletion
    ) {
        let home = change.name.map { group.home(of: $0) } ?? 0
        store(change, at: place, for: home, completion: completion)
    }

    /// Stores a change, and puts it in effect on a loop once it is durable.
    private func store(
        _ change: DirectoryChange,
        at place: DirectoryPlace?,
        for home: Int,
        completion: @escaping ChangeCompletion
    ) {
        let mailbox = group.mailbox(home)
        journal.change(change, at: place) { outcome in
            mailbox?.post(
                .errand { server in
                    if outcome == .done { server.putInEffect(change) }
                    completion(outcome)
                }
            )
        }
    }

    /// What comes before a change is stored.
    private func prepare(_ change: DirectoryChange) {
        switch change {
        case .rename(let name, _), .delete(let name):
            if let name = DocumentName(name) { setDown(name) }
        case .revoke(let revocation):
            // At once, also while the disk is full: what is durable matters for the next start.
            onAllLoops { server in
                server.revocations.insert(revocation)
                server.endUnwelcome()
            }
        case .pardon(let revocation): onAllLoops { $0.revocations.remove(revocation) }
        case .create, .discard, .freeze: break
        }
        // What was done so far comes before it.
        submitBatch()
    }

    /// What comes after a change is stored.
    private func putInEffect(_ change: DirectoryChange) {
        if case .freeze(let name, let isFrozen) = change, let name = DocumentName(name) {
            putInEffect(isFrozen, of: name)
        }
    }

    /// Has a loop do something, at once when it is this one.
    private func onLoop(_ index: Int, _ errand: @escaping Errand) {
        if index == self.index {
            errand(self)
        } else {
            group.mailbox(index)?.post(.errand(errand))
        }
    }

    /// Takes a document out of memory before its name changes hands.
    ///
    /// Its members come back, and are told then; whatever they did is in the journal's queue ahead
    /// of the change. One that is on its way from the journal is looked for anew when it comes.
    func setDown(_ name: DocumentName) {
        switch documents[name] {
        case nil: break
        case .loading: documents.distrust(name)
        case .open(let document):
            document.dismiss()
            documents.remove(name)
        }
    }
}

extension DirectoryChange {
    /// Whether it makes a document.
    var isCreation: Bool {
        if case .create = self { true } else { false }
    }

    /// The name of the document that it is about; nil when it is about none.
    fileprivate var name: String? {
        switch self {
        case .create(let name, _, _, _, _, _), .discard(let name, _), .rename(let name, _),
            .delete(let name), .freeze(let name, _):
            name
        case .revoke, .pardon: nil
        }
    }
}

extension HTTPResponse {
    /// What is said of what came of a change; nil for one that other nodes could not be asked.
    init(_ outcome: DirectoryOutcome?) {
        self =
            switch outcome {
            case .done, .deleted: .done
            // None is made over HTTP.
            case .missing, .tooMany, .userHasTooMany: .noDocument
            case .taken: .nameTaken
            case nil: .noOrder
            }
    }
}
