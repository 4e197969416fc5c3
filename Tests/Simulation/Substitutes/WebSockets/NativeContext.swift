/// What there is of libwebsockets: nothing that could be destroyed.
final class NativeContext {
    /// A listening port.
    struct VirtualHost {
        /// The port it listens on.
        var port: Int { 8_080 }
    }

    /// The TLS of a port.
    enum TLS { case none, server }

    /// Whether it is over.
    private(set) var isDestroyed = false

    /// Makes a listening port.
    func makeVirtualHost(
        protocolName: String,
        receiveBytes: Int,
        interface: String? = nil,
        port: Int? = nil,
        tls: TLS = .none,
        listener: Listener? = nil
    ) -> VirtualHost? {
        VirtualHost()
    }

    /// Ends it.
    func destroy() { isDestroyed = true }
}
