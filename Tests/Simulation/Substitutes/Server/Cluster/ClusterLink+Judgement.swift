// Simulated brokers have no versions.
extension ClusterLink {
    func judgeBrokers() {}
}
