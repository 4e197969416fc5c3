import EmojiArt
import Foundation
import Store
import TestKit
import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// What an operator restores, and what clients make of it.
@Suite(.aside) struct RestoreTests {
    /// A stopped server with a backup of `picnic` at revision 10 and `other` at 4, now at 14 and 8.
    private static func stage() throws -> (server: LiveServer, backup: String) {
        let directory = try TemporaryDirectory()
        let backups = Backups(in: directory)
        let server = try LiveServer(backups.options, on: directory)
        let first = try backups.first()
        var picnic = SweepClient()
        var other = SweepClient(key: 2, document: "other")
        let isReady = picnic.connect(to: server) && picnic.make(11)
        let isOther = other.connect(to: server) && other.make(4)
        #expect(isReady && isOther)
        let backup = try backups.make(by: server)
        #expect(backup != first)
        let goesOn = picnic.make(5) && other.make(5)
        #expect(goesOn)
        server.stop()
        return (server, backup)
    }

    private static func edits(_ directory: String, _ name: String) throws -> Int {
        let log = try StoredLog(directory: directory, document: name)
        #expect(log.breaks.isEmpty, "\(log.breaks)")
        return log.edits.count
    }

    private static func epoch(_ directory: String, _ name: String) throws -> UInt64? {
        guard
            case .served(let stored) = StoredLog.outcomes(asServer: directory, [name])
                .documents[name]
        else { return nil }
        return stored.epoch
    }

