import Foundation
import TestKit
import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// Backups that a server makes while everyone writes.
@Suite(.aside) struct BackupLoadTests {
    private static let names = ["picnic", "other"]

    @Test func `a backup under load holds every edit that was acknowledged before it began`()
        throws
    {
        let directory = try TemporaryDirectory()
        let backups = Backups(in: directory)
        let server = Carried(
            try LiveServer(
                backups.options + ["--messages-per-second", "1000000"],
                on: directory
            )
        )
        let writers = Self.names.map { _ in Writer() }
        let clients = zip(writers, Self.names).map { $0.start(on: server, $1) }
        defer { for writer in writers { writer.stop() } }
        _ = try backups.first()
        let made = try (1...3).map { _ in
            for writer in writers { #expect(writer.more(300)) }
            let before = writers.map(\.answered)
            return (path: try backups.make(by: server.value), before)
        }
        for writer in writers { writer.stop() }
        let ended = clients.map { $0.wait() }
        server.value.stop()
        let logs = try Self.names.map {
            try StoredLog(directory: server.value.data, document: $0)
        }
        for (client, log) in zip(ended, logs) {
            let client = try #require(client?.value)
            #expect(client.differences(from: log).found.isEmpty)
        }
        for (path, before) in made {
            let run = try Program.server(["verify", path, "--json"])
            #expect(run.ending == .exit(0), "\(run.output)")
            let copy = try TemporaryDirectory()
            let restore = try Program.server(["restore", path, "--data", copy.path("data")])
            #expect(restore.ending == .exit(0), "\(restore.errors)")
            for (index, name) in Self.names.enumerated() {
                let log = try StoredLog(directory: copy.path("data"), document: name)
                #expect(log.breaks.isEmpty, "\(log.breaks)")
                #expect(log.edits.count >= before[index])
                #expect(log.edits == Array(logs[index].edits.prefix(log.edits.count)))
            }
        }
        #expect(backups.names == backups.finished)
    }

    @Test func `a backup without room fails and is told, and edits go on`() throws {
        let disk = try SmallDisk(megabytes: 4)
        let server = try LiveServer(
            ["--backup-directory", disk.directory.path("backups")],
            under: disk.tracer
        )
        var client = SweepClient()
        try client.begin(on: server, 5)
        let folder = Backups(at: disk.path("backups"))
        #expect(Wait.until { folder.finished.count == 1 })
        try disk.fill()
        server.program.signal(SIGUSR1)
        let isTold = Wait.until { server.log.contains { $0.contains("backup failed") } }
        #expect(isTold)
        let line = try #require(server.log.first { $0.contains("backup failed") })
        #expect(line.contains("error") && line.contains("No space left"), "\(line)")
        let goesOn = client.make(5)
        #expect(goesOn)
        #expect(try server.request("/healthz").status == 200)
        try disk.free()
        // The one of the start, and no part of the one that failed.
        #expect(folder.names.count == 1 && folder.names == folder.finished)
        let path = try folder.make(by: server)
        client.disconnect()
        server.stop()
        let copy = server.directory.path("copy.sqlite")
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        #expect(try JournalCheck(backup: copy).isSound)
    }
}
