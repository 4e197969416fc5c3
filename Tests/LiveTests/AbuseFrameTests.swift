import TestKit
import Testing

/// Frames that no honest client sends, on the real server, while others edit.
struct AbuseFrameTests {
    @Test func `FA56 a frame that announces 2^62 bytes is closed with 1009, and none is kept`()
        throws
    {
        let server = try LiveServer()
        let pair = try LivePair(server)
        let before = server.residentKibibytes
        var sockets: [RawSocket] = []
        for announced in [UInt64(65_537), 1 << 30, 1 << 40, 1 << 62, UInt64(Int64.max)] {
            for count in [0, 1, 2_048] {
                let (socket, _) = try server.join()
                let start = [UInt8](repeating: 0x20, count: count)
                socket.sendFrame(1, start, announced: announced)
                #expect(socket.readClose()?.code == 1009, "\(announced) bytes, \(count) sent")
                sockets.append(socket)
            }
        }
        if !LiveServer.isUnderValgrind {
            #expect(server.residentKibibytes - before < 20_000)
        }
        try pair.check()
        server.stop()
    }
}
