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
        let isStarted = start {
            // On Linux, of this thread only (setpriority(2), "C library/kernel differences").
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
            work()
        }
        if !isStarted { run(work) }
    }

    /// Runs work on a thread of its own; false when the system has none.
    static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
        var thread = pthread_t()
        let box = unsafe Unmanaged.passRetained(Work(body: work))
        let created = unsafe pthread_create(
            &thread,
            nil,
            { pointer in
                guard let pointer = unsafe pointer else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
                return nil
            },
            unsafe box.toOpaque()
        )
        guard created == 0 else {
            unsafe box.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
