internal import EmojiArt
internal import HTTPClient
internal import Hosting
internal import Logging
internal import Transport
internal import WebSockets

/// Tells somebody else's server what happens to documents.
///
/// What waits is kept in memory: after a restart it is told when it happens again. Event-loop
/// thread only.
final class Webhooks: DocumentObserver {
    /// What the receiver has for an answer.
    private static let timeout = Duration.seconds(10)
    /// Requests that are under way at once.
    private static let connectionsMax = 8

    private var queue: WebhookQueue
    private let url: HTTPURL
    private let signature: HookSignature?
    private let post = HTTPPost(timeout: timeout, connectionsMax: connectionsMax)
    private let log: Logger
    private let loop: EventLoop
    private unowned let alarms: Alarms
    private lazy var alarm = Alarm(alarms) { [unowned self] in run(now: $0) }
    private var answers: Mailbox<(WebhookEvent, Bool)>?

    /// Makes a sender.
    ///
    /// - Parameters:
    ///   - url: Where to.
    ///   - signature: How requests are signed, if they are.
    ///   - debounce: Milliseconds between what is told of one document.
    ///   - alarms: What has the next request sent.
    ///   - loop: Which the answers come back to.
    ///   - log: Where failures are told.
    init(
        url: HTTPURL,
        signature: HookSignature?,
        debounce: UInt64,
        alarms: Alarms,
        loop: EventLoop,
        log: Logger
    ) {
        self.url = url
        self.signature = signature
        self.alarms = alarms
        self.loop = loop
        self.log = log
        queue = WebhookQueue(debounce: debounce)
        answers = loop.makeMailbox { [unowned self] (event: WebhookEvent, isTaken: Bool) in
            queue.finish(event, isTaken: isTaken, now: self.loop.now)
            run(now: self.loop.now)
        }
    }

    /// How many events were given up.
    var lostCount: Int { queue.lostCount }

    /// Gets an event of a document.
    func happened(_ kind: DocumentEvent, to name: DocumentName, revision: Int) {
        let event = WebhookEvent(kind: kind, name: name, revision: revision)
        if let due = queue.add(event, now: loop.now) { alarm.setAtLatest(at: due) }
    }

    /// Somebody joined a document.
    func joined(_ name: DocumentName) { queue.withdraw(.empty, of: name) }

    /// Sends what is due.
    private func run(now: UInt64) {
        for event in queue.takeDue(now: now) { send(event) }
        planNext()
    }

    private func planNext() {
        if let due = queue.nextDue { alarm.setAtLatest(at: due) }
    }

    private func send(_ event: WebhookEvent) {
        let time = Clock.milliseconds
        let body = event.body(time: time)
        var headers: [String: String] = [:]
        if let signature {
            headers[HookSignature.header] = signature.value(of: body, at: time / 1_000)
        }
        guard let answers else { return }
        let log = log
        post.send(body, to: url, headers: headers) { result in
            if case .failure(let error) = result {
                log.warning(
                    "webhook failed",
                    metadata: ["document": "\(event.name)", "cause": "\(error)"]
                )
                answers.post((event, false))
            } else {
                answers.post((event, true))
            }
        }
    }
}
