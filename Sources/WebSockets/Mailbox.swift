internal import Synchronization
internal import Transport

/// The way into a loop from other threads: post mail here, the loop receives it there.
///
/// Mail of one poster arrives in order. Mail posted after the loop has ended is dropped with it.
/// Unbounded: who posts bounds what it posts.
package final class Mailbox<Mail: Sendable>: Sendable {
    private let pending = Mutex<[Mail]>([])
    private let wake: Wake

    init(wake: Wake) {
        self.wake = wake
    }

    /// Hands mail over from any thread; wakes the loop only when nothing was waiting.
    package func post(_ mail: Mail) {
        let wasEmpty = pending.withLock { mails in
            mails.append(mail)
            return mails.count == 1
        }
        if wasEmpty { wake.raise() }
    }

    var isEmpty: Bool { pending.withLock { $0.isEmpty } }

    func take() -> [Mail] {
        pending.withLock { mails in
            defer { mails = [] }
            return mails
        }
    }
}
