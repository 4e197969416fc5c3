internal import Foundation
internal import Glibc

/// Work that takes long, and that the loop does not wait for.
package enum Offload {
    /// Runs work on another thread; what it made comes back as mail.
    package static func run(_ work: @escaping @Sendable () -> Void) {
        Task.detached(priority: .utility) { work() }
    }

    /// Runs work that takes seconds on a thread of its own, which gives way to all others.
    ///
    /// `run` has as many threads as there are cores: there, documents would wait for it.
    package static func runAlone(_ work: @escaping @Sendable () -> Void) {
        let thread = Thread {
            // On Linux, of this thread only (setpriority(2), "C library/kernel differences").
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            work()
        }
        thread.start()
    }
}
