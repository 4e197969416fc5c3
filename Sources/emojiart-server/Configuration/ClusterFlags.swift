internal import ArgumentParser

/// The other nodes, as the command line gives the way to them; nil where it does not.
struct ClusterFlags: ParsableArguments {
    @Option(
        help: """
            Broker that several servers share, such as nats://10.0.0.7:4222; repeatable. Without \
            one, this server runs alone.
            """
    )
    var cluster: [String] = []

    @Option(
        help: .setting("Name of the stream at the brokers, one per cluster", \.clusterStream)
    )
    var clusterStream: String?

    @Option(
        help: .setting(
            "Streams over which documents are spread; the same on all nodes, never changed",
            \.clusterStreams
        )
    )
    var clusterStreams: Int?

    @Option(
        help: .setting(
            "Brokers that store an edit before it is acknowledged: 3, or 1 for a single broker",
            \.clusterReplicas
        )
    )
    var clusterReplicas: Int?

    @Option(help: "File with this server's credentials for the brokers.")
    var clusterCredentials: String?

    @Option(help: "PEM file of certificate authorities for the brokers; turns on TLS.")
    var clusterAuthorities: String?
}
