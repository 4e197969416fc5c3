import Foundation
import TestKit
import Testing

/// Ends of the real server that no system call tells of.
@Suite(.aside) struct SignalTests {
    private static func check(_ server: LiveServer, _ clients: [SweepClient]) throws {
        try server.restart()
        var clients = clients
        for index in clients.indices {
            let isBack =
                clients[index].connect(to: server) && clients[index].resend()
                && clients[index].make(3)
            #expect(isBack, "\(clients[index].document)")
            clients[index].disconnect()
        }
        server.stop()
        for client in clients {
            let stored = try client.check(in: server.data)
            #expect(stored.edits.count == client.accepted.count)
        }
    }

    @Test(arguments: [SIGILL, SIGTRAP, SIGSEGV, SIGBUS])
    func `FA75 a server that traps serves all that it had answered when it is started again`(
        signal: Int32
    ) throws {
        let server = try LiveServer()
        var client = SweepClient()
        try client.begin(on: server, 40, window: 20)
        for _ in 1...10 { _ = client.send() }
        server.program.signal(signal)
        let ending = server.program.ending()
        #expect(ending == .signal(signal))
        _ = client.settle()
        try Self.check(server, [client])
    }

    @Test func `FA74 a server that gets no more memory ends, and has all when it is started again`()
        throws
    {
        let server = try LiveServer(["--messages-per-second", "100000"])
        var client = SweepClient(bytes: 40_000)
        try client.begin(on: server, 20)
        let status = try String(
            contentsOfFile: "/proc/\(server.program.processID)/statm",
            encoding: .utf8
        )
        let pages = try #require(Int(status.prefix { $0 != " " }))
        let limit = pages * 4_096 + (2 << 20)
        let run = try Program(
            "/usr/bin/prlimit",
            ["--pid", "\(server.program.processID)", "--as=\(limit)"]
        ).finish()
        try #require(run.ending == .exit(0), "\(run.errors)")
        var clients = [client]
        let isOver = Wait.until {
            var other = SweepClient(document: "d\(clients.count)", bytes: 50_000)
            if other.connect(to: server) { _ = other.make(20, window: 20) }
            if other.sent > 0 { clients.append(other) }
            return !server.program.isRunning
        }
        #expect(isOver)
        let ending = server.program.ending()
        print("FA74: ended with \(ending as Any) after \(clients.count) documents")
        #expect(ending != .exit(0))
        try Self.check(server, clients)
    }
}
