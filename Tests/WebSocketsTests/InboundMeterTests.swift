import Testing

@testable import WebSockets

/// Bytes that no message explains are control frames, told or untold.
struct InboundMeterTests {
    private var limits = ConnectionLimits()

    init() { limits.controlFramesPerSecondMax = 10 }

    @Test func `bytes of messages and their headers are explained, however many`() {
        var meter = InboundMeter(limits: limits, bytesRead: nil, now: 0)
        var read: UInt64 = 300
        for second in 1...100 {
            for _ in 0..<200 {
                _ = meter.takeChunk(
                    1_000,
                    remaining: 0,
                    endsMessage: true,
                    now: UInt64(second) * 1_000
                )
                read += 1_008
            }
            let isFine = meter.takeBytesRead(read, now: UInt64(second) * 1_000)
            #expect(isFine)
        }
    }

    @Test func `what was read while the loop did not look is explained later`() {
        var meter = InboundMeter(limits: limits, bytesRead: nil, now: 0)
        // Read ahead by the library, and handed on in the next second.
        let isFine = meter.takeBytesRead(60_000, now: 1_000)
        #expect(isFine)
        for _ in 0..<60 { _ = meter.takeChunk(1_000, remaining: 0, endsMessage: true, now: 2_000) }
        let isFineNow = meter.takeBytesRead(60_360, now: 2_000)
        #expect(isFineNow)
        let isFineLater = meter.takeBytesRead(120_000, now: 3_000)
        #expect(isFineLater)
    }

    @Test func `control frames as many as are allowed are taken for ever`() {
        var meter = InboundMeter(limits: limits, bytesRead: nil, now: 0)
        for second in 1...1_000 {
            let isFine = meter.takeBytesRead(UInt64(second) * 10 * 131, now: UInt64(second) * 1_000)
            #expect(isFine)
        }
    }

    @Test func `a flood of control frames is found by its bytes`() {
        var meter = InboundMeter(limits: limits, bytesRead: nil, now: 0)
        let isFine = meter.takeBytesRead(60_000, now: 1_000)
        #expect(isFine)
        let isFineNow = meter.takeBytesRead(130_000, now: 2_000)
        #expect(!isFineNow)
    }

    @Test func `a kernel that does not tell is not held against the peer`() {
        var meter = InboundMeter(limits: limits, bytesRead: nil, now: 0)
        for second in 1...10 {
            let isFine = meter.takeBytesRead(nil, now: UInt64(second) * 1_000)
            #expect(isFine)
        }
    }
}
