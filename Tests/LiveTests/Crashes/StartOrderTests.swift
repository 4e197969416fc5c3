import Foundation
import Testing

/// What a server does with the disk before it says its first word.
struct StartOrderTests {
    @Test
    func `FA1 FA7 SY2 after a kill the log is written anew and synced before anything is sent`()
        async throws
    {
        try await Aside.run {
            let first = try LiveServer()
            var client = SweepClient()
            let isReady = client.connect(to: first) && client.make(9)
            #expect(isReady)
            first.program.signal(SIGKILL)
            #expect(first.program.ending() == .signal(SIGKILL))
            let bytes = try first.walBytes()
            #expect(bytes > 0)
            let log = first.directory.path("calls")
            let kinds = ["fdatasync", "fsync", "pwrite64", "sendto", "sendmsg", "write", "writev"]
            let server = try LiveServer(
                under: try Strace.launcher(kinds, log: log),
                on: first.directory
            )
            let isBack = client.connect(to: server) && client.resend()
            #expect(isBack)
            client.disconnect()
            server.stop()
            let calls = try Strace.calls(log).map(\.text)
            let word = try #require(calls.firstIndex { $0.contains("HTTP/1.1 101") })
            let before = calls[..<word]
            func last(_ kind: String, _ file: String) -> Int? {
                before.lastIndex { $0.contains("\(kind)(") && $0.contains("/\(file)>") }
            }
            let written = try #require(last("pwrite64", "journal.sqlite-wal"))
            let synced = try #require(last("fdatasync", "journal.sqlite-wal"))
            #expect(written < synced)
            #expect(before[written].contains(", \(bytes), 0)"), "\(before[written])")
            // What was written to the database is in the log until a checkpoint has synced it.
            #expect(last("pwrite64", "journal.sqlite") == nil)
        }
    }
}
