/// Where the brokers are that give several nodes one order.
struct ClusterOptions: Sendable, Equatable {
    /// `nats://HOST:PORT`, any of them.
    var urls: [String]
    /// The stream's name at the brokers: nodes of one name are one cluster.
    var stream: String
    /// Streams that documents are dealt out to.
    var streams: Int
    /// Brokers that keep each edit before it is acknowledged.
    var replicas: Int
    /// A file with credentials for them; nil for none.
    var credentials: String?
    /// A file with the certificates of who vouches for them; nil without TLS.
    var authorities: String?

    /// The name of one of the streams, counted from 0.
    func name(ofStream index: Int) -> String { index == 0 ? stream : "\(stream)_\(index + 1)" }
}
