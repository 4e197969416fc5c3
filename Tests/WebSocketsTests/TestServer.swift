import Foundation
import Synchronization
import TestKit
import Testing
import Transport

@testable import WebSockets

/// The server under test, on its loop's thread: it echoes, follows one log, and keeps count.
final class TestServer: ListenerHandler {
    let loop: EventLoop
    let log = FrameLog()
    var listener: Listener?
    var connections: [UInt64: Connection] = [:]
    var openedCount = 0
    /// Connections of an address that has too many.
    var tooManyCount = 0
    var closedCount = 0
    var drainedCount = 0
    var laggedCount = 0
    var turnCount = 0
    /// Connections that the second hand has to look at now.
    var dueCount: Int {
        (0..<loop.peers.slotCount).count { loop.peers.element(at: $0, dueAt: loop.now) != nil }
    }
    var lastRequest: HTTPRequest?
    private var delayed: [HTTPExchange] = []

    init(loop: EventLoop) {
        self.loop = loop
        loop.onTurnEnd = { [unowned self] in turnCount += 1 }
        loop.onAlarm = { [unowned self] _ in
            for exchange in delayed {
                exchange.respond(HTTPResponse(status: 200, text: "later"))
            }
            delayed = []
        }
    }

    func guest(_ request: HTTPRequest) -> String? { nil }

    func refusalOfUpgrade(_ request: HTTPRequest) -> HTTPResponse? {
        lastRequest = request
        return request.path == "/ws" ? nil : HTTPResponse(status: 403, text: "not for you")
    }

    func refusalOfUpload(_ request: HTTPRequest) -> HTTPResponse? {
        request.path == "/put" ? nil : .wrongMethod(allowing: [.get, .head])
    }

    func respond(to request: HTTPRequest, with exchange: HTTPExchange) {
        lastRequest = request
        switch request.path {
        case "/put":
            let sum = exchange.takeBody().reduce(into: (count: 0, sum: 0)) { sum, byte in
                sum = (sum.count + 1, sum.sum + Int(byte))
            }
            exchange.respond(HTTPResponse(status: 201, text: "\(sum.count) \(sum.sum)"))
        case _ where ![.get, .head].contains(request.method):
            exchange.respond(.wrongMethod(allowing: [.get, .head]))
        case "/": exchange.respond(HTTPResponse(status: 200, text: "hello"))
        case "/big":
            let body = [UInt8](repeating: 0x61, count: 400_000)
            exchange.respond(HTTPResponse(status: 200, contentType: "text/plain", body: body))
        case "/later":
            delayed.append(exchange)
            loop.setAlarm(at: loop.now + 30)
        case "/never": break
        default: exchange.respond(HTTPResponse(status: 404, text: "no such page"))
        }
    }

    func opened(_ connection: Connection, request: HTTPRequest) {
        if connection.isTooMany {
            tooManyCount += 1
            return connection.close(1013, "overloaded")
        }
        openedCount += 1
        connections[connection.number] = connection
    }

    func received(_ message: Span<UInt8>, on connection: Connection) {
        let bytes = message.copied
        let text = String(decoding: bytes.prefix(16), as: UTF8.self)
        if text == "follow" {
            connection.follow(log, from: log.firstIndex)
        } else if let code = text.split(separator: " ").last.flatMap({ UInt16($0) }),
            text.hasPrefix("close ")
        {
            connection.send(Frame(text: Array("last words".utf8)))
            connection.close(code, "as you wish")
        } else {
            connection.send(Frame(text: bytes))
        }
    }

    func drained(_ connection: Connection) { drainedCount += 1 }

    func lagged(_ connection: Connection) {
        laggedCount += 1
        connection.follow(log, from: log.firstIndex)
    }

    func closed(_ connection: Connection) {
        closedCount += 1
        connections[connection.number] = nil
    }
}

/// A test server that runs on a thread of its own; what crosses is mail.
final class RunningServer: Sendable {
    typealias Job = @Sendable (TestServer) -> Void

    let port: Int
    private let mailbox: Mailbox<Job>
    private let ended = DispatchSemaphore(value: 0)
    private let tunnel: TLSTunnel?

    /// Starts one; with a certificate it speaks TLS, and `port` is that of a tunnel to it.
    init(
        limits: ConnectionLimits = ConnectionLimits(),
        certificate: TestCertificate? = LiveTests.certificate,
        isTunnelled: Bool = true
    ) throws {
        let started = Reply<Result<(Int, Mailbox<Job>), WebSocketError>>()
        let ended = ended
        let thread = Thread {
            do throws(WebSocketError) {
                let loop = try EventLoop(limits: limits)
                let server = TestServer(loop: loop)
                let listener = try Listener(
                    on: loop,
                    host: "127.0.0.1",
                    port: 0,
                    subprotocol: "emojiart.v1",
                    identity: try certificate.map { certificate throws(WebSocketError) in
                        try TLSIdentity(
                            certificate: certificate.certificate,
                            key: certificate.key
                        )
                    },
                    handler: server
                )
                server.listener = listener
                let mailbox = loop.makeMailbox(of: Job.self) { job in job(server) }
                started.give(.success((listener.port, mailbox)))
                loop.run()
            } catch {
                started.give(.failure(error))
            }
            ended.signal()
        }
        thread.start()
        guard let result = started.wait() else { throw Gone() }
        let listening: Int
        (listening, mailbox) = try result.get()
        tunnel = certificate != nil && isTunnelled ? try TLSTunnel() : nil
        tunnel?.aim(at: listening)
        port = tunnel?.port ?? listening
    }

    struct Gone: Error {}

    func post(_ job: @escaping Job) { mailbox.post(job) }

    /// Runs a question on the loop's thread and waits at most ten seconds for its answer.
    func ask<Answer: Sendable>(
        _ question: @escaping @Sendable (TestServer) -> Answer
    ) throws
        -> Answer
    {
        let reply = Reply<Answer>()
        post { server in reply.give(question(server)) }
        guard let answer = reply.wait(seconds: 10) else { throw Gone() }
        return answer
    }

    /// Asks again until the answer is yes; false after ten seconds.
    func eventually(_ question: @escaping @Sendable (TestServer) -> Bool) throws -> Bool {
        let deadline = Date(timeIntervalSinceNow: 10)
        while Date() < deadline {
            if try ask(question) { return true }
        }
        return false
    }

    /// Opens the connection of that number, counted from 1, for which the kernel holds little.
    func slowReader(_ number: Int) throws -> RawSocket {
        let reader = try #require(RawSocket.open(port: port, receiveBufferBytes: 4_096))
        #expect(try eventually { $0.connections.count == number })
        return reader
    }

    /// Stops the loop; false when it did not end within ten seconds.
    func stop() -> Bool {
        post { server in server.loop.stop() }
        return ended.wait(timeout: .now() + 10) == .success
    }
}

/// A mutex that threads share.
final class Shared<Value>: Sendable where Value: Sendable {
    let box = Mutex<Value?>(nil)
}
