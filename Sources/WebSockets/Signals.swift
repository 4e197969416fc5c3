internal import Glibc

/// SIGTERM and SIGINT as mail, received by a thread that does nothing else.
///
/// A handler may call next to nothing; a thread that waits for the blocked signals may post mail.
package struct Signals {
    /// Blocks the signals; before any other thread is made.
    package init() {
        var set = Self.set
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        // A peer that is gone is told by the write's result.
        signal(SIGPIPE, SIG_IGN)
    }

    private static var set: sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        return set
    }

    /// Posts the number of each signal that comes from now on.
    package func deliver(to mailbox: Mailbox<Int32>) {
        var thread = pthread_t()
        let box = unsafe Unmanaged.passRetained(mailbox)
        let created = unsafe pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                let mailbox = unsafe Unmanaged<Mailbox<Int32>>.fromOpaque(pointer)
                    .takeRetainedValue()
                var set = Signals.set
                while true {
                    var number: Int32 = 0
                    if unsafe sigwait(&set, &number) == 0 { mailbox.post(number) }
                }
            },
            unsafe box.toOpaque()
        )
        precondition(created == 0, "A thread for signals is always to be had at start.")
        pthread_detach(thread)
    }
}
