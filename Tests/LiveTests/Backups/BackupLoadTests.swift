import Foundation
import Synchronization
import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// Backups that a server makes while everyone writes.
@Suite(.aside) struct BackupLoadTests {
    /// A client that edits without a pause until it is told to stop.
    private final class Writer: Sendable {
        private let state = Mutex((answered: 0, isStopping: false))

        /// Edits that were acknowledged so far.
        var answered: Int { state.withLock { $0.answered } }

        func stop() { state.withLock { $0.isStopping = true } }

        /// Edits a document on a thread of its own, at once, however many tests wait for others.
        func start(
            on server: Carried<LiveServer>,
            _ document: String
        ) -> Reply<Carried<SweepClient?>> {
            let client = Reply<Carried<SweepClient?>>()
            Thread { [self] in client.give(Carried(work(on: server.value, document))) }.start()
            return client
        }

        /// Edits a document; gives the client that did.
        private func work(on server: LiveServer, _ document: String) -> SweepClient? {
            var client = SweepClient(document: document)
            guard client.connect(to: server) else { return nil }
            while !state.withLock({ $0.isStopping }) {
                guard client.make(8, window: 8) else { return nil }
                let count = client.accepted.count
                state.withLock { $0.answered = count }
            }
            client.disconnect()
            return client
        }
    }

    private static let names = ["picnic", "other"]

    @Test func `a backup under load holds every edit that was acknowledged before it began`()
        async throws
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
        let made = try await Aside.run {
            defer { for writer in writers { writer.stop() } }
            _ = try backups.first()
            return try (1...3).map { round in
                let goal = writers.map { $0.answered + 300 }
                #expect(Wait.until { zip(writers, goal).allSatisfy { $0.answered >= $1 } })
                let before = writers.map(\.answered)
                return (path: try backups.make(by: server.value), before)
            }
        }
        try await Aside.run {
            let clients = clients.map { $0.wait() }
            server.value.stop()
            let logs = try Self.names.map {
                try StoredLog(directory: server.value.data, document: $0)
            }
            for (client, log) in zip(clients, logs) {
                let client = try #require(client?.value)
                #expect(client.differences(from: log).found.isEmpty)
            }
            for (path, before) in made {
                let run = try Program.server("verify", path, "--json")
                #expect(run.ending == .exit(0), "\(run.output)")
                let copy = try TemporaryDirectory()
                let restore = try Program.server("restore", path, "--data", copy.path("data"))
                #expect(restore.ending == .exit(0), "\(restore.errors)")
                for (index, name) in Self.names.enumerated() {
                    let log = try StoredLog(directory: copy.path("data"), document: name)
                    #expect(log.breaks.isEmpty, "\(log.breaks)")
                    #expect(log.edits.count >= before[index])
                    #expect(log.edits == Array(logs[index].edits.prefix(log.edits.count)))
                }
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
