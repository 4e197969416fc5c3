import Foundation
import Testing

/// Brokers and nodes are killed, stopped, cut off and wiped, again and again, while writers on each
/// node go on.
///
/// `EMOJIART_FAULT_ROUNDS=<n>` makes each fault so many times, in place of once, and
/// `EMOJIART_FAULTS=<name>,<name>` only some of them; `EMOJIART_BROKER=<path>` takes another
/// nats-server than the machine's.
@Suite(.serialized)
struct NodesKillLoopTests {
    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    private static let rounds = environment["EMOJIART_FAULT_ROUNDS"].flatMap { Int($0) } ?? 1

    private static var faults: [KillLoop.Fault] {
        environment["EMOJIART_FAULTS"]
            .map { $0.split(separator: ",").compactMap { KillLoop.Fault(rawValue: String($0)) } }
            ?? KillLoop.Fault.usual
    }

    @Test func `FA76 FA77 FA78 FA79 FA80 whatever fails, each acknowledged edit is there once`()
        async throws
    {
        try await Aside.run {
            let loop = try KillLoop()
            var violations: [String] = []
            rounds: for round in 0..<Self.rounds {
                for fault in Self.faults {
                    violations = try loop.run(fault, round: round).map { "\($0), round \(round)" }
                    if !violations.isEmpty { break rounds }
                }
            }
            let verdict = try loop.end()
            for fault in KillLoop.Fault.allCases {
                guard let figures = loop.figures[fault] else { continue }
                print("kill loop \(fault): \(figures)")
                // Four to nine seconds are nats-server's, until another broker leads.
                #expect(figures.outage < 40, "\(fault)")
            }
            print("kill loop in all: \(verdict)")
            #expect(verdict.lost == 0)
            #expect(verdict.doubled == 0)
            violations += verdict.violations
            for violation in violations { Issue.record("\(violation)") }
            guard !violations.isEmpty else { return }
            for line in loop.story { print("  \(line)") }
            for (index, node) in loop.place.nodes.enumerated() {
                print("node \(index):\n  \(node.log.suffix(40).joined(separator: "\n  "))")
            }
        }
    }
}
