internal import EmojiArt
internal import Sync
internal import Transport
internal import WebSockets
internal import Wire

/// What a command does with a document once it has joined.
protocol SessionBody: AnyObject {
    /// The client joined for the first time; the state is current.
    func started(_ session: Session)
    func heard(_ effect: ReplicaEffect, _ session: Session)
    /// The connection is lost for the time being.
    func lost(_ reason: String, retryIn milliseconds: UInt64, _ session: Session)
    /// The server sent the client away for good: says of which edits nobody knows whether they are
    /// in the document; true if there are any.
    func sentAway() -> Bool
}

extension SessionBody {
    func sentAway() -> Bool { false }

    func lost(_ reason: String, retryIn milliseconds: UInt64, _ session: Session) {}
}

/// One run of a command that joins a document: the loop, the client, the time limit, the signals.
final class Session {
    let loop: EventLoop
    let client: SyncClient
    private let body: any SessionBody
    private let timeout: UInt64
    private let lease: KeyStore.Lease?
    private var deadline: UInt64?
    private var result: ExitStatus?
    private var isStarted = false
    private var isOver = false

    /// Makes a run; a viewer joins without a key, and so cannot edit.
    init(_ options: ClientOptions, isViewer: Bool = false, body: any SessionBody) throws(ExitStatus)
    {
        lease =
            isViewer
            ? nil
            : try KeyStore(directory: options.state).lease(for: options.url, purpose: .command)
        do {
            // One socket: a set of descriptors is as good as any other way to wait for it.
            loop = try EventLoop()
        } catch {
            throw .noConnection("\(error)")
        }
        loop.authorities = options.request.access.caFile
        self.body = body
        timeout = UInt64(options.request.timeout * 1_000)
        client = SyncClient(
            options.url,
            on: loop,
            key: lease?.key,
            name: options.name,
            token: options.request.access.token
        )
        client.delegate = self
    }

    /// Runs until the body is done.
    ///
    /// - Throws: `ExitStatus` when not all was done.
    func run() throws(ExitStatus) {
        let signals = Signals()
        let interrupted = loop.makeMailbox(of: Int32.self) { [unowned self] _ in
            finish(.interrupted)
        }
        loop.onAlarm = { [unowned self] now in alarm(now) }
        signals.deliver { interrupted.post($0) }
        startTimeout()
        client.start()
        loop.run()
        if let result { throw result }
    }

    /// Ends the run; the first to say so decides how.
    func finish(_ status: ExitStatus? = nil) {
        guard !isOver else { return }
        isOver = true
        result = status
        client.end()
        // The close frame goes out with this turn; what comes back matters to nobody.
        loop.setAlarm(at: loop.now + 20)
    }

    /// From now on the time limit counts.
    func startTimeout() {
        guard timeout > 0 else { return }
        deadline = loop.now + timeout
        loop.setAlarm(at: loop.now + timeout)
    }

    /// From now on the run takes as long as it takes.
    func stopTimeout() { deadline = nil }

    private func alarm(_ now: UInt64) {
        if isOver { return loop.stop() }
        client.wake(now: now)
        guard let deadline else { return }
        if deadline <= now {
            let pending = client.replica.pendingCount
            let what = pending == 1 ? "1 edit has no answer" : "\(pending) edits have no answer"
            let text =
                isStarted
                ? "timeout: \(what) yet, and may still be carried out"
                : "timeout: not joined within \(timeout / 1_000) s"
            finish(.timeout(text))
        } else {
            loop.setAlarm(at: deadline)
        }
    }
}

extension Session: SyncClientDelegate {
    func client(_ client: SyncClient, tells effect: ReplicaEffect) {
        guard !isOver else { return }
        guard isStarted else {
            // What comes before the welcome is part of it.
            guard effect == .joined else { return }
            isStarted = true
            return body.started(self)
        }
        body.heard(effect, self)
    }

    func client(_ client: SyncClient, lost reason: String, retryIn milliseconds: UInt64) {
        Output.explain("\(reason); reconnecting in \(milliseconds) ms")
        body.lost(reason, retryIn: milliseconds, self)
    }

    func client(_ client: SyncClient, failed status: ExitStatus) {
        guard !isOver, body.sentAway() else { return finish(status) }
        status.text.map(Output.explain)
        finish(.unknown)
    }
}
