internal import CNats

/// The library's subscription; its end is that of the messages.
@safe
final class NativeSubscription: @unchecked Sendable {
    /// What messages are given to.
    private final class Receiver: Sendable {
        let receive: @Sendable (BrokerMessage) -> Void

        init(_ receive: @escaping @Sendable (BrokerMessage) -> Void) { self.receive = receive }
    }

    private let subscription: OpaquePointer

    init(
        _ connection: OpaquePointer,
        _ subject: String,
        _ receive: @escaping @Sendable (BrokerMessage) -> Void
    ) throws(BrokerError) {
        let user = unsafe Unmanaged.passRetained(Receiver(receive)).toOpaque()
        var made: OpaquePointer?
        let status = unsafe natsConnection_Subscribe(
            &made,
            connection,
            subject,
            { _, _, message, user in
                guard let message = unsafe message, let user = unsafe user else { return }
                let receiver = unsafe Unmanaged<Receiver>.fromOpaque(user).takeUnretainedValue()
                unsafe receiver.receive(BrokerMessage(message))
                unsafe natsMsg_Destroy(message)
            },
            user
        )
        guard status == NATS_OK, let made = unsafe made else {
            unsafe Unmanaged<Receiver>.fromOpaque(user).release()
            throw .failed(unsafe String(cString: natsStatus_GetText(status)))
        }
        unsafe subscription = made
        // Only after this no callback is left that could want the receiver.
        unsafe natsSubscription_SetOnCompleteCB(
            subscription,
            { user in
                guard let user = unsafe user else { return }
                unsafe Unmanaged<Receiver>.fromOpaque(user).release()
            },
            user
        )
        // A slow reader here loses what came last: gaps are seen and read, memory is bounded.
        unsafe natsSubscription_SetPendingLimits(subscription, 65_536, 64 << 20)
    }

    deinit {
        unsafe natsSubscription_Unsubscribe(subscription)
        unsafe natsSubscription_Destroy(subscription)
    }
}
