import Foundation
import TestKit
import Testing

/// Some nodes that share the documents by a broker.
final class TestCluster {
    let broker: TestBroker
    private(set) var nodes: [LiveServer] = []

    /// Starts a broker and so many nodes, and waits until each knows the others' documents.
    ///
    /// - Parameters:
    ///   - count: how many nodes.
    ///   - options: of each of them, besides.
    /// - Throws: when one of them does not start.
    init(_ count: Int = 3, _ options: [String] = []) throws {
        broker = try TestBroker()
        for _ in 0..<count { try add(options) }
    }

    /// Adds a node, and waits until it serves.
    @discardableResult
    func add(_ options: [String] = []) throws -> LiveServer {
        let node = try LiveServer(
            ["--cluster", broker.url, "--cluster-replicas", "1"] + options,
            isPlain: true
        )
        nodes.append(node)
        try #require(Wait.until { try node.request("/readyz").status == 200 })
        return node
    }

    /// Waits until all nodes serve.
    func waitUntilReady() throws { #expect(try Wait.until { try isReady() }) }

    /// Waits until all nodes have seen that their stream is lost, and has each of them give the
    /// brokers back what it has; then all serve again.
    func giveBackLostStream() throws {
        for node in nodes {
            let says = "another stream"
            #expect(try Wait.until { try node.request("/readyz").body.contains(says) })
        }
        for node in nodes {
            let run = try node.command("cluster", "offer")
            #expect(run.ending == .exit(0), "\(run.errors)")
        }
        try waitUntilReady()
    }

    /// Whether all nodes serve.
    func isReady() throws -> Bool {
        try nodes.allSatisfy { try $0.request("/readyz").status == 200 }
    }

    subscript(index: Int) -> LiveServer { nodes[index] }
}
