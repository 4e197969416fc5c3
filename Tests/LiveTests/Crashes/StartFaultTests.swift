import EmojiArt
import Foundation
import Glibc
import SQLiteStore
import Store
import StoreTables
import TestKit
import Testing
import Wire

/// Starts on a data directory that is not as it should be: each says why, and exits with its code.
@Suite(.aside) struct StartFaultTests {
    /// What runs a program without a superuser's powers, as operators do.
    private static var plainUser: [String] {
        geteuid() == 0 ? ["/usr/bin/unshare", "--user"] : []
    }

    /// A directory in which a server has served one edit.
    private static func prepared() throws -> TemporaryDirectory {
        let server = try LiveServer()
        var client = SweepClient()
        try client.begin(on: server, 1)
        client.disconnect()
        server.stop()
        return server.directory
    }

    private static func expect(
        _ code: Int32,
        _ words: [String],
        on directory: TemporaryDirectory,
        under tracer: [String] = [],
        data: String = "data"
    ) throws {
        let run = try Program(
            "emojiart-server",
            ["--listen", "127.0.0.1:0", "--data", directory.path(data)],
            under: tracer
        ).finish()
        #expect(run.ending == .exit(code), "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(run.errors.count == 1, "\(run.errors)")
        for word in words + ["emojiart-server: "] {
            #expect(run.errors.joined().contains(word), "\(word): \(run.errors)")
        }
    }

    private static func setMode(_ mode: Int, of path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    @Test func `FA10 a database that is gone or empty while its log is not is not served`() throws {
        for isGone in [true, false] {
            let server = try LiveServer()
            var client = SweepClient()
            try client.begin(on: server, 1)
            server.kill()
            let file = server.data + "/journal.sqlite"
            if isGone {
                try FileManager.default.removeItem(atPath: file)
            } else {
                try Data().write(to: URL(filePath: file))
            }
            let before = try server.walBytes()
            #expect(before > 0)
            try Self.expect(65, ["missing or empty", "backup"], on: server.directory)
            #expect(try server.walBytes() == before)
        }
    }

    @Test func `FA10 a data directory that is a file, or of another owner, is refused`() throws {
        let directory = try Self.prepared()
        _ = try directory.write("x", to: "file")
        try Self.expect(66, ["Not a directory", "check"], on: directory, data: "file")
        try Self.setMode(0o500, of: directory.path("data"))
        try FileManager.default.removeItem(atPath: directory.path("data/lock"))
        try Self.expect(77, ["write permission"], on: directory, under: Self.plainUser)
        try Self.setMode(0, of: directory.path("data"))
        try Self.expect(77, ["write permission"], on: directory, under: Self.plainUser)
        try Self.setMode(0o700, of: directory.path("data"))
        try Self.setMode(0o500, of: directory.path)
        try Self.expect(77, ["permission"], on: directory, under: Self.plainUser, data: "new")
        try Self.setMode(0o700, of: directory.path)
    }

    @Test func `FA10 a journal that may not be written or read is refused`() throws {
        let directory = try Self.prepared()
        for mode in [0o400, 0] {
            try Self.setMode(mode, of: directory.path("data/journal.sqlite"))
            try Self.expect(77, ["write permission"], on: directory, under: Self.plainUser)
        }
        try Self.setMode(0o600, of: directory.path("data/journal.sqlite"))
        try Self.setMode(0o400, of: directory.path("data/lock"))
        try Self.expect(77, ["write permission"], on: directory, under: Self.plainUser)
        try FileManager.default.removeItem(atPath: directory.path("data/lock"))
        let server = try LiveServer(under: Self.plainUser, on: directory)
        server.stop()
    }

    @Test(arguments: [4, 6, 8, 9, 10, 12, 16, 24, 31, 32, 64])
    func `FA10 with too few descriptors a start says so, with enough it serves`(
        count: Int
    ) throws {
        let directory = try Self.prepared()
        let program = try Program(
            "emojiart-server",
            ["--listen", "127.0.0.1:0", "--data", directory.path("data")],
            under: ["/usr/bin/prlimit", "--nofile=\(count):\(count)"]
        )
        let isOpen = program.output.line { $0.contains("open    http://") } != nil
        #expect(isOpen == (count >= 32))
        if isOpen { program.signal(SIGTERM) }
        let run = program.finish()
        if isOpen {
            #expect(run.ending == .exit(0))
        } else if count >= 9 {
            #expect(run.ending == .exit(71))
            #expect(run.errors.first?.contains("raise the limit (ulimit -n)") == true)
        } else {
            // Not even the journal's files can be opened.
            #expect([.exit(66), .exit(70), .exit(71)].contains(run.ending))
        }
        #expect(isOpen || run.errors.count == 1, "\(run.errors)")
    }

    @Test func `FA15 an edit of a newer version is not skipped, and others are served`()
        async throws
    {
        let directory = try Self.prepared()
        let journal = try Journal.open(directory: directory.path("data"))
        let stored = await withCheckedContinuation { continuation in
            journal.load("picnic") { continuation.resume(returning: $0) }
        }
        let document = try #require(try stored.get())
        let text =
            #"{"type":"edit","revision":2,"client":1,"seq":2,"time":1789000000000,"#
            + #""operation":{"type":"explode","ids":["1.1"]},"checksum":"0000000000000000"}"#
        let body = Array(text.utf8)
        let last = Checksum(try #require(document.edits.last).chain)
        let edit = StoredEdit(
            revision: 2,
            client: 1,
            seq: 2,
            mark: 2,
            time: 1_789_000_000_000,
            body: body,
            chain: Position.extend(last, by: body.span).bits
        )
        await withCheckedContinuation { continuation in
            journal.submit([.edit(document: document.document, edit)]) { continuation.resume() }
        }
        journal.close()
        let server = try LiveServer(on: directory)
        let socket = try server.greet(key: 1)
        let closing = try #require(socket.readClose())
        #expect(closing.code == 1011)
        #expect(closing.reason.hasPrefix("server_failed: "))
        #expect(try server.request("/documents/picnic.svg").status == 500)
        var other = SweepClient(document: "other")
        try other.begin(on: server, 3)
        other.disconnect()
        server.stop()
        let log = server.program.errors.wholeLines() ?? []
        #expect(log.contains { $0.contains("newer version") }, "\(log)")
    }
}

/// What a server does with the disk before it says its first word.
@Suite(.aside) struct StartOrderTests {
    @Test
    func `FA1 FA7 SY2 after a kill the log is written anew and synced before anything is sent`()
        throws
    {
        let first = try LiveServer()
        var client = SweepClient()
        try client.begin(on: first, 9)
        first.kill()
        let logs = try ["journal.sqlite-wal", "journal.sqlite-commits"].map { name in
            (name, try Data(contentsOf: URL(filePath: first.data + "/" + name)).count)
        }
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
        func made(_ kind: String, _ file: String) -> [Int] {
            before.indices.filter {
                before[$0].contains("\(kind)(") && before[$0].contains("/\(file)>")
            }
        }
        for (name, bytes) in logs {
            #expect(bytes > 0)
            let written = made("pwrite64", name)
            let first = before[try #require(written.first)]
            #expect(first.contains(", \(bytes), 0)"), "\(first)")
            #expect(try #require(written.last) < #require(made("fdatasync", name).last))
        }
        // What was written to the database is in the log until a checkpoint has synced it.
        #expect(made("pwrite64", "journal.sqlite").isEmpty)
    }
}
