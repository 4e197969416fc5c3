import Glibc

/// Lets one thread sleep until another has something for it.
///
/// POSIX and not Dispatch, so that the module needs the C library only.
@safe package final class Doorbell: Sendable {
    // Proof for `nonisolated(unsafe)`: the pointer is set once, and POSIX makes sem_post and
    // sem_wait safe from any thread. It lives on the heap because the kernel keys waits by the
    // address, so the semaphore must never move.
    nonisolated(unsafe) private let handle: UnsafeMutablePointer<sem_t>

    /// Makes one that was not rung.
    package init() {
        unsafe handle = .allocate(capacity: 1)
        unsafe handle.initialize(to: sem_t())
        let result = unsafe sem_init(handle, 0, 0)
        precondition(result == 0, "A private semaphore of value 0 can always be made.")
    }

    deinit {
        unsafe sem_destroy(handle)
        unsafe handle.deallocate()
    }

    /// Wakes the waiting thread, or lets the next wait through.
    package func ring() {
        let result = unsafe sem_post(handle)
        precondition(result == 0, "A bell is rung once for each wait.")
    }

    /// Sleeps until the bell is rung; each ring ends one wait.
    package func wait() {
        while unsafe sem_wait(handle) != 0 {
            precondition(errno == EINTR, "A wait can only be cut short by a signal.")
        }
    }
}
