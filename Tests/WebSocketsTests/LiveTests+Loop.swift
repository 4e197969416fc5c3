import Foundation
import Synchronization
import TestKit
import Testing
import Transport

@testable import WebSockets

extension LiveTests {
    @Test func `mail from other threads wakes the loop and arrives in each one's order`() throws {
        try Self.withServer { server in
            let shared = Shared<[[Int]]>()
            shared.box.withLock { $0 = [[], [], []] }
            DispatchQueue.concurrentPerform(iterations: 3) { poster in
                for number in 0..<2_000 {
                    server.post { _ in
                        shared.box.withLock { $0?[poster].append(number) }
                    }
                }
            }
            let isAllSeen = try server.eventually { _ in
                shared.box.withLock { $0?.allSatisfy { $0.count == 2_000 } == true }
            }
            #expect(isAllSeen)
            #expect(shared.box.withLock { $0 } == Array(repeating: Array(0..<2_000), count: 3))
            // What asks may be mail of the same turn, and a busy machine's first turn has it all.
            #expect(try server.eventually { $0.turnCount > 0 })
        }
    }

    @Test func `a loop ends although mail comes, and mail to one that has ended is ignored`() throws
    {
        let server = try RunningServer()
        server.post { [unowned server] running in
            running.loop.stop()
            for _ in 0..<10 { server.post { _ in Issue.record("the loop has ended") } }
        }
        #expect(server.stop())
        for _ in 0..<10 { server.post { _ in Issue.record("the loop has ended") } }
    }

    @Test func `every connection hears closed when the loop ends`() throws {
        let server = try RunningServer()
        let clients = try (0..<10).map { _ in try #require(RawSocket.open(port: server.port)) }
        let waiting = try #require(RawSocket(port: server.port))
        waiting.send("GET /never HTTP/1.1\r\nHost: a\r\n\r\n")
        let tally = try server.ask { Tally($0) }
        #expect(server.stop())
        #expect(tally.opened == 10 && tally.closed == 10)
        for client in clients { #expect(client.readFrame() == nil) }
    }

    @Test func `a loop that is flooded with connections and messages serves others and ends`()
        throws
    {
        let server = try RunningServer()
        let port = server.port
        let flooders = DispatchGroup()
        let isDone = Shared<Bool>()
        for number in 0..<2 {
            DispatchQueue.global().async(group: flooders) {
                while isDone.box.withLock({ $0 }) == nil {
                    guard let client = RawSocket.open(port: port) else { continue }
                    for _ in 0..<50 where number == 0 { client.sendText("flood") }
                }
            }
        }
        for number in 0..<20 {
            let client = try #require(RawSocket.open(port: port))
            client.sendText("\(number)")
            #expect(client.readMessage()?.text == "\(number)")
        }
        #expect(server.stop(), "the loop did not end")
        isDone.box.withLock { $0 = true }
        #expect(flooders.wait(timeout: .now() + 20) == .success)
    }

    @Test func `SIGINT stays what the program made of it`() throws {
        var before = sigaction()
        var after = sigaction()
        unsafe _ = sigaction(SIGINT, nil, &before)
        let server = try RunningServer()
        #expect(try server.ask { $0.openedCount } == 0)
        unsafe _ = sigaction(SIGINT, nil, &after)
        #expect(server.stop())
        // The handler is first; glibc fills the mask behind it with what lay on its stack.
        let isSame = unsafe withUnsafeBytes(of: &before) { before in
            unsafe withUnsafeBytes(of: &after) {
                unsafe before.prefix(8).elementsEqual($0.prefix(8))
            }
        }
        #expect(isSame && before.sa_flags == after.sa_flags)
    }

    @Test func `FA14 a loop that is lent for long goes on, and comes back`() throws {
        let loop = try EventLoop()
        let isServed = DispatchSemaphore(value: 0)
        var threads: [pthread_t] = []
        let mailbox = loop.makeMailbox(of: Int.self) { mail in
            threads.append(pthread_self())
            if mail == 1 { isServed.signal() } else { loop.stop() }
        }
        var turns = 0
        loop.onTurnEnd = {
            turns += 1
            guard turns == 1 else { return }
            loop.lend {
                mailbox.post(1)
                #expect(isServed.wait(timeout: .now() + 60) == .success)
            }
            mailbox.post(2)
        }
        loop.run()
        #expect(threads.map { pthread_equal($0, pthread_self()) != 0 } == [false, true])
    }

    @Test func `a listener takes no address of another machine`() throws {
        let loop = try EventLoop()
        let handler = TestServer(loop: loop)
        #expect(throws: WebSocketError.self) {
            try Listener(on: loop, host: "192.0.2.1", port: 0, subprotocol: "x", handler: handler)
        }
    }

    @Test(arguments: ["::1", "localhost", "0.0.0.0", "::"])
    func `a listener takes IPv4, IPv6 and names`(host: String) throws {
        let loop = try EventLoop()
        let handler = TestServer(loop: loop)
        let listener = try Listener(
            on: loop,
            host: host,
            port: 0,
            subprotocol: "x",
            handler: handler
        )
        #expect(listener.port > 0)
    }
}

/// The counts of a server, read after its thread has ended.
private final class Tally: @unchecked Sendable {
    // Safe: the only reader waits for the end of the thread that writes.
    private let server: TestServer
    init(_ server: TestServer) { self.server = server }
    var opened: Int { server.openedCount }
    var closed: Int { server.closedCount }
}
