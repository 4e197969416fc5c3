import Foundation
import Store
import Testing

@testable import SQLiteStore

/// What a start makes of what a killed process left.
@Suite struct JournalRestartTests {
    let killed: TestDirectory
    let left: TestDirectory

    init() async throws {
        killed = TestDirectory()
        left = TestDirectory()
        let journal = try Journal.open(directory: killed.path)
        let document = try await journal.document("cats").document
        await journal.submit(edits(document, 1...20))
        // A process that is killed leaves what it has written.
        try FileManager.default.copyItem(atPath: killed.path, toPath: left.path)
        journal.close()
    }

    @Test func `FA1 a start has what a kill left, and a clean end empties the log`() async throws {
        let bytes = try left.size(suffix: "-wal")
        #expect(try #require(bytes) > 0)
        let journal = try Journal.open(directory: left.path)
        #expect(try left.size(suffix: "-wal") == bytes)
        #expect(try await journal.find("cats")?.revision == 20)
        journal.close()
        #expect(try left.size(suffix: "-wal") == 0)
    }

    @Test func `FA15 a newer journal that a kill left is refused and left alone, log and all`()
        throws
    {
        try left.tamper("PRAGMA user_version = 99")
        let before = try content()
        #expect(before.log.count > 0)
        #expect(throws: StorageError.schemaTooNew(found: 99, supported: Schema.version)) {
            try Journal.open(directory: left.path)
        }
        #expect(try content() == before)
    }

    private struct Content: Equatable {
        let file: Data
        let log: Data
    }

    private func content() throws -> Content {
        Content(
            file: try Data(contentsOf: URL(filePath: left.file)),
            log: try Data(contentsOf: URL(filePath: left.file + "-wal"))
        )
    }
}
