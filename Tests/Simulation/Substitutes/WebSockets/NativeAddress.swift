/// Addresses, which a simulated network has none of.
enum NativeAddress {
    /// The address of a socket's peer.
    static func peer(of descriptor: Int32) -> String { "10.0.0.\(descriptor % 250)" }

    /// The address to listen on.
    static func listenable(host: String, port: Int) throws(WebSocketError) -> String { host }
}
