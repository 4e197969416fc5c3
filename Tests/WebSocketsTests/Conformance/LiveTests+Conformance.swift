import TestKit
import Testing

@testable import WebSockets

extension LiveTests {
    private static let common =
        ConformanceCase.framing + ConformanceCase.fragments + ConformanceCase.utf8
        + ConformanceCase.closing

    /// Limits that none of the suite's cases meets.
    private static var wide: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.messageBytesMax = 16_777_216
        limits.fragmentsMax = 65_536
        limits.inboundBytesPerSecond = 1 << 40
        limits.inboundBytesBurst = 1 << 40
        limits.inboundMessagesPerSecond = 1_000_000
        limits.inboundMessagesBurst = 1_000_000
        limits.inboundWorkPerSecond = 1 << 40
        limits.inboundWorkBurst = 1 << 40
        limits.queuedBytesMax = 1 << 26
        return limits
    }

    @Test func `the table has all cases of the suite's groups`() {
        let counts = Dictionary(grouping: Self.common + ConformanceCase.sizes, by: \.group)
            .mapValues(\.count)
        #expect(counts == [1: 16, 2: 11, 3: 7, 4: 10, 5: 20, 6: 145, 7: 37, 9: 54, 10: 1])
        #expect(Set((Self.common + ConformanceCase.sizes).map(\.id)).count == 301)
    }

    @Test func `FA58 our server answers the suite's groups 1 to 7 and 10 as documented`() throws {
        try Self.withServer(limits: Self.wide) { server in
            var run = ConformanceRun()
            try run.play(Self.common, on: server)
            run.check("server", ConformanceDifference.server)
        }
    }

    @Test func `FA58 our client answers the suite's groups 1 to 7 and 10 as documented`() throws {
        let client = try RunningClient()
        defer { #expect(client.stop(), "the loop did not end") }
        var run = ConformanceRun()
        try run.play(Self.common, on: client)
        run.check("client", ConformanceDifference.client)
    }

    @Test func `FA57 our server takes messages of all sizes when its limits let it`() throws {
        try Self.withServer(limits: Self.wide) { server in
            var run = ConformanceRun()
            try run.play(ConformanceCase.sizes, on: server)
            run.check("server, long messages", ConformanceDifference.server)
        }
    }

    @Test func `FA57 our client takes messages of all sizes`() throws {
        let client = try RunningClient()
        defer { #expect(client.stop(), "the loop did not end") }
        var run = ConformanceRun()
        try run.play(ConformanceCase.sizes, on: client)
        run.check("client, long messages", ConformanceDifference.client)
    }
}
