import Testing

@testable import WebSockets

/// Bytes that no message explains are control frames, told or untold.
struct InboundMeterTests {
    /// A meter that allows ten control frames a second.
    private final class MeteredPeer {
        private var meter: InboundMeter

        init() {
            var limits = ConnectionLimits()
            limits.controlFramesPerSecondMax = 10
            meter = InboundMeter(limits: limits, bytesRead: nil, now: 0)
        }

        /// Messages of 1,000 bytes are handed on.
        func hear(_ count: Int, at second: Int) {
            let now = UInt64(second) * 1_000
            for _ in 0..<count {
                _ = meter.takeChunk(1_000, remaining: 0, endsMessage: true, now: now)
            }
        }

        /// Whether it goes on when so many bytes were read from the kernel.
        func goesOn(_ read: UInt64?, at second: Int) -> Bool {
            meter.takeBytesRead(read, now: UInt64(second) * 1_000)
        }
    }

    @Test func `bytes of messages and their headers are explained, however many`() {
        let peer = MeteredPeer()
        for second in 1...100 {
            peer.hear(200, at: second)
            #expect(peer.goesOn(300 + UInt64(second) * 200 * 1_008, at: second))
        }
    }

    @Test func `what was read while the loop did not look is explained later`() {
        let peer = MeteredPeer()
        // Read ahead by the library, and handed on in the next second.
        #expect(peer.goesOn(60_000, at: 1))
        peer.hear(60, at: 2)
        #expect(peer.goesOn(60_360, at: 2))
        #expect(peer.goesOn(120_000, at: 3))
    }

    @Test func `control frames as many as are allowed are taken for ever`() {
        let peer = MeteredPeer()
        for second in 1...1_000 {
            #expect(peer.goesOn(UInt64(second) * 10 * 131, at: second))
        }
    }

    @Test func `a flood of control frames is found by its bytes`() {
        let peer = MeteredPeer()
        #expect(peer.goesOn(60_000, at: 1))
        #expect(!peer.goesOn(130_000, at: 2))
    }

    @Test func `a kernel that does not tell is not held against the peer`() {
        let peer = MeteredPeer()
        #expect((1...10).allSatisfy { peer.goesOn(nil, at: $0) })
    }
}
