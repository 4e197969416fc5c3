import Foundation
import Synchronization
import TestKit
import Testing

@testable import WebSockets

/// A client that notes what happens to it and sends what it is told when it opens.
private final class NotingClient: ClientConnectionHandler {
    let loop: EventLoop
    let messages: [[UInt8]]
    var received: [Int] = []
    var openedCount = 0
    var reason: ClientCloseReason?
    var closesAfter: Int?

    init(loop: EventLoop, sending messages: [[UInt8]], closesAfter: Int?) {
        self.loop = loop
        self.messages = messages
        self.closesAfter = closesAfter
    }

    func opened(_ connection: ClientConnection) {
        openedCount += 1
        for message in messages { connection.send(message) }
    }

    func received(_ message: Span<UInt8>, on connection: ClientConnection) {
        received.append(message.count)
        if received.count == closesAfter { connection.close(1000, "done") }
    }

    func closed(_ connection: ClientConnection, reason: ClientCloseReason) {
        #expect(self.reason == nil, "closed came twice")
        self.reason = reason
        loop.stop()
    }
}

extension LiveTests {
    /// Runs one client on a loop of its own, on this thread, until it is closed or ten seconds.
    private func run(
        _ text: String,
        sending messages: [[UInt8]] = [],
        closesAfter: Int? = nil,
        subprotocol: String = "emojiart.v1",
        authorities: String? = nil
    ) throws -> (reason: ClientCloseReason?, received: [Int], openedCount: Int) {
        let loop = try EventLoop()
        loop.authorities = authorities
        let client = NotingClient(loop: loop, sending: messages, closesAfter: closesAfter)
        loop.onAlarm = { _ in loop.stop() }
        defer { loop.onAlarm = nil }
        loop.setAlarm(at: loop.now + 10_000)
        let url = try WebSocketURL(text)
        _ = ClientConnection(on: loop, to: url, subprotocol: subprotocol, handler: client)
        #expect(client.reason == nil, "the handler was called from within init")
        loop.run()
        return (client.reason, client.received, client.openedCount)
    }

    /// Expects that a client cannot connect to a URL, and is told so.
    private func expectUnreachable(_ url: String) throws {
        let reason = try run(url).reason
        if case .unreachable = reason { return }
        Issue.record("\(url): \(String(describing: reason))")
    }

    @Test func `a client hears the server's code and reason, and how it was refused`() throws {
        try Self.withServer { server in
            let url = "ws://127.0.0.1:\(server.port)"
            let closed = try run(url + "/ws", sending: [Array("close 4401".utf8)])
            #expect(closed.reason == .code(4401, "as you wish"))
            #expect(closed.received == [10])
            let forbidden = try run(url + "/other")
            #expect(forbidden.reason == .refused(httpStatus: 403))
            #expect(forbidden.openedCount == 0)
            let wrong = try run(url + "/ws", subprotocol: "other")
            #expect(wrong.reason == .refused(httpStatus: 400))
        }
    }

    @Test func `a client finds a server by any address that its name has`() throws {
        try Self.withServer { server in
            // localhost may be ::1 first, where nobody listens.
            let result = try run(
                "ws://localhost:\(server.port)/ws",
                sending: [Array("hello".utf8)],
                closesAfter: 1
            )
            #expect(result.openedCount == 1)
            #expect(result.received == [5])
        }
    }

    @Test func `a client that finds nobody, or no TLS, is told so`() throws {
        let server = try RunningServer()
        let port = server.port
        try expectUnreachable("wss://127.0.0.1:\(port)/ws")
        #expect(server.stop())
        try expectUnreachable("ws://127.0.0.1:\(port)/ws")
        try expectUnreachable("ws://no-such-host.invalid/ws")
    }

    @Test func `connects within TLS go on while other loops are made`() throws {
        let certificate = try TestCertificate()
        let server = try RunningServer(certificate: certificate, isTunnelled: false)
        let isDone = Shared<Bool>()
        let ended = DispatchSemaphore(value: 0)
        Thread {
            while isDone.box.withLock({ $0 }) == nil { _ = try? EventLoop() }
            ended.signal()
        }.start()
        for _ in 0..<20 {
            let result = try run(
                "wss://127.0.0.1:\(server.port)/ws",
                sending: [[0x62]],
                closesAfter: 1,
                authorities: certificate.certificate
            )
            #expect(result.reason == .code(1000, "done"))
        }
        isDone.box.withLock { $0 = true }
        ended.wait()
        #expect(server.stop())
    }
}
