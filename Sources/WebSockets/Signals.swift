internal import CLibwebsockets
internal import Glibc

/// Signals as mail, received by a thread that does nothing else.
///
/// A handler may call next to nothing; a thread that waits for the blocked signals may post mail.
package struct Signals {
    private let numbers: [Int32]

    /// Blocks the signals, SIGTERM and SIGINT unless told otherwise; before any other thread is
    /// made.
    package init(_ numbers: [Int32] = [SIGTERM, SIGINT]) {
        self.numbers = numbers
        var set = Self.set(of: numbers)
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        // A peer that is gone is told by the write's result.
        signal(SIGPIPE, SIG_IGN)
    }

    private static func set(of numbers: [Int32]) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in numbers { unsafe sigaddset(&set, number) }
        return set
    }

    /// Posts the number of each signal that comes from now on.
    package func deliver(to mailbox: Mailbox<Int32>) {
        var thread = pthread_t()
        let box = unsafe Unmanaged.passRetained(Delivery(numbers: numbers, mailbox: mailbox))
        let created = unsafe pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                let delivery = unsafe Unmanaged<Delivery>.fromOpaque(pointer).takeRetainedValue()
                var set = Signals.set(of: delivery.numbers)
                while true {
                    var number: Int32 = 0
                    if unsafe sigwait(&set, &number) == 0 { delivery.mailbox.post(number) }
                }
            },
            unsafe box.toOpaque()
        )
        precondition(created == 0, "A thread for signals is always to be had at start.")
        pthread_detach(thread)
    }

    /// What the thread needs.
    private final class Delivery: Sendable {
        let numbers: [Int32]
        let mailbox: Mailbox<Int32>

        init(numbers: [Int32], mailbox: Mailbox<Int32>) {
            self.numbers = numbers
            self.mailbox = mailbox
        }
    }
}
