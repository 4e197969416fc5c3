import TestKit
import Testing

@testable import WebSockets

extension LiveTests {
    private func follower(_ server: RunningServer, buffer: Int32? = nil) throws -> RawSocket {
        let client = try #require(
            RawSocket.open(port: server.port, receiveBufferBytes: buffer)
        )
        client.sendText("follow")
        client.sendText("ready")
        #expect(client.readMessage()?.text == "ready")
        return client
    }

    @Test(arguments: [false, true])
    func `SV10 what a follower catches up with goes before what is sent next`(
        catchesUp: Bool
    ) throws {
        try Self.withServer { server in
            let client = try follower(server)
            server.post { server in
                server.log.append(Array("edit".utf8))
                for connection in server.connections.values {
                    if catchesUp { connection.catchUp() }
                    connection.send(Frame(text: Array("answer".utf8)))
                }
            }
            let texts = [client.readMessage()?.text, client.readMessage()?.text]
            #expect(texts == (catchesUp ? ["edit", "answer"] : ["answer", "edit"]))
        }
    }

    @Test func `a follower that lags behind a trim is told and follows again`() throws {
        try Self.withServer { server in
            let slow = try follower(server, buffer: 4_096)
            for round in 0..<200 {
                server.post { server in
                    let text = String(repeating: "z", count: 60_000)
                    server.log.append(Array("\(round) \(text)".utf8))
                    server.log.trim(to: server.log.endIndex - min(2, server.log.endIndex))
                }
            }
            var last = -1
            while last < 199, let frame = slow.readMessage(), frame.opcode == 1 {
                let number = try #require(Int(frame.text.prefix { $0 != " " }))
                #expect(number > last)
                last = number
            }
            #expect(last == 199)
            #expect(try server.ask { $0.laggedCount } > 0)
        }
    }

    @Test func `FA66 4430 closes a connection whose private queue overflows`() throws {
        var limits = ConnectionLimits()
        limits.queuedBytesMax = 500_000
        limits.closeTimeoutSeconds = 8
        try Self.withServer(limits: limits) { server in
            let slow = try server.slowReader(1)
            for _ in 0..<200 {
                server.post { server in
                    let frame = Frame(text: [UInt8](repeating: 0x78, count: 60_000))
                    for connection in server.connections.values { connection.send(frame) }
                }
            }
            #expect(
                try server.eventually { $0.connections.values.contains { $0.isClosing } }
            )
            #expect(slow.readClose()?.code == 4430)
        }
    }

    @Test func `FA66 those that let the most wait go when the server keeps too much for all`()
        throws
    {
        var limits = ConnectionLimits()
        limits.queuedBytesTotalMax = 4_000_000
        limits.closeTimeoutSeconds = 8
        try Self.withServer(limits: limits) { server in
            let readers = try (1...4).map { try server.slowReader($0) }
            // Each within its own bound: 0.6 MB for the first, 1.2 for the next, and so on.
            server.post { server in
                let frame = Frame(text: [UInt8](repeating: 0x78, count: 60_000))
                let connections = server.connections.values.sorted { $0.number < $1.number }
                for (index, connection) in connections.enumerated() {
                    for _ in 0..<(10 * (index + 1)) { connection.send(frame) }
                }
            }
            #expect(
                try server.eventually { $0.connections.values.contains { $0.isClosing } }
            )
            #expect(readers[3].readClose()?.code == 4430)
            #expect(try server.ask { $0.loop.queuedBytes } <= 4_000_000)
            // Who let less wait gets all of it.
            for _ in 0..<10 { #expect(readers[0].readMessage()?.payload.count == 60_000) }
            let isOpen = try server.ask { server in
                server.connections.values.filter { !$0.isClosing }.count
            }
            #expect(isOpen == 3)
        }
    }

    private static func sendPresence(_ server: TestServer) -> [Bool] {
        let presence = FrameBundle([Frame(text: Array("presence".utf8))], on: server.loop)
        return server.connections.values.map { $0.sendOrDrop(presence) }
    }

    @Test func `presence is dropped for a connection with a backlog, and flows again`() throws {
        try Self.withServer { server in
            let client = try follower(server, buffer: 4_096)
            server.post { server in
                for _ in 0..<100 { server.log.append([UInt8](repeating: 0x78, count: 60_000)) }
            }
            #expect(
                try server.eventually { $0.connections.values.contains { $0.hasBacklog } }
            )
            #expect(try server.ask { Self.sendPresence($0) } == [false])
            for _ in 0..<100 { #expect(client.readMessage()?.payload.count == 60_000) }
            #expect(try server.eventually { $0.drainedCount == 1 })
            #expect(try server.ask { Self.sendPresence($0) } == [true])
            #expect(client.readMessage()?.text == "presence")
        }
    }

    @Test func `FA65 one address may hold its share of connections and no more`() throws {
        var limits = ConnectionLimits()
        limits.connectionsPerAddressMax = 3
        try Self.withServer(limits: limits) { server in
            var clients: [RawSocket] = []
            for _ in 0..<3 { clients.append(try #require(RawSocket.open(port: server.port))) }
            let fourth = try #require(RawSocket.open(port: server.port))
            #expect(fourth.readClose()?.code == 1013)
            clients.removeLast()
            #expect(try server.eventually { $0.loop.admissions.acceptedCount == 2 })
            #expect(RawSocket.open(port: server.port) != nil)
        }
    }

    @Test func `CN22 one address may not open connections faster than its share`() throws {
        var limits = ConnectionLimits()
        limits.acceptsPerAddressPerSecond = 1
        try Self.withServer(limits: limits) { server in
            // Two at once and a debt of one; others learn so, and far more are hung up on.
            let opened = (0..<60).count { _ in RawSocket.open(port: server.port) != nil }
            let tooMany = try server.ask { $0.tooManyCount }
            #expect((2...8).contains(opened - tooMany), "\(opened), \(tooMany)")
            #expect(opened < 60)
            let isRefused = try server.eventually { $0.loop.admissions.refusedCount > 0 }
            #expect(isRefused)
            let deadline = ContinuousClock.now + .seconds(10)
            var isBack = false
            while !isBack, ContinuousClock.now < deadline {
                isBack = RawSocket.open(port: server.port) != nil
            }
            #expect(isBack)
            #expect(try server.eventually { $0.loop.admissions.acceptedCount == 0 })
            // Nothing is kept of an address that has been away for long enough.
            #expect(try server.eventually { $0.loop.admissions.addressCount == 0 })
        }
    }
}
