internal import Dispatch

/// What the library calls back about a connection.
final class Handler: Sendable {
    /// Signalled when nothing calls back any more.
    let isClosed = DispatchSemaphore(value: 0)
    private let onEvent: @Sendable (BrokerEvent) -> Void

    init(_ onEvent: @escaping @Sendable (BrokerEvent) -> Void) { self.onEvent = onEvent }

    func receive(_ event: BrokerEvent) { onEvent(event) }

    /// The handler that a callback was given.
    @unsafe static func of(_ user: UnsafeMutableRawPointer?) -> Handler? {
        guard let user = unsafe user else { return nil }
        return unsafe Unmanaged<Handler>.fromOpaque(user).takeUnretainedValue()
    }
}
