import Foundation
import TestKit
import Testing

/// One edit's way there and back, broken after every byte of it.
struct CutSweepTests {
    /// A document of its own, behind a proxy of its own.
    private struct Lane: Sendable {
        let document: String
        let proxy: FaultProxy
        let directPort: Int
        let state: String

        /// Makes an edit for each fault; what is wrong, and how many connections were broken.
        func run(_ steps: [FaultStep]) throws -> (violations: [String], breaks: Int) {
            let history = History()
            let eye = RawPeer(
                RawPeer.Plan(name: "eye", port: directPort, document: document),
                KnownEmojis(),
                history
            )
            defer { eye.stop() }
            let writer = try Program(
                "emojiart",
                ["edit", proxy.url(document), "--json", "--state", state]
            )
            for (index, step) in ([nil] + steps).enumerated() {
                let add = HistoryOperation.add([.init(text: "🌲", x: 1_000 + index, y: 0)])
                proxy.heal()
                if let step { proxy.arm(step) }
                history.write(.invoke("writer", index, add))
                writer.write([add.line(ref: index)])
                guard writer.output.waitForLines(index + 1) else {
                    return (["no answer after \(step.map { "\($0)" } ?? "peace")"], 0)
                }
                let line = writer.output.lines[index]
                if let event = HistoryEvent(printed: line, by: "writer") { history.write(event) }
            }
            proxy.heal()
            writer.closeInput()
            let ending = writer.ending()
            let isThere = Wait.until { eye.progress.revision == steps.count + 1 }
            var violations = HistoryChecker(history.events).violations
            if ending != .exit(0) { violations.append("\(writer.errors.lines)") }
            if !isThere { violations.append("the history ends at \(eye.progress.revision)") }
            return (violations, proxy.counts.cuts + proxy.counts.orphans)
        }
    }

    private static let lanes = 8

    /// Spreads faults over lanes that run side by side.
    private func sweep(_ steps: [FaultStep]) async throws -> Int {
        let place = try ProxiedServer(proxies: Self.lanes)
        let lanes = place.proxies.enumerated().map { index, proxy in
            Lane(
                document: "lane\(index)",
                proxy: proxy,
                directPort: place.server.port,
                state: place.server.directory.path("lane\(index)")
            )
        }
        let ended = try await Aside.each(lanes.indices) { index in
            let own = stride(from: index, to: steps.count, by: Self.lanes).map { steps[$0] }
            return try lanes[index].run(own)
        }
        for (violations, _) in ended { #expect(violations.isEmpty, "\(violations.prefix(3))") }
        return ended.reduce(0) { $0 + $1.breaks }
    }

    /// An edit of one emoji takes this many bytes at least, on the way there and back.
    private static let bytes: [FaultDirection: Int] = [.up: 115, .down: 175]

    @Test(arguments: FaultDirection.allCases)
    func `FA2 FA16 SY7 an edit is there once, cut after any byte of it or of its answer`(
        direction: FaultDirection
    ) async throws {
        let least = Self.bytes[direction] ?? 0
        let breaks = try await sweep(
            // A few more than there are: what comes after the message is cut, too.
            (0..<least + 16).map { count in
                FaultStep(direction, after: count, count.isMultiple(of: 2) ? .cut : .reset)
            }
        )
        #expect(breaks >= least)
    }

    @Test func `FA19 FA20 SY19 an edit is there once when its first half comes late`()
        async throws
    {
        var random = SplitMix64(seed: 19)
        let breaks = try await sweep(
            stride(from: 0, to: 115, by: 2).map { count in
                FaultStep(.up, after: count, .orphan(Int.random(in: 0...400, using: &random)))
            }
        )
        #expect(breaks == 58)
    }
}
