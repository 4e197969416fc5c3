import TestKit
import Testing

@testable import emojiart

/// How long a client waits before it connects again.
struct BackoffTests {
    /// The waits of many clients that lost one server at one time.
    private struct Crowd {
        private var clients = Array(repeating: Backoff(), count: 1_000)
        private var chance = SplitMix64(seed: 1)

        mutating func next(retryAfter: UInt64? = nil) -> [UInt64] {
            clients.indices.map { clients[$0].next(retryAfter: retryAfter, using: &chance) }
        }

        mutating func welcomed() {
            for index in clients.indices { clients[index].welcomed() }
        }
    }

    /// Expects waits that are spread over the whole range: a tenth of it without one of a thousand
    /// is not seen by chance.
    private func expect(_ waits: [UInt64], within range: ClosedRange<UInt64>) {
        let tenth = (range.upperBound - range.lowerBound) / 10
        #expect(waits.allSatisfy { range.contains($0) })
        #expect(waits.contains { $0 < range.lowerBound + tenth })
        #expect(waits.contains { $0 > range.upperBound - tenth })
    }

    @Test func `ER5 a wait is any time up to a bound that doubles up to 20 s`() {
        var crowd = Crowd()
        let bounds: [UInt64] = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000]
        for bound in bounds { expect(crowd.next(), within: 0...bound) }
        for _ in 0..<100 { _ = crowd.next() }
        expect(crowd.next(), within: 0...20_000)
    }

    @Test func `ER5 after a welcome the waits begin small again`() {
        var crowd = Crowd()
        for _ in 0..<5 { _ = crowd.next() }
        crowd.welcomed()
        expect(crowd.next(), within: 0...250)
        expect(crowd.next(), within: 0...500)
    }

    @Test func `ER6 the wait that the server asks for comes first`() {
        var crowd = Crowd()
        expect(crowd.next(retryAfter: 1_000), within: 1_000...1_250)
        expect(crowd.next(retryAfter: 20_000), within: 20_000...20_500)
        expect(crowd.next(retryAfter: 0), within: 0...1_000)
        expect(crowd.next(), within: 0...2_000)
    }
}
