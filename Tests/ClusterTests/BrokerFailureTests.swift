import Foundation
import Sync
import TestKit
import Testing
import Wire

@testable import Cluster

/// Nodes that share an order at three brokers, of which some fail.
///
/// The election of another leader takes nats-server 2.9 four to nine seconds: this is slow.
@Suite(.serialized) struct BrokerFailureTests {
    /// What becomes of the brokers while nodes go on adding.
    enum Failure: String, CaseIterable {
        case leaderIsKilled
        case leaderStandsStill
        case allAreKilled
    }

    @Test(arguments: Failure.allCases)
    func `FA78 brokers fail, and nothing that had its place is lost or moved`(
        failure: Failure
    ) throws {
        let brokers = try TestBrokers()
        for index in 0..<3 { try brokers.start(index) }
        let bench = try Bench(brokers.urls, replicas: 3)
        defer { bench.broker.close() }
        _ = try bench.prepare(seconds: 60)
        let nodes = try (1...3).map {
            try OrderNode(UInt64($0), of: "aa", at: brokers.urls, replicas: 3)
        }
        defer { for node in nodes { node.close() } }
        var count = 0
        func add(_ more: Int) {
            for number in count..<count + more {
                for (index, node) in nodes.enumerated() {
                    node.add(SharedOrderTests.entry(index, number))
                }
                _ = Wait.until(0.01) { false }
            }
            count += more
        }
        add(30)
        #expect(Wait.until(30) { nodes.allSatisfy(\.isSettled) })
        let before = nodes[0].history
        let leader = try #require(try bench.prepare(seconds: 30).leader)
        let index = try #require(brokers.index(named: leader))
        switch failure {
        case .leaderIsKilled:
            brokers.kill(index)
            add(100)
            try brokers.start(index)
        case .leaderStandsStill:
            brokers.setPaused(index, true)
            add(100)
            _ = Wait.until(12) { false }
            brokers.setPaused(index, false)
        case .allAreKilled:
            for index in 0..<3 { brokers.kill(index) }
            add(50)
            for index in 0..<3 { try brokers.start(index) }
        }
        add(20)
        let isSettled = Wait.until(90) {
            nodes.allSatisfy(\.isSettled) && Set(nodes.map(\.history.count)).count == 1
        }
        #expect(isSettled)
        let history = nodes[0].history
        #expect(Array(history.prefix(before.count)) == before)
        for (index, node) in nodes.enumerated() {
            #expect(node.broken == nil)
            #expect(node.history == history)
            #expect(SharedOrderTests.numbers(of: index, in: history) == Array(0..<count))
        }
    }
}
