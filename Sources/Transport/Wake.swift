internal import CLibwebsockets
internal import Synchronization

/// The one way for other threads to interrupt the loop.
///
/// The lock is held across the call, so that the loop cannot be destroyed under it. An address
/// instead of a pointer is what may cross threads.
package final class Wake: Sendable {
    private let target = Mutex<UInt?>(nil)

    /// Makes one that wakes nothing yet.
    package init() {}

    func set(to loop: LibevLoop?) {
        let address = loop.map { unsafe UInt(bitPattern: $0.pointer) }
        target.withLock { $0 = address }
    }

    /// There is nothing to wake from now on: it is being destroyed.
    func clear() { target.withLock { $0 = nil } }

    /// Makes the loop look into its mailboxes soon; nothing when there is no loop.
    package func raise() {
        target.withLock { target in
            guard let target,
                let loop = unsafe UnsafeMutablePointer<shim_loop>(bitPattern: target)
            else { return }
            unsafe shim_loop_wake(loop)
        }
    }
}
