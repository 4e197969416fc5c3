import TestKit
import Testing

@testable import WebSockets

// What the suite does not ask and libwebsockets 4.1.6 gets wrong.
extension LiveTests {
    @Test func `FA59 a frame without a mask closes 1002, before it is heard`() throws {
        try Self.withServer { server in
            for count in [0, 1, 125, 126, 2_048, 65_535, 65_536] {
                let client = try #require(RawSocket.open(port: server.port))
                client.send(RawFrame(1, [UInt8](repeating: 0x61, count: count)).encoded(mask: nil))
                #expect(client.readFrame()?.code == 1002, "\(count) bytes")
            }
            // Together, so that the bytes of one could pass for the mask of another.
            let hasty = try #require(RawSocket.open(port: server.port))
            let frames = [5, 300, 7].map { RawFrame(1, [UInt8](repeating: 0x61, count: $0)) }
            hasty.send(frames.flatMap { $0.encoded(mask: nil) })
            #expect(hasty.readClose()?.code == 1002)
            let later = try #require(RawSocket.open(port: server.port))
            later.sendText("with a mask")
            #expect(later.readMessage()?.text == "with a mask")
            later.send(RawFrame(1, Array("without".utf8)).encoded(mask: nil))
            #expect(later.readClose()?.code == 1002)
            // A mask of zeros is a mask.
            let zeros = try #require(RawSocket.open(port: server.port))
            zeros.send(RawFrame(1, Array("zeros".utf8)).encoded(mask: 0))
            #expect(zeros.readMessage()?.text == "zeros")
        }
    }

    @Test func `FA59 a frame that comes with the request is not taken for one without a mask`()
        throws
    {
        try Self.withServer { server in
            // Against RFC 6455 section 4.1.
            let hasty = try #require(RawSocket(port: server.port))
            let frame = RawFrame(1, Array("hasty".utf8)).encoded(mask: RawSocket.mask)
            hasty.send(Array(RawSocket.handshake(to: server.port).utf8) + frame)
            #expect(hasty.readHead()?.hasPrefix("HTTP/1.1 101 ") == true)
            #expect(hasty.readMessage()?.text == "hasty")
        }
    }

    @Test func `FA58 a pong is no text, whatever it holds`() throws {
        try Self.withServer { server in
            let client = try #require(RawSocket.open(port: server.port))
            client.sendText("a text before it")
            #expect(client.readMessage()?.text == "a text before it")
            client.sendFrame(10, [0xFF, 0xFE])
            client.sendFrame(1, [0xE2, 0x82], isFinal: false)
            client.sendFrame(10, [0xC0])
            client.sendFrame(0, [0xAC])
            #expect(client.readMessage()?.text == "€")
        }
    }

    @Test func `FA38 CN7 a character that an empty frame cuts short closes 1007`() throws {
        try Self.withServer { server in
            let client = try #require(RawSocket.open(port: server.port))
            client.sendFrame(1, [0x61, 0xE2, 0x82], isFinal: false)
            client.sendFrame(0, [])
            #expect(client.readFrame()?.code == 1007)
        }
    }

    @Test func `FA58 the server ends the stream of who broke the protocol, behind one Close frame`()
        throws
    {
        try Self.withServer { server in
            let faults: [[UInt8]] = [
                [0x83, 0x80, 0, 0, 0, 0], [0x89, 0xFE, 0, 126], [0x81, 0xFF, 0xFF],
            ]
            for fault in faults {
                let client = try #require(RawSocket.open(port: server.port))
                client.sendText("before")
                client.send(fault)
                #expect(client.readFrame()?.text == "before", "\(fault)")
                #expect(client.readFrame()?.code == 1002, "\(fault)")
                #expect(client.readFrame() == nil)
                #expect(client.isAtEnd(), "\(fault)")
            }
            // A fault behind our own Close frame brings no second one.
            let client = try #require(RawSocket.open(port: server.port))
            client.sendFrame(2, [1])
            #expect(client.readFrame()?.code == 1003)
            client.send(faults[0])
            #expect(client.readFrame() == nil)
        }
    }

    @Test func `FA58 our client says what its server did wrong`() throws {
        let client = try RunningClient()
        defer { #expect(client.stop(), "the loop did not end") }
        let listener = try #require(RawListener())
        let faults: [(frame: RawFrame, code: UInt16)] = [
            (RawFrame(3), 1002), (RawFrame(1, [0xFF]), 1007), (RawFrame(2, [1]), 1003),
            (RawFrame(8, [1]), 1002), (RawFrame(8, [0x03, 0xE8, 0xFF]), 1007),
        ]
        for fault in faults {
            client.connect(to: listener.port)
            let socket = try #require(listener.acceptWebSocket())
            socket.send(fault.frame.encoded(mask: nil))
            #expect(socket.readFrame()?.code == Int(fault.code))
            socket.finishWriting()
            guard case .code(fault.code, _) = client.lastReason() else {
                Issue.record("\(fault) ended otherwise")
                continue
            }
        }
        // The end of the stream is no fault.
        client.connect(to: listener.port)
        let socket = try #require(listener.acceptWebSocket())
        socket.finishWriting()
        #expect(socket.readFrame() == nil)
        #expect(client.lastReason() == .lost)
    }
}
