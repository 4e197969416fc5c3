internal import ArgumentParser

/// The other nodes, as the command line gives the way to them; nil where it does not.
struct ClusterFlags: ParsableArguments {
    @Option(
        help: """
            A broker that gives several servers one order, such as nats://10.0.0.7:4222; may be \
            repeated. Without one this server is alone.
            """
    )
    var cluster: [String] = []

    @Option(
        help: .setting("The stream's name at the brokers, one for each cluster", \.clusterStream)
    )
    var clusterStream: String?

    @Option(
        help: .setting(
            "Streams that documents are dealt out to, the same for all nodes and for good",
            \.clusterStreams
        )
    )
    var clusterStreams: Int?

    @Option(
        help: .setting(
            "Brokers that keep an edit before it is acknowledged: 3, or 1 of one alone",
            \.clusterReplicas
        )
    )
    var clusterReplicas: Int?

    @Option(help: "A file with this server's credentials for the brokers.")
    var clusterCredentials: String?

    @Option(
        help: "A PEM file with the certificates of who vouches for the brokers, which speak TLS."
    )
    var clusterAuthorities: String?
}
