// The way to other nodes.
extension ServerOptions {
    /// The cluster that this server is a node of; nil when it is alone.
    var clusterOptions: ClusterOptions? {
        guard !cluster.isEmpty else { return nil }
        return ClusterOptions(
            urls: cluster,
            stream: clusterStream,
            streams: clusterStreams,
            replicas: clusterReplicas,
            credentials: clusterCredentials.isEmpty ? nil : clusterCredentials,
            authorities: clusterAuthorities.isEmpty ? nil : clusterAuthorities
        )
    }
}
