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

    @Test func `FA56 FA58 a length whose highest bit is set closes 1002`() throws {
        try abuse { server in
            let (socket, _) = try server.join()
            socket.sendFrame(1, [], announced: UInt64.max)
            #expect(socket.readClose()?.code == 1002)
        }
    }

    @Test func `FA57 100,000 fragments without an end close 1009`() throws {
        try abuse { server in
            let (socket, _) = try server.join()
            let fragment = RawFrame(0, [0x20], isFinal: false).encoded(mask: RawSocket.mask)
            socket.sendFrame(1, [0x20], isFinal: false)
            socket.send(Array(repeatElement(fragment, count: 100_000).joined()))
            #expect(socket.readClose()?.code == 1009)
        }
    }

    @Test func `FA58 broken frames close 1002, among fragments and before a hello too`() throws {
        let long = [UInt8](repeating: 0, count: 126)
        let broken: [(String, RawFrame)] = [
            ("a fragmented ping", RawFrame(9, [1], isFinal: false)),
            ("a fragmented pong", RawFrame(10, [1], isFinal: false)),
            ("a fragmented Close", RawFrame(8, [3, 232], isFinal: false)),
            ("a long ping", RawFrame(9, long)), ("a long pong", RawFrame(10, long)),
            ("a long Close", RawFrame(8, [3, 232] + long)),
            ("reserved opcode 3", RawFrame(3)), ("reserved opcode 15", RawFrame(15, [1])),
            ("a reserved bit", RawFrame(1, [1], reserved: 0x10)),
            ("compression", RawFrame(1, [0xCA, 0], reserved: 0x40)),
            ("a Close of one byte", RawFrame(8, [3])),
            ("a Close of 1005", RawFrame(8, [3, 237])), ("a Close of 999", RawFrame(8, [3, 231])),
        ]
        try abuse { server in
            for (name, frame) in broken {
                let bytes = frame.encoded(mask: RawSocket.mask)
                let (member, _) = try server.join()
                member.send(bytes)
                #expect(member.readClose()?.code == 1002, "\(name)")
                let (amidst, _) = try server.join()
                amidst.sendFrame(1, [0x20], isFinal: false)
                amidst.send(bytes)
                #expect(amidst.readClose()?.code == 1002, "\(name) among fragments")
                let stranger = try server.open()
                stranger.send(bytes)
                #expect(stranger.readClose()?.code == 1002, "\(name) before a hello")
            }
            let (stray, _) = try server.join()
            stray.sendFrame(0, [0x20])
            #expect(stray.readClose()?.code == 1002)
            let (twice, _) = try server.join()
            twice.sendFrame(1, [0x20], isFinal: false)
            twice.sendFrame(1, [0x20])
            #expect(twice.readClose()?.code == 1002)
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