    @Test func `SY16 SY28 after a restore clients notice, keep what is pending, and send it once`()
        throws
    {
        let directory = try TemporaryDirectory()
        let backups = Backups(in: directory)
        let place = try ProxiedServer(backups.options, on: directory)
        let server = place.server
        var backup = ""
        let play = try SetBack(at: place) { backup = try backups.make(by: server) }
        let moved = try play.writer.edit(.move(ids: [play.lost[0], play.pending[0]], dx: 0, dy: 5))
        let run = try Program.server(["restore", backup, "--data", server.data, "--replace"])
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(run.output.first == "picnic: revision 10")
        try server.restart()
        try play.comeBack(to: 14)
        for client in play.clients { #expect(try client.ask { $0.historyCount } == 1) }
        #expect(try play.writer.ask { $0.acknowledged[moved]?.count } == 1)
        #expect(try play.writer.document.emojis.count == 13)
        try play.end(count: 16)
    }

    @Test func `a whole backup goes into an empty directory, or replaces what is kept aside`()
        throws
    {
        let (server, backup) = try Self.stage()
        let empty = server.directory.path("empty")
        let fresh = try Program.server(["restore", backup, "--data", empty])
        #expect(fresh.ending == .exit(0), "\(fresh.errors)")
        #expect(fresh.output == ["other: revision 4", "picnic: revision 10"])
        let refused = try Program.server(["restore", backup, "--data", server.data])
        #expect(refused.ending == .exit(73))
        #expect(refused.errors.joined().contains("--replace"))
        #expect(try Self.edits(server.data, "picnic") == 14)
        let before = try Self.epoch(server.data, "picnic")
        let replaced = try Program.server(["restore", backup, "--data", server.data, "--replace"])
        #expect(replaced.ending == .exit(0), "\(replaced.errors)")
        #expect(try Self.edits(server.data, "picnic") == 10)
        #expect(try Self.edits(server.data, "other") == 4)
        let epochs = try [server.data, empty].map { try Self.epoch($0, "picnic") }
        #expect(Set(epochs + [before]).count == 3)
        let kept = try #require(replaced.output.last?.split(separator: " ").last)
        #expect(try Self.edits(String(kept), "picnic") == 14)
        #expect(try Self.epoch(String(kept), "picnic") == before)
    }

    @Test func `one document is restored, to the backup or to a revision, and the others stay`()
        throws
    {
        let (server, backup) = try Self.stage()
        let other = try Self.epoch(server.data, "other")
        let command = ["restore", backup, "--data", server.data, "--document", "picnic"]
        for (more, count) in [([], 10), (["--at", "7"], 7)] {
            let before = try Self.epoch(server.data, "picnic")
            let run = try Program.server(command + more)
            #expect(run.ending == .exit(0), "\(run.errors)")
            #expect(try Self.edits(server.data, "picnic") == count)
            #expect(try Self.epoch(server.data, "picnic") != before)
            #expect(try Self.edits(server.data, "other") == 8)
            #expect(try Self.epoch(server.data, "other") == other)
        }
        // Edits go on from where it was cut, also those of a client that had been refused.
        _ = try Program.server(command + ["--at", "3"])
        try server.restart()
        var client = SweepClient(key: 9)
        try client.begin(on: server, 7)
        server.stop()
        let log = try StoredLog(directory: server.data)
        #expect(log.breaks.isEmpty && log.replayed().wrong.isEmpty)
        #expect(log.edits.count == 9)
    }

    @Test func `a time restores what was there then`() throws {
        let directory = try TemporaryDirectory()
        let backups = Backups(in: directory)
        let server = try LiveServer(backups.options, on: directory)
        var picnic = SweepClient()
        try picnic.begin(on: server, 4)
        let time = Date.now
        // Its clock tells milliseconds, and the time is given in seconds.
        #expect(Wait.until { Date.now.timeIntervalSince(time) > 1.1 })
        let text = time.addingTimeInterval(1).formatted(.iso8601)
        var other = SweepClient(key: 2, document: "other")
        let goesOn = picnic.make(4) && other.connect(to: server) && other.make(2)
        #expect(goesOn)
        let backup = try backups.make(by: server)
        server.stop()
        let run = try Program.server([
            "restore", backup, "--data", server.data, "--replace", "--at", text,
        ])
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(run.output[0] == "other: left out, created later")
        #expect(run.output[1] == "picnic: revision 4, without the 3 edits after it")
        #expect(try Self.edits(server.data, "picnic") == 4)
        #expect(try Self.epoch(server.data, "other") == nil)
    }

    @Test func `what cannot be restored is told with its code, and nothing is changed`() throws {
        let (server, backup) = try Self.stage()
        let data = server.data
        let cases: [(code: Int32, arguments: [String])] = [
            (64, [backup, "--data", data, "--document", "nobody"]),
            (64, [backup, "--data", data, "--document", "picnic", "--at", "11"]),
            (64, [backup, "--data", data, "--document", "picnic", "--at", "1999-01-01T00:00:00Z"]),
            (64, [backup, "--data", data, "--at", "3"]),
            (64, [backup, "--data", data, "--at", "yesterday"]),
            (64, [backup, "--data", data, "--document", "No Name"]),
            (66, [backup + "x", "--data", data]),
            (65, [data + "/journal.sqlite", "--data", data]),
            (73, [backup, "--data", data]),
        ]
        let before = try FileManager.default.contentsOfDirectory(atPath: data).sorted()
        for (code, arguments) in cases {
            let run = try Program.server(["restore"] + arguments)
            #expect(run.ending == .exit(code), "\(arguments): \(run.errors)")
            #expect(!run.errors.isEmpty)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: data).sorted() == before)
        #expect(try Self.edits(data, "picnic") == 14)
        try server.restart()
        let inUse = try Program.server(["restore", backup, "--data", data, "--replace"])
        #expect(inUse.ending == .exit(75))
        let backedUp = try Program.server(["backup", data + "/x.sqlite", "--data", data])
        // The server that has the directory makes it.
        #expect(backedUp.ending == .exit(0), "\(backedUp.errors)")
        #expect(try JournalCheck(backup: data + "/x.sqlite").isSound)
        let again = try Program.server(["backup", data + "/x.sqlite", "--data", data])
        #expect(again.ending == .exit(73), "\(again.errors)")
        server.stop()
    }
}
