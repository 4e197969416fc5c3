internal import EmojiArt
internal import Hosting
internal import Logging
internal import Transport
internal import WebSockets

/// Tells somebody else's server what happens to documents.
///
/// What waits is kept in memory: after a restart it is told when it happens again. Event-loop
/// thread only.
final class Webhooks: DocumentObserver {
    private var queue: WebhookQueue
    private let post: HTTPPost
    private let log: Logger
    private let loop: EventLoop
    private unowned let alarms: Alarms
    private lazy var alarm = Alarm(alarms) { [unowned self] in run(now: $0) }
    private var answers: Mailbox<(WebhookEvent, Bool)>?

    init(_ post: HTTPPost, debounce: UInt64, of server: Server) {
        self.post = post
        alarms = server.alarms
        loop = server.loop
        log = server.log
        queue = WebhookQueue(debounce: debounce)
        answers = loop.makeMailbox { [unowned self] (event: WebhookEvent, isTaken: Bool) in
            queue.finish(event, isTaken: isTaken, now: self.loop.now)
            run(now: self.loop.now)
        }
    }

    func happened(_ kind: DocumentEvent, to name: DocumentName, revision: Int) {
        let event = WebhookEvent(kind: kind, name: name, revision: revision)
        if let due = queue.add(event, now: loop.now) { alarm.setAtLatest(at: due) }
    }

    func joined(_ name: DocumentName) { queue.withdraw(.empty, of: name) }

    private func run(now: UInt64) {
        for event in queue.takeDue(now: now) { send(event) }
        if let due = queue.nextDue { alarm.setAtLatest(at: due) }
    }

    private func send(_ event: WebhookEvent) {
        guard let answers else { return }
        post.send(event.body(time: Clock.milliseconds)) { [log] result in
            var isTaken = true
            if case .failure(let error) = result {
                isTaken = false
                log.warning(
                    "webhook failed",
                    metadata: ["document": "\(event.name)", "cause": "\(error)"]
                )
            }
            answers.post((event, isTaken))
        }
    }
}
