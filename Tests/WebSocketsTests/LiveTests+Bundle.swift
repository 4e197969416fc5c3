import TestKit
import Testing

@testable import WebSockets

/// Frames that many get one after the other, and that are in memory once.
extension LiveTests {
    private static let count = 40
    private static let bytes = 60_000

    private static func bundle(_ server: TestServer) -> FrameBundle {
        let frames = (0..<count).map { number in
            Frame(text: [UInt8](repeating: UInt8(0x30 + number), count: bytes))
        }
        return FrameBundle(frames, on: server.loop)
    }

    @Test
    func `FA66 a snapshot that many have yet to read counts once, and for nobody's own bound`()
        throws
    {
        var limits = ConnectionLimits()
        limits.queuedBytesMax = 500_000
        limits.queuedBytesTotalMax = 4_000_000
        // Without TLS, as the tunnel to it reads whether or not its client does.
        try Self.withServer(limits: limits, certificate: nil) { server in
            let readers = try (1...4).map { try server.slowReader($0) }
            server.post { server in
                let bundle = Self.bundle(server)
                for connection in server.connections.values {
                    connection.send(Frame(text: Array("before".utf8)))
                    connection.send(bundle)
                    connection.send(Frame(text: Array("after".utf8)))
                }
            }
            let waiting = try server.ask { $0.loop.queuedBytes }
            let whole = Self.count * (Self.bytes + 4)
            #expect((whole...(whole + 4 * 16)).contains(waiting))
            #expect(try server.ask { $0.connections.values.allSatisfy { !$0.isClosing } })
            for reader in readers[1...] {
                #expect(reader.readMessage()?.text == "before")
                for number in 0..<Self.count {
                    #expect(reader.readMessage()?.payload.first == UInt8(0x30 + number))
                }
                #expect(reader.readMessage()?.text == "after")
            }
            // The first one still has all before it; when it is gone, nothing is kept.
            #expect(try server.ask { $0.loop.queuedBytes } >= whole)
            server.post { server in
                for connection in server.connections.values { connection.close(1000, "") }
            }
            #expect(readers[0].readMessage()?.text == "before")
            for _ in 0..<Self.count { _ = readers[0].readMessage() }
            #expect(try server.eventually { $0.loop.queuedBytes == 0 })
        }
    }

    @Test func `FA66 those that read nothing of their snapshots go when these are too many`() throws
    {
        var limits = ConnectionLimits()
        limits.queuedBytesTotalMax = 6_000_000
        // Without TLS, as the tunnel to it reads whether or not its client does.
        try Self.withServer(limits: limits, certificate: nil) { server in
            let readers = try (1...4).map { try server.slowReader($0) }
            // Each has a snapshot of its own: 2.4 MB.
            server.post { server in
                for connection in server.connections.values {
                    connection.send(Self.bundle(server))
                }
            }
            let isFree = try server.eventually { server in
                server.loop.queuedBytes <= 6_000_000
                    && server.connections.values.contains { $0.isClosing }
            }
            #expect(isFree)
            #expect(readers.count == 4)
        }
    }
}
