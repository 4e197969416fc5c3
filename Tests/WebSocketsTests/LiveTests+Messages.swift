import Dispatch
import TestKit
import Testing

@testable import WebSockets

extension LiveTests {
    @Test func `a close code reaches a client that is still sending, after what was queued`() throws
    {
        try Self.withServer { server in
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

    @Test func `FA56 a connection at rest is not looked at, and the head of a frame ends the rest`()
        throws
    {
        try Self.withServer(certificate: nil) { server in
            let client = try #require(RawSocket.open(port: server.port))
            #expect(try server.eventually { !$0.connections.isEmpty && $0.dueCount == 0 })
            // A head alone, of a message of a gigabyte.
            client.send([0x82, 0xFF, 0, 0, 0, 0, 0x40, 0, 0, 0, 1, 2, 3, 4])
            #expect(client.readClose()?.code == 1009)
        }
    }

    @Test func `what a peer sent in a row is in few turns, although it is read in pieces`() throws {
        var limits = ConnectionLimits()
        limits.inboundMessagesPerSecond = 1_000_000
        limits.inboundMessagesBurst = 1_000_000
        // Without TLS, as the tunnel to it would pass the messages on in its own time.
        try Self.withServer(limits: limits, certificate: nil) { server in
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
}
