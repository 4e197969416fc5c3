import Dispatch
import TestKit
import Testing

@testable import WebSockets

extension LiveTests {
    @Test(arguments: LiveTests.backends)
    func `a message is echoed, short, long, fragmented or empty`(
        backend: EventLoop.Backend
    ) throws {
        try Self.withServer(backend) { server in
            let client = try #require(RawSocket.open(port: server.port))
            for count in [0, 1, 125, 126, 2_047, 2_048, 2_049, 65_535, 65_536] {
                let text = String(repeating: "x", count: count)
                client.sendText(text)
                #expect(client.readMessage()?.text == text, "\(count) bytes")
            }
            client.sendFrame(1, Array("one ".utf8), isFinal: false)
            client.sendFrame(0, [], isFinal: false)
            client.sendFrame(9, [1, 2, 3])
            #expect(client.readFrame() == RawSocket.Incoming(opcode: 10, payload: [1, 2, 3]))
            client.sendFrame(0, Array("two".utf8))
            #expect(client.readMessage()?.text == "one two")
        }
    }

    @Test(arguments: LiveTests.backends)
    func `FA56 1009 answers a frame that announces too much, without its body`(
        backend: EventLoop.Backend
    ) throws {
        try Self.withServer(backend) { server in
            for announced in [UInt64(65_537), 1 << 30, 1 << 62] {
                let client = try #require(RawSocket.open(port: server.port))
                let start = [UInt8](repeating: 0x78, count: 2_048)
                client.sendFrame(1, start, announced: announced)
                #expect(client.readCloseCode() == 1009, "\(announced) bytes")
                // The header alone is found by the second hand.
                let header = try #require(RawSocket.open(port: server.port))
                header.sendFrame(1, [], announced: announced)
                #expect(header.readCloseCode() == 1009, "\(announced) bytes")
            }
        }
    }

    @Test(arguments: LiveTests.backends)
    func `FA57 1009 answers a flood of fragments`(backend: EventLoop.Backend) throws {
        try Self.withServer(backend) { server in
            let client = try #require(RawSocket.open(port: server.port))
            client.sendFrame(1, [0x61], isFinal: false)
            for _ in 0..<200 { client.sendFrame(0, [0x61], isFinal: false) }
            #expect(client.readCloseCode() == 1009)
        }
    }

    @Test(arguments: LiveTests.backends)
    func `FA58 1003 answers a binary message, 1007 bad UTF-8, 1002 a broken frame`(
        backend: EventLoop.Backend
    ) throws {
        try Self.withServer(backend) { server in
            let binary = try #require(RawSocket.open(port: server.port))
            binary.sendFrame(2, [1, 2, 3])
            #expect(binary.readCloseCode() == 1003)
            let garbled = try #require(RawSocket.open(port: server.port))
            garbled.sendFrame(1, [0xFF, 0xFE])
            #expect(garbled.readCloseCode() == 1007)
            let broken = try #require(RawSocket.open(port: server.port))
            broken.send([0xF1, 0x80, 1, 2, 3, 4])
            #expect(broken.readCloseCode() == 1002)
        }
    }

    @Test(arguments: LiveTests.backends)
    func `a close code reaches a client that is still sending, after what was queued`(
        backend: EventLoop.Backend
    ) throws {
        try Self.withServer(backend) { server in
            for code in [1001, 1008, 1012, 4_401] {
                let client = try #require(RawSocket.open(port: server.port))
                client.sendText("close \(code)")
                for _ in 0..<50 { client.sendText(String(repeating: "y", count: 1_000)) }
                #expect(client.readMessage()?.text == "last words")
                let close = try #require(client.readMessage())
                #expect(close.code == code)
                #expect(close.text.hasSuffix("as you wish"))
                client.sendFrame(8, Array(close.payload.prefix(2)))
                #expect(client.readFrame() == nil)
            }
            #expect(try server.eventually { $0.closedCount == 4 && $0.connections.isEmpty })
        }
    }

    @Test(arguments: LiveTests.backends)
    func `a client's close is answered with its code`(backend: EventLoop.Backend) throws {
        try Self.withServer(backend) { server in
            let client = try #require(RawSocket.open(port: server.port))
            client.sendFrame(8, [0x03, 0xE8])
            #expect(client.readCloseCode() == 1000)
            #expect(client.readFrame() == nil)
            #expect(try server.eventually { $0.closedCount == 1 })
        }
    }

    @Test(arguments: LiveTests.backends)
    func `FA68 4429 answers a flood of pings`(backend: EventLoop.Backend) throws {
        try Self.withServer(backend) { server in
            let client = try #require(RawSocket.open(port: server.port))
            // Answered at once, so that the next ping overtakes what tells of the one before: those
            // are found by their bytes, when the second is over.
            let payload = [UInt8](repeating: 7, count: 125)
            let deadline = ContinuousClock.now + .seconds(10)
            var code: Int?
            while code == nil, ContinuousClock.now < deadline {
                client.sendFrame(9, payload)
                guard let frame = client.readFrame() else { break }
                code = frame.code
            }
            #expect(code == 4429)
        }
    }

    @Test(arguments: LiveTests.backends)
    func `reading pauses over the rate, and nothing is lost`(backend: EventLoop.Backend) throws {
        var limits = ConnectionLimits()
        limits.inboundMessagesPerSecond = 100
        limits.inboundMessagesBurst = 10
        try Self.withServer(backend, limits: limits) { server in
            let client = try #require(RawSocket.open(port: server.port))
            let clock = ContinuousClock()
            let start = clock.now
            for number in 0..<60 { client.sendText("\(number)") }
            for number in 0..<60 { #expect(client.readMessage()?.text == "\(number)") }
            #expect(clock.now - start > .milliseconds(300))
        }
    }

    @Test(arguments: LiveTests.backends)
    func `what a peer sent in a row is in few turns, although it is read in pieces`(
        backend: EventLoop.Backend
    ) throws {
        var limits = ConnectionLimits()
        limits.inboundMessagesPerSecond = 1_000_000
        limits.inboundMessagesBurst = 1_000_000
        // Without TLS, as the tunnel to it would pass the messages on in its own time.
        try Self.withServer(backend, limits: limits, certificate: nil) { server in
            let client = try #require(RawSocket.open(port: server.port))
            let before = try server.ask { $0.turnCount }
            let isSent = DispatchSemaphore(value: 0)
            server.post { _ in isSent.wait() }
            // 25 kB: 25 pieces.
            let texts = (0..<240).map { "\($0) " + String(repeating: "a", count: 95) }
            client.sendTexts(texts)
            isSent.signal()
            for text in texts { #expect(client.readMessage()?.text == text) }
            #expect(try server.ask { $0.turnCount } - before <= 12)
        }
    }

    @Test(arguments: LiveTests.backends)
    func `FA67 a silent peer is pinged, then cut; one that answers stays`(
        backend: EventLoop.Backend
    ) throws {
        var limits = ConnectionLimits()
        limits.pingIntervalSeconds = 1
        limits.idleTimeoutSeconds = 2
        try Self.withServer(backend, limits: limits) { server in
            let alive = try #require(RawSocket.open(port: server.port))
            let silent = try #require(RawSocket.open(port: server.port))
            for _ in 0..<2 {
                let ping = try #require(alive.readFrame())
                #expect(ping.opcode == 9 && !ping.payload.isEmpty)
                alive.sendFrame(10, ping.payload)
            }
            #expect(silent.readFrame()?.opcode == 9)
            #expect(silent.readFrame() == nil)
            #expect(try server.eventually { $0.connections.count == 1 })
        }
    }
}
