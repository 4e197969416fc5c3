/// Where the brokers are, and who this node is to them.
package struct BrokerOptions: Sendable {
    /// `nats://HOST:PORT`, any of them; a name and password may stand before the host.
    package var urls: [String]
    /// What operators see of this node at the brokers.
    package var name: String
    /// A file with credentials (a signed token and its key); nil for none.
    package var credentials: String?
    /// A file with the certificates of who vouches for the brokers; nil for those of the system.
    package var authorities: String?

    /// Milliseconds between two attempts to connect.
    package var reconnectMilliseconds: Int64 = 100
    /// Milliseconds between two pings of a live connection, of which two may be unanswered.
    package var pingMilliseconds: Int64 = 2_000

    /// Makes options.
    package init(urls: [String], name: String) {
        self.urls = urls
        self.name = name
    }
}
