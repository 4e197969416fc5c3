import Glibc
import Testing
import Transport

/// What tells the loop on which connections something came.
struct SocketWatchTests {
    @Test func `FA56 FA68 what came is told once, also if it was read meanwhile`() throws {
        var ends: [Int32] = [0, 0]
        _ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
        defer { for end in ends { SocketWatch.close(end) } }
        let watch = try #require(SocketWatch())
        #expect(watch.add(ends[0], as: 7, evenIfRead: true))
        // It can be written to, which is told at first.
        #expect(watch.ready() == [7])
        #expect(watch.ready() == [])
        func pass(from sender: Int32, to receiver: Int32) {
            var byte: UInt8 = 1
            let sent = unsafe send(sender, &byte, 1, 0)
            let received = unsafe recv(receiver, &byte, 1, 0)
            #expect(sent == 1 && received == 1)
        }
        for _ in 0..<3 {
            for _ in 0..<2 { pass(from: ends[1], to: ends[0]) }
            #expect(watch.ready() == [7])
            #expect(watch.ready() == [])
        }
    }
}
