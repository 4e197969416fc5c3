import Testing

/// How often the server makes the disk write, as the kernel sees it.
struct CommitTests {
    @Test func `SY2 a lone edit costs one fdatasync`() throws {
        let log = try TemporaryDirectory()
        let path = log.path("syncs")
        let server = try LiveServer(under: try Strace.launcher(["fdatasync", "fsync"], log: path))
        let client = try LiveClient(server.url()).joined()
        // The first commit of a write-ahead log syncs its head too.
        try client.draw()
        for _ in 1...5 {
            let before = try Strace.calls(path).count
            try client.draw()
            #expect(try Strace.calls(path).count == before + 1)
        }
    }
}
