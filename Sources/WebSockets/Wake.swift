internal import CLibwebsockets
internal import Synchronization

/// The one way for other threads to interrupt the loop: `lws_cancel_service`.
///
/// The lock is held across the call, so the context cannot be destroyed under it. An address
/// instead of a pointer is what may cross threads.
final class Wake: Sendable {
    private let context = Mutex<UInt>(0)

    /// Names the context to wake, or none from the moment that it is being destroyed.
    func set(_ pointer: OpaquePointer?) {
        let address = UInt(bitPattern: pointer)
        context.withLock { $0 = address }
    }

    /// Makes the loop run EVENT_WAIT_CANCELLED soon; nothing when there is no loop.
    func raise() {
        context.withLock { address in
            guard let pointer = unsafe OpaquePointer(bitPattern: address) else { return }
            unsafe lws_cancel_service(pointer)
        }
    }
}
