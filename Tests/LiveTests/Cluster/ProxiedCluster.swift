import TestKit

/// Three nodes of one broker, each behind a proxy.
final class ProxiedCluster: StormPlace {
    let cluster: TestCluster
    let proxies: [FaultProxy]
    /// To the how many next node each proxy leads.
    private var turned = 0

    init() throws {
        let proxies = try (0..<3).map { _ in try FaultProxy() }
        // Clients name the proxy in their handshake, and each leads to any node.
        cluster = try TestCluster(3, proxies.flatMap { ["--host", "127.0.0.1:\($0.port)"] })
        self.proxies = proxies
        aim()
    }

    var servers: [LiveServer] { cluster.nodes }

    /// Nodes and the broker in turn.
    var victims: [any StormVictim] { cluster.nodes + [cluster.broker] }

    /// Who connects anew finds another node, while what it said to the one before may be on its
    /// way there.
    func turn() {
        turned += 1
        aim()
    }

    private func aim() {
        for (index, proxy) in proxies.enumerated() {
            proxy.aim(at: cluster[(index + turned) % cluster.nodes.count].port)
        }
    }
}
