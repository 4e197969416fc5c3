import Foundation
import Testing

@testable import Storage
@testable import emojiart_server

/// Backups that a server makes before it changes the tables of an older one's journal.
struct UpgradeBackupTests {
    @Test func `a journal of an older version is backed up before its tables are changed`()
        async throws
    {
        try await Aside.run {
            let server = try LiveServer()
            var client = SweepClient()
            let isReady = client.connect(to: server) && client.make(20)
            #expect(isReady)
            client.disconnect()
            server.stop()
            try Database(directory: server.data).execute(
                """
                DROP INDEX documents_unshared;
                DROP TABLE images; DROP TABLE former; DROP TABLE answers; DROP TABLE revocations;
                DROP TABLE directory; ALTER TABLE documents DROP COLUMN frozen;
                ALTER TABLE documents DROP COLUMN place;
                ALTER TABLE documents DROP COLUMN digest; ALTER TABLE documents DROP COLUMN shared;
                ALTER TABLE documents DROP COLUMN user; ALTER TABLE documents DROP COLUMN bytes;
                ALTER TABLE clients DROP COLUMN home;
                PRAGMA user_version = 1;
                PRAGMA wal_checkpoint(TRUNCATE)
                """,
                "tamper"
            )
            try server.restart()
            let isServed = client.connect(to: server) && client.make(10)
            #expect(isServed)
            client.disconnect()
            server.stop()
            // Not at a start that changes nothing.
            try server.restart()
            server.stop()
            let names = try FileManager.default.contentsOfDirectory(atPath: server.data)
                .filter { $0.hasSuffix(".sqlite") && $0 != "journal.sqlite" }
            #expect(names.count == 1)
            let name = try #require(names.first)
            #expect(name.hasPrefix("before-upgrade-of-version-1-"))
            let run = try Program.server("verify", server.data + "/" + name)
            #expect(run.ending == .exit(0))
            #expect(run.output.first?.hasPrefix("picnic: revision 18,") == true, "\(run.output)")
            #expect(try StoredJournal(backup: server.data + "/" + name).version == 1)
            let log = try StoredLog(directory: server.data)
            #expect(client.differences(from: log).found.isEmpty)
        }
    }
}
