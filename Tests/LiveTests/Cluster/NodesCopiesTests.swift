import TestKit
import Testing

/// What a node says of the brokers that keep copies.
struct NodesCopiesTests {
    @Test(arguments: [true, false])
    func `FA84 nodes tell of a broker that is gone or silent`(isGone: Bool) async throws {
        try await Aside.run {
            let brokers = try TestBrokers()
            for index in 0..<3 { try brokers.start(index) }
            // It knows of the third one by what the others say alone.
            let ways = brokers.urls.prefix(2).flatMap { ["--cluster", $0] }
            let node = try LiveServer(ways + ["--cluster-replicas", "3"], isPlain: true)
            #expect(try Wait.until { try node.request("/readyz").status == 200 })
            let ada = try LiveClient(node.url())
            #expect(try ada.join())
            #expect(try missing(at: node, are: 0))
            if isGone { brokers.kill(2) } else { brokers.setPaused(2, true) }
            #expect(try missing(at: node, are: 1))
            #expect(told(by: node, "nobody hears of a broker"))
            _ = try ada.add(1)
            #expect(try ada.settle())
            if isGone { try brokers.start(2) } else { brokers.setPaused(2, false) }
            #expect(try missing(at: node, are: 0))
            #expect(told(by: node, "is heard of again"))
        }
    }

    /// Whether a node comes to say something of the third broker.
    private func told(by node: LiveServer, _ text: String) -> Bool {
        Wait.until { node.log.contains { $0.contains(text) && $0.contains("broker=n2") } }
    }

    /// Whether a node comes to say so of the copies.
    private func missing(at node: LiveServer, are count: Double) throws -> Bool {
        try Wait.until { try node.metrics()["emojiart_cluster_copies_missing"] == count }
    }
}
