/// The way to other nodes.
extension Setting {
    /// All of it is for a start: a node cannot go to another cluster while it runs.
    static let cluster = [
        Setting("cluster", \.cluster, flag: \.cluster.cluster),
        Setting(
            "cluster-stream",
            \.clusterStream,
            flag: \.cluster.clusterStream,
            expected: "a name of letters, digits, - and _",
            accepts: { $0.wholeMatch(of: /[A-Za-z0-9_-]{1,64}/) != nil }
        ),
        Setting(
            "cluster-streams",
            \.clusterStreams,
            flag: \.cluster.clusterStreams,
            in: 1...64
        ),
        Setting(
            "cluster-replicas",
            \.clusterReplicas,
            flag: \.cluster.clusterReplicas,
            in: 1...5
        ),
        Setting(
            "cluster-credentials",
            \.clusterCredentials,
            flag: \.cluster.clusterCredentials,
            expected: "a file"
        ),
        Setting(
            "cluster-authorities",
            \.clusterAuthorities,
            flag: \.cluster.clusterAuthorities,
            expected: "a file"
        ),
    ]
}
