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
        var thread = pthread_t()
        let box = unsafe Unmanaged.passRetained(Delivery(numbers: numbers, receive: receive))
        let created = unsafe pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                let delivery = unsafe Unmanaged<Delivery>.fromOpaque(pointer).takeRetainedValue()
                var set = Signals.set(of: delivery.numbers)
                while true {
                    var number: Int32 = 0
                    if unsafe sigwait(&set, &number) == 0 { delivery.receive(number) }
                }
            },
            unsafe box.toOpaque()
        )
        precondition(created == 0, "A thread for signals is always to be had at start.")
        pthread_detach(thread)
    }

    /// The thread's own state.
    private final class Delivery: Sendable {
        let numbers: [Int32]
        let receive: @Sendable (Int32) -> Void

        init(numbers: [Int32], receive: @escaping @Sendable (Int32) -> Void) {
            self.numbers = numbers
            self.receive = receive
        }
    }
}
