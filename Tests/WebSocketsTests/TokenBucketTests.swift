import Testing

@testable import WebSockets

@Suite struct TokenBucketTests {
    @Test func `a bucket gives its burst, then its rate`() {
        var bucket = TokenBucket(perSecond: 10, burst: 5, now: 1_000)
        let given = (0..<6).map { _ in bucket.take(1, now: 1_000) }
        #expect(given == [true, true, true, true, true, false])
        let solvent = [1_099, 1_100].map { bucket.isSolvent(now: $0) }
        #expect(solvent == [false, true])
    }

    @Test func `a bucket never holds more than its burst, nor minds a clock that stands`() {
        var bucket = TokenBucket(perSecond: 10, burst: 5, now: 0)
        let full = bucket.take(5, now: .max)
        let back = bucket.isSolvent(now: 3)
        let empty = bucket.take(1, now: .max)
        #expect([full, back, empty] == [true, true, false])
    }

    @Test func `a bucket of the highest rate is full again after any time`() {
        // As of `opens-per-address`, for the widest network of an address.
        let rate = 1_000_000_000 * 160
        var bucket = TokenBucket(perSecond: rate, burst: 2 * rate, now: 0)
        let taken = bucket.take(1, now: 0)
        let full = [86_400_000, UInt64.max].map { bucket.isFull(now: $0) }
        #expect([taken] + full == [true, true, true])
    }

    @Test func `CN13 a peer whose messages make much work is slowed down as a fast one is`() {
        var limits = ConnectionLimits()
        limits.inboundWorkPerSecond = 100_000
        limits.inboundWorkBurst = 500_000
        var meter = InboundMeter(limits: limits, bytesRead: nil, now: 1_000)
        let given = (0..<3).map { _ in meter.takeWork(250_000, now: 1_000) }
        #expect(given == [true, true, false])
        let solvent = [3_499, 3_500].map { meter.isSolvent(now: $0) }
        #expect(solvent == [false, true])
    }
}
