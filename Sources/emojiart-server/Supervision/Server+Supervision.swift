internal import Storage
internal import WebSockets

// What the service manager is told, if there is one.
extension Server {
    /// Says that the server serves.
    func reportReady() {
        supervisor?.isReady("Serving documents")
        beat()
    }

    /// Reads settings anew, and tells when that is done.
    func reload(_ read: () -> Void) {
        supervisor?.isReloading()
        read()
        reportReady()
    }

    /// Asks the journal's thread whether it gets on, when it is time to.
    func beat() {
        if supervisor?.shallAsk(now: now) == true {
            let mailbox = journalMailbox
            journal.probe { mailbox.post(.alive) }
        }
        if let next = supervisor?.nextAsk { loop.setAlarm(at: next) }
    }

    /// The journal's thread gets on: if all loops do, that is a sign of life.
    func journalIsAlive() {
        gather {
            $0.index
        } completion: { [unowned self] _ in
            supervisor?.hasAnswer(now: now)
            beat()
        }
    }
}
