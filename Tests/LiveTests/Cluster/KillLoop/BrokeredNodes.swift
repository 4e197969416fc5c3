import TestKit
import Testing

/// Three nodes of three brokers, with proxies in front of the nodes, and between the first one and
/// the brokers.
final class BrokeredNodes {
    let brokers: TestBrokers
    private(set) var nodes: [LiveServer] = []
    /// Each leads to its node, or to another one when that has gone.
    let fronts: [FaultProxy]
    /// The first node's ways to the brokers.
    let backs: [FaultProxy]

    /// Starts all, and waits until the nodes serve.
    ///
    /// - Throws: when one of them does not start.
    init() throws {
        brokers = try TestBrokers()
        backs = try brokers.ports.map { try FaultProxy(to: $0) }
        fronts = try (0..<3).map { _ in try FaultProxy() }
        for index in 0..<3 { try brokers.start(index) }
        let hosts = fronts.flatMap { ["--host", "127.0.0.1:\($0.port)"] }
        for (index, front) in fronts.enumerated() {
            let ways = index == 0 ? backs.map { "nats://127.0.0.1:\($0.port)" } : brokers.urls
            let options = ["--cluster-replicas", "3"] + ways.flatMap { ["--cluster", $0] }
            let node = try LiveServer(options + hosts, isPlain: true)
            front.aim(at: node.port)
            nodes.append(node)
        }
        let isReady = Wait.until { (try? isWhole()) == true }
        try #require(isReady, "\(account)")
    }

    /// Whether a node says that it serves; false when it does not answer.
    func isReady(_ index: Int) -> Bool {
        (try? nodes[index].request("/readyz").status) == 200
    }

    /// Whether all nodes serve, and all brokers have all.
    func isWhole() throws -> Bool {
        nodes.indices.allSatisfy { isReady($0) } && health?.isWhole == true
    }

    /// What is there of the nodes and brokers, in words: why they are not whole.
    var account: String {
        let brokers = brokers.ports.enumerated().map { index, port in
            "broker \(index): \(StreamHealth(asking: port).map { "\($0)" } ?? "no answer")"
        }
        let nodes = nodes.enumerated().map { index, node in
            let answer = try? node.request("/readyz")
            return "node \(index): \(answer.map { "\($0.status ?? 0) \($0.body)" } ?? "no answer")"
        }
        return (brokers + nodes).joined(separator: "; ")
    }

    /// What the first broker says that answers.
    var health: StreamHealth? {
        for port in brokers.ports {
            if let health = StreamHealth(asking: port) { return health }
        }
        return nil
    }

    /// The broker that leads the stream.
    func leader() throws -> Int {
        var leader: Int?
        _ = Wait.until {
            leader = health?.leader.flatMap { brokers.index(named: $0) }
            return leader != nil
        }
        return try #require(leader)
    }

    /// Has a node's clients find another one, when they connect anew.
    func lead(clientsOf index: Int, to other: Int) {
        fronts[index].aim(at: nodes[other].port)
    }
}
