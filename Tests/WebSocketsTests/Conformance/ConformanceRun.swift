import TestKit
import Testing

@testable import WebSockets

/// What came of some cases, and what was expected of them.
struct ConformanceRun {
    private(set) var verdicts: [(id: String, verdict: ConformanceVerdict)] = []

    mutating func play(_ cases: [ConformanceCase], on server: RunningServer) throws {
        for test in cases {
            let socket = try #require(RawSocket.open(port: server.port), "\(test.id)")
            var player = ConformancePlayer(on: socket, isServer: false)
            verdicts.append((test.id, ConformanceVerdict(test, player.play(test))))
        }
    }

    mutating func play(_ cases: [ConformanceCase], on client: RunningClient) throws {
        let listener = try #require(RawListener())
        for test in cases {
            client.connect(to: listener.port)
            let socket = try #require(listener.acceptWebSocket(), "\(test.id)")
            var player = ConformancePlayer(on: socket, isServer: true)
            verdicts.append((test.id, ConformanceVerdict(test, player.play(test))))
            #expect(client.lastReason() != nil, "\(test.id): the client did not end")
        }
    }

    /// Checks that what is not passed is what is documented, no more and no less; says how it went.
    func check(_ name: String, _ documented: [String: ConformanceDifference]) {
        var counts: [String: Int] = [:]
        var gaps: [String] = []
        for (id, verdict) in verdicts {
            let difference = documented[id]
            let isAllowed =
                verdict == difference?.verdict ?? .passed
                || (verdict == .passed && difference?.mayPass == true)
            #expect(isAllowed, "case \(id) of the \(name): \(verdict)")
            switch verdict {
            case .passed: counts["passed", default: 0] += 1
            case .refused(let code): counts["refused \(code) by design", default: 0] += 1
            case .nonStrict, .lost, .wrong:
                gaps.append("\(id) \(verdict) (\(difference?.why ?? "not documented"))")
            }
        }
        let summary = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        print(
            "Conformance of the \(name): \(verdicts.count) cases, "
                + summary.joined(separator: ", ") + ", \(gaps.count) known gaps"
                + (gaps.isEmpty ? "" : ": " + gaps.joined(separator: "; "))
        )
    }
}
