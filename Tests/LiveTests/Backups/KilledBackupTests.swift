import Foundation
import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// Backups and restores that are killed amid their work.
@Suite(.aside) struct KilledBackupTests {
    /// The calls by which files get their bytes and their names.
    private static let kinds = [
        "pwrite64", "write", "fsync", "fdatasync", "rename", "link", "unlink", "mkdir", "ftruncate",
    ]

    /// A stopped server's directory, and a backup that has less in it.
    private static func make() throws -> (data: TemporaryDirectory, backup: String) {
        let directory = try TemporaryDirectory()
        let backups = Backups(in: directory)
        let server = try LiveServer(backups.options, on: directory)
        _ = try backups.first()
        var client = SweepClient()
        try client.begin(on: server, 22)
        let backup = try backups.make(by: server)
        let goesOn = client.make(22)
        #expect(goesOn)
        // So that it leaves a log.
        server.kill()
        try FileManager.default.moveItem(atPath: backup, toPath: directory.path("backup.sqlite"))
        return (directory, directory.path("backup.sqlite"))
    }

    private static func edits(_ data: String) throws -> Int {
        let log = try StoredLog(directory: data)
        #expect(log.breaks.isEmpty && log.replayed().wrong.isEmpty)
        return log.edits.count
    }

    /// Runs a command that is killed at one of its calls, or at none.
    private static func run(
        _ command: [String],
        killedAt call: Strace.Call?,
        log: String
    ) throws -> Program.Ending? {
        let fault = call.map { "\($0.kind):signal=SIGKILL:when=\($0.number)" }
        let launcher = try Strace.launcher(kinds, fault, log: log)
        return try Program("emojiart-server", command, under: launcher).finish().ending
    }

    /// Some calls of each kind, and all of those that change names.
    private static func points(_ log: String) throws -> [Strace.Call] {
        let calls = try Strace.calls(log)
        return kinds.flatMap { kind in
            let all = calls.filter { $0.kind == kind }
            let changesNames = ["rename", "link", "unlink", "mkdir"].contains(kind)
            return changesNames ? all : Sweep.sample(all, atMost: 4)
        }
    }

    @Test func `a restore that is killed leaves the old journal or the new one`() throws {
        let (directory, backup) = try Self.make()
        func command(_ copy: TemporaryDirectory) -> [String] {
            ["restore", backup, "--data", copy.path("data"), "--replace"]
        }
        let whole = try directory.copyOfData()
        let trace = whole.path("trace")
        #expect(try Self.run(command(whole), killedAt: nil, log: trace) == .exit(0))
        #expect(try Self.edits(whole.path("data")) == 20)
        let points = try Self.points(trace)
        #expect(points.count > 15)
        var counts: [Int: Int] = [:]
        for point in points {
            let copy = try directory.copyOfData()
            let ending = try Self.run(command(copy), killedAt: point, log: copy.path("trace"))
            #expect(ending == .signal(SIGKILL), "\(point.text)")
            // The old one, from its log, or the new one without that log.
            let edits = try Self.edits(copy.path("data"))
            counts[edits, default: 0] += 1
            #expect([20, 40].contains(edits), "\(point.text)")
            let again = try Program.server(command(copy))
            #expect(again.ending == .exit(0), "\(point.text): \(again.errors)")
            #expect(try Self.edits(copy.path("data")) == 20)
        }
        print("restores killed: \(counts)")
        #expect(counts.count == 2)
    }

    @Test func `a backup that is killed has not its name`() throws {
        let (directory, _) = try Self.make()
        func command(_ copy: TemporaryDirectory) -> [String] {
            ["backup", copy.path("b.sqlite"), "--data", copy.path("data")]
        }
        let whole = try directory.copyOfData()
        let trace = whole.path("trace")
        #expect(try Self.run(command(whole), killedAt: nil, log: trace) == .exit(0))
        for point in try Self.points(trace) {
            let copy = try directory.copyOfData()
            let ending = try Self.run(command(copy), killedAt: point, log: copy.path("trace"))
            #expect(ending == .signal(SIGKILL), "\(point.text)")
            let isThere = FileManager.default.fileExists(atPath: copy.path("b.sqlite"))
            // It is whole when it has its name, whatever comes after that.
            if isThere { #expect(try JournalCheck(backup: copy.path("b.sqlite")).isSound) }
            let again = try Program.server(command(copy))
            #expect(again.ending == .exit(isThere ? 73 : 0), "\(point.text): \(again.errors)")
            #expect(try Self.edits(copy.path("data")) == 40)
        }
    }

    @Test func `FA1 a server that is killed amid a backup leaves none that counts`() throws {
        let directory = try TemporaryDirectory()
        let backups = Backups(in: directory)
        let server = try LiveServer(backups.options, on: directory)
        _ = try backups.first()
        var client = SweepClient()
        try client.begin(on: server, 2_000, window: 200)
        let before = backups.finished
        server.program.signal(SIGUSR1)
        #expect(Wait.until { backups.names != before })
        server.kill()
        client.disconnect()
        for name in Set(backups.finished).subtracting(before) {
            #expect(try JournalCheck(backup: backups.path + "/" + name).isSound)
        }
        try server.restart()
        let path = try backups.make(by: server)
        #expect(try JournalCheck(backup: path).isSound)
        // What the killed one left goes with the next rotation.
        #expect(Wait.until { backups.names == backups.finished })
        server.stop()
        try client.check(in: server.data)
    }
}
