import Foundation
import TestKit
import Testing

/// Floods of connections and of messages, while others edit.
@Suite(.aside) struct AbuseFloodTests {
    /// Joins as often as that, and gives those who are let in.
    private func flood(_ server: LiveServer, _ count: Int) -> [RawSocket] {
        (0..<count).compactMap { _ in
            guard let socket = RawSocket.open(port: server.port, "/documents/picnic") else {
                return nil
            }
            socket.sendText(LiveServer.hello())
            return socket.readMessage()?.opcode == 1 ? socket : nil
        }
    }

    @Test func `FA65 a server with few descriptors keeps those that it needs, and recovers`() throws
    {
        let limit = 128
        let server = try LiveServer(
            ["--connections-per-address", "1000"],
            under: ["/usr/bin/prlimit", "--nofile=\(limit):\(limit)"]
        )
        let pair = try LivePair(server)
        var sockets = flood(server, 200)
        #expect(sockets.count == limit - 64 - 2)
        let open = try FileManager.default.contentsOfDirectory(
            atPath: "/proc/\(server.program.processID)/fd"
        )
        #expect(open.count < limit)
        // The journal still has what it needs, also for a document that is opened now.
        try pair.edit()
        sockets.removeAll()
        #expect(Wait.until { !flood(server, 1).isEmpty })
        #expect(try server.join("another", key: 3).1["revision"]?.integer == 0)
        try pair.check()
        server.stop()
    }

    /// A tenth of the usual messages a second, so that the flood is over soon.
    private static let messagesPerSecond = 100
    private static let flooders = 10
    private static let editsEach = 600

    @Test
    func `FA68 CN13 ten that flood the server with edits are slowed down, nobody else is`()
        async throws
    {
        let server = Carried(
            try LiveServer(["--messages-per-second", "\(Self.messagesPerSecond)"])
        )
        let pair = try LivePair(server.value)
        let start = ContinuousClock.now
        let ended = try await Aside.each(1...Self.flooders, givingWay: true) { number in
            var client = SweepClient(key: number, document: "flood\(number)")
            // As many unanswered as may be, so that the server makes it wait.
            let isDone =
                client.connect(to: server.value) && client.make(Self.editsEach, window: 250)
            client.disconnect()
            return (isDone: isDone, client: Carried(client))
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let most = 2 * Self.messagesPerSecond
        print("FA68: \(Self.flooders) times \(Self.editsEach) edits took \(seconds) s")
        #expect(seconds > Double(Self.editsEach - most) / Double(Self.messagesPerSecond))
        try pair.check()
        server.value.stop()
        for (isDone, client) in ended {
            #expect(isDone)
            #expect(client.value.answers.count == Self.editsEach)
            try client.value.check(in: server.value.data)
        }
    }

    @Test func `FA68 CN12 ten that flood the server with pings are closed 4429`() throws {
        let server = try LiveServer()
        let pair = try LivePair(server)
        let ping = RawFrame(9, [UInt8](repeating: 7, count: 125)).encoded(mask: RawSocket.mask)
        let pong = RawFrame(10, [7]).encoded(mask: RawSocket.mask)
        for (index, frame) in [ping, pong].enumerated() {
            for number in 0..<5 {
                let (socket, _) = try server.join(key: 200 + index * 10 + number)
                socket.send(Array(repeatElement(frame, count: 2_000).joined()))
                #expect(socket.readClose()?.code == 4429)
            }
            try pair.edit()
        }
        try pair.check()
        server.stop()
    }
}
