import TestKit
import Testing

/// Frames that no honest client sends, on the real server, while others edit.
struct AbuseFrameTests {
    /// Runs something against a server that must end in good order, whatever happened.
    private func abuse(_ body: (LiveServer) throws -> Void) throws {
        let server = try LiveServer()
        let pair = try LivePair(server)
        try body(server)
        try pair.check()
        server.stop()
    }

    @Test func `FA56 a frame that announces 2^62 bytes is closed with 1009, and none is kept`()
        throws
    {
        try abuse { server in
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
        }
    }

    @Test func `FA59 a client without masks is closed 1002 before its hello counts`() throws {
        try abuse { server in
            let bare = try server.open("unmasked")
            bare.send(RawFrame(1, Array(LiveServer.hello(key: 5).utf8)).encoded(mask: nil))
            let close = try #require(bare.readFrame())
            #expect(close.code == 1002)
            #expect(close.reason.hasPrefix("protocol_error:"))
            #expect(try server.request("/documents/unmasked.svg").status == 404)
            let (later, _) = try server.join(key: 6)
            later.send(RawFrame(1, Array(#"{"type":"ping","number":1}"#.utf8)).encoded(mask: nil))
            #expect(later.readClose()?.code == 1002)
        }
    }
}
