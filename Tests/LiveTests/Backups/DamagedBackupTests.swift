import Foundation
import TestKit
import Testing

@testable import Hosting
@testable import Operations
@testable import SQLiteStore
@testable import emojiart_server

/// Backups that are not as they were made.
@Suite(.aside) struct DamagedBackupTests {
    /// A directory with `backup.sqlite`, and the data that it is of.
    private static func make(edits: Int) throws -> TemporaryDirectory {
        let server = try LiveServer()
        for (name, edits) in [("picnic", edits), ("other", 30)] {
            var client = SweepClient(document: name)
            try client.begin(on: server, edits, window: 100)
            client.disconnect()
        }
        let image = SamplePicture.png(bytes: 20_000)
        let path = "/documents/other/background"
        #expect(try server.request(path, method: "PUT", sending: image).status == 201)
        server.stop()
        let copy = try server.directory.copyOfData()
        let run = try Program.server([
            "backup", copy.path("backup.sqlite"), "--data", copy.path("data"),
        ])
        try #require(run.ending == .exit(0), "\(run.errors)")
        return copy
    }

    private static func isSound(_ path: String) -> Bool {
        (try? JournalCheck(backup: path).isSound) ?? false
    }

    @Test func `FA9 verify finds each byte that was changed`() throws {
        let directory = try Self.make(edits: 120)
        let path = directory.path("backup.sqlite")
        let whole = Array(try Data(contentsOf: URL(filePath: path)))
        #expect(Self.isSound(path))
        var random = SplitMix64(seed: 6)
        let changed = directory.path("changed.sqlite")
        for round in 0..<80 {
            let place = Int.random(in: whole.indices, using: &random)
            var bytes = whole
            bytes[place] ^= 1 << UInt8(round % 8)
            try Data(bytes).write(to: URL(filePath: changed))
            #expect(!Self.isSound(changed), "byte \(place)")
            guard round.isMultiple(of: 20) else { continue }
            let run = try Program.server(["verify", changed])
            #expect(run.ending == .exit(65), "byte \(place): \(run.output) \(run.errors)")
            let into = directory.path("data-\(round)")
            let restore = try Program.server(["restore", changed, "--data", into])
            #expect(restore.ending == .exit(65))
            #expect(!FileManager.default.fileExists(atPath: into + "/journal.sqlite"))
        }
        // Not the whole of it, and more than it.
        for bytes in [Array(whole.dropLast()), Array(whole.prefix(8_192)), whole + [0], []] {
            try Data(bytes).write(to: URL(filePath: changed))
            #expect(!Self.isSound(changed))
        }
    }

    /// Changes that whoever made them has sealed again, and where they are found.
    private static let changes: [(sql: String, document: String?, words: String)] = [
        (
            "UPDATE edits SET body = CAST(replace(CAST(body AS TEXT), '🌲', '🌳') AS BLOB)",
            "picnic", "edit 1 was changed"
        ),
        ("UPDATE edits SET chain = chain + 1 WHERE revision = 20", "picnic", "edit 20"),
        ("DELETE FROM edits WHERE revision = 9 AND document = 1", "picnic", "between 8 and 10"),
        ("DELETE FROM edits WHERE revision = 1 AND document = 2", "other", "stored state before"),
        ("DELETE FROM edits WHERE revision > 900 AND document = 1", "picnic", "ends at edit 900"),
        ("UPDATE edits SET time = 1 WHERE revision = 3", "picnic", "edit 3"),
        ("UPDATE edits SET client = 7 WHERE revision = 4", "other", "edit 4"),
        ("DELETE FROM refusals WHERE seq > 1000", "picnic", "of client 1 are missing"),
        ("UPDATE refusals SET code = 'none'", "other", "refusal code 'none'"),
        ("DELETE FROM clients", "picnic", "client 1"),
        (
            "UPDATE snapshots SET body = CAST(replace(CAST(body AS TEXT), '1.1', '1.2') AS BLOB)",
            "picnic", "stored state"
        ),
        ("UPDATE snapshots SET revision = 999", "picnic", "its record"),
        ("UPDATE images SET body = zeroblob(20000)", "other", "image"),
        ("UPDATE images SET size = 1", "other", "image"),
        ("UPDATE documents SET name = 'No Name' WHERE id = 2", "No Name", "name is invalid"),
        ("DELETE FROM documents WHERE id = 2", nil, "rows of no document in edits"),
    ]

    @Test func `FA9 verify says what is wrong where, also under a seal that is right`() throws {
        // Enough for a stored state.
        let directory = try Self.make(edits: 1_130)
        for (sql, document, words) in Self.changes {
            let copy = try directory.copyOfData()
            try Database(directory: copy.path("data")).execute(sql, "tamper")
            let run = try Program.server(["verify", copy.path("data")])
            #expect(run.ending == .exit(65), "\(sql): \(run.output) \(run.errors)")
            let lines = run.output.drop { line in
                document.map { !line.hasPrefix("\($0):") } ?? false
            }
            if document != nil {
                #expect(lines.first?.hasSuffix("DAMAGED") == true, "\(sql): \(run.output)")
            }
            let text = lines.joined(separator: "\n")
            #expect(text.contains(words), "\(sql): \(run.output)")
            // A backup of it is refused, and leaves nothing.
            let backup = try Program.server([
                "backup", copy.path("x.sqlite"), "--data", copy.path("data"),
            ])
            #expect(backup.ending == .exit(65), "\(sql)")
            let names = try FileManager.default.contentsOfDirectory(atPath: copy.path)
            #expect(names == ["data"])
        }
    }

    @Test func `FA13 files that were copied from under a server are no backup`() throws {
        let server = try LiveServer()
        var client = SweepClient()
        try client.begin(on: server, 20)
        let copy = server.directory.path("copy.sqlite")
        try FileManager.default.copyItem(atPath: server.data + "/journal.sqlite", toPath: copy)
        for command in [["verify", copy], ["restore", copy, "--data", copy + ".data"]] {
            let run = try Program.server(command)
            #expect(run.ending == .exit(65))
            #expect(run.errors.joined().contains("not a complete backup"), "\(run.errors)")
        }
        server.stop()
    }
}
