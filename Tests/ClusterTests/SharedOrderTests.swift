import Foundation
import Sync
import TestKit
import Testing
import Wire

@testable import Cluster

/// Several nodes that share the order of a document, at a real broker that fails.
@Suite(.serialized) struct SharedOrderTests {
    static func entry(_ node: Int, _ number: Int) -> Entry {
        .enrolment(ClientKey(high: UInt64(node), low: UInt64(number)))
    }

    /// The numbers of a node's entries, as they stand in a history, each at its first place.
    static func numbers(of node: Int, in history: [OrderNode.Applied]) -> [Int] {
        var seen: Set<UInt64> = []
        return history.flatMap(\.entries).compactMap { entry in
            guard case .enrolment(let key) = entry, key.high == UInt64(node),
                seen.insert(key.low).inserted
            else { return nil }
            return Int(key.low)
        }
    }

    private static func prepare(_ server: TestBroker) throws {
        let bench = try Bench(server)
        _ = try bench.prepare()
        bench.broker.close()
    }

    @Test func `FA77 three nodes apply the same, while their broker is killed again and again`()
        throws
    {
        let server = try TestBroker()
        try Self.prepare(server)
        let nodes = try (1...3).map { try OrderNode(UInt64($0), of: "aa", at: [server.url]) }
        defer { for node in nodes { node.close() } }
        let count = 300
        for number in 0..<count {
            for (index, node) in nodes.enumerated() { node.add(Self.entry(index, number)) }
            if number % 100 == 50 {
                server.kill()
                try server.start()
            }
            if number % 10 == 0 { _ = Wait.until(0.02) { false } }
        }
        let isSettled = Wait.until(30) {
            nodes.allSatisfy(\.isSettled) && Set(nodes.map(\.history.count)).count == 1
        }
        #expect(isSettled)
        let history = nodes[0].history
        for (index, node) in nodes.enumerated() {
            #expect(node.broken == nil)
            #expect(node.history == history)
            #expect(Self.numbers(of: index, in: history) == Array(0..<count))
        }
        // Many entries share a batch: only one of a node is on its way at a time.
        #expect(history.count < 3 * count)
    }

    @Test func `a node that comes late, or was away, has all that came before`() throws {
        let server = try TestBroker()
        try Self.prepare(server)
        let first = try OrderNode(1, of: "aa", at: [server.url])
        defer { first.close() }
        for number in 0..<50 { first.add(Self.entry(0, number)) }
        #expect(Wait.until(10) { first.isSettled && first.history.count > 1 })
        let late = try OrderNode(2, of: "aa", at: [server.url])
        defer { late.close() }
        #expect(Wait.until(10) { late.isSettled })
        #expect(Self.numbers(of: 0, in: late.history) == Array(0..<50))
    }

    @Test func `FA77 a broker whose store is lost stops who applied what was in it`() throws {
        let server = try TestBroker()
        try Self.prepare(server)
        let node = try OrderNode(1, of: "aa", at: [server.url])
        defer { node.close() }
        for number in 0..<10 {
            node.add(Self.entry(0, number))
            #expect(Wait.until(10) { node.isSettled })
        }
        server.kill()
        try server.wipe()
        try server.start()
        try Self.prepare(server)
        node.add(Self.entry(0, 10))
        #expect(Wait.until(20) { node.broken != nil })
        guard case .rolledBack = node.broken else {
            Issue.record("what is wrong is known: \(String(describing: node.broken))")
            return
        }
        #expect(!node.isSettled)
    }
}
