internal import CLibwebsockets
internal import Synchronization

/// The one way for other threads to interrupt the loop.
///
/// The lock is held across the call, so that the loop cannot be destroyed under it. An address
/// instead of a pointer is what may cross threads.
package final class Wake: Sendable {
    private enum Target {
        /// A context that runs on libwebsockets' own loop: `lws_cancel_service` is its one function
        /// that other threads may call.
        case context(UInt)
        case libev(UInt)
    }

    private let target = Mutex<Target?>(nil)

    /// Makes one that wakes nothing yet.
    package init() {}

    func set(to loop: NativeLoop, _ libev: LibevLoop?) {
        let address: Target
        if let libev {
            address = unsafe .libev(UInt(bitPattern: libev.pointer))
        } else {
            address = unsafe .context(UInt(bitPattern: loop.pointer))
        }
        target.withLock { $0 = address }
    }

    /// There is nothing to wake from now on: it is being destroyed.
    func clear() { target.withLock { $0 = nil } }

    /// Makes the loop look into its mailboxes soon; nothing when there is no loop.
    package func raise() {
        target.withLock { target in
            switch target {
            case .context(let address):
                guard let pointer = unsafe OpaquePointer(bitPattern: address) else { return }
                unsafe lws_cancel_service(pointer)
            case .libev(let address):
                guard let pointer = unsafe UnsafeMutablePointer<shim_loop>(bitPattern: address)
                else { return }
                unsafe shim_loop_wake(pointer)
            case nil: return
            }
        }
    }
}
