import Foundation
import TestKit
import Testing

/// How often the server makes the disk write, as the kernel sees it.
struct CommitTests {
    /// A server whose syncs are counted in a file.
    private func tracedServer() throws -> (server: LiveServer, log: TemporaryDirectory) {
        let log = try TemporaryDirectory()
        let tracer = try Strace.launcher(["fdatasync", "fsync"], log: log.path("syncs"))
        return (try LiveServer(under: tracer), log)
    }

    private func syncs(_ log: TemporaryDirectory) throws -> Int {
        try Strace.calls(log.path("syncs")).count
    }

    @Test func `SY2 a lone edit costs one fdatasync`() throws {
        let (server, log) = try tracedServer()
        let client = try LiveClient(server.url()).joined()
        // The first commit of a write-ahead log syncs its head too.
        try client.draw()
        for _ in 1...5 {
            let before = try syncs(log)
            try client.draw()
            #expect(try syncs(log) == before + 1)
        }
    }

    @Test func `SY2 many edits at once share a commit`() throws {
        let (server, log) = try tracedServer()
        var sockets: [(socket: RawSocket, client: Int)] = []
        for key in 1...10 {
            let (socket, welcome) = try server.join(key: key)
            sockets.append((socket, try #require(welcome["client"]?.integer)))
        }
        let before = try syncs(log)
        let count = 50
        for (socket, client) in sockets {
            socket.sendTexts((1...count).map { LiveServer.add(seq: $0, id: "\(client).\($0)") })
        }
        for (socket, client) in sockets {
            var acknowledged = 0
            while acknowledged < count {
                let edit = try #require(socket.readMessage("edit"))
                guard edit["client"]?.integer == client else { continue }
                acknowledged += 1
                #expect(edit["seq"]?.integer == acknowledged)
            }
        }
        let used = try syncs(log) - before
        #expect(used >= 1)
        #expect(used < sockets.count * count / 2, "\(used) syncs")
        print("500 edits of 10 clients took \(used) syncs")
    }
}
