internal import CLibwebsockets
internal import Glibc

/// Signals, received by a thread that does nothing else.
///
/// A handler may call next to nothing; a thread that waits for the blocked signals may do anything.
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

    /// Calls with the number of each signal that comes from now on, on the thread that waits.
    package func deliver(to receive: @escaping @Sendable (Int32) -> Void) {
        let numbers = numbers
        let isStarted = Offload.start {
            var set = Self.set(of: numbers)
            while true {
                var number: Int32 = 0
                if unsafe sigwait(&set, &number) == 0 { receive(number) }
            }
        }
        precondition(isStarted, "A thread for signals is always to be had at start.")
    }
}
