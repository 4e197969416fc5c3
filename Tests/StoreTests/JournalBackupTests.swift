import Disk
import Foundation
import Store
import StoreTables
import Synchronization
import Testing

@testable import SQLiteStore

@Suite struct JournalBackupTests {
    let directory = TestDirectory()

    /// The name of a backup beside the data directory.
    private var target: String { BackupDraft.directory(of: directory.path) + "/backup.sqlite" }

    private var names: [String] {
        let parent = BackupDraft.directory(of: directory.path)
        return ((try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []).sorted()
    }

    /// A journal whose first document has edits of some megabytes.
    private func journal(bytes: Int = 4 << 20) async throws -> (Journal, Int64) {
        let (journal, document) = try await directory.journal()
        await journal.submit(large(document, 1...Int64(max(1, bytes / 8_192))))
        return (journal, document)
    }

    private func large(_ document: Int64, _ revisions: ClosedRange<Int64>) -> [JournalEntry] {
        revisions.map { edit(document, $0, body: [UInt8](repeating: 7, count: 8_000)) }
    }

    @Test func `a backup is one whole file that needs no log`() async throws {
        let (journal, document) = try await journal()
        let draft = try await journal.backup(to: target)
        #expect(names == ["backup.sqlite.partial", "data"])
        try draft.publish()
        await journal.submit(edits(document, 513...513))
        #expect(names == ["backup.sqlite", "data"])
        let attributes = try FileManager.default.attributesOfItem(atPath: target)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let copy = try StoredJournal(backup: target)
        #expect(copy.damage() == [])
        #expect(try copy.lastRevision(of: document) == 512)
        #expect(try copy.database.value("PRAGMA journal_mode", "read") != "wal")
        #expect(try copy.documents().map(\.name) == ["cats"])
        #expect(names == ["backup.sqlite", "data"])
    }

    @Test func `commits go on between the slices of a backup, and are part of it`() async throws {
        let (journal, document) = try await journal()
        let before = journal.measures.commitTimes.count
        let committed = Atomic(0)
        let isOver = Atomic(false)
        @Sendable func commit(_ revision: Int64) {
            guard !isOver.load(ordering: .relaxed) else { return }
            journal.submit(large(document, revision...revision)) {
                committed.wrappingAdd(1, ordering: .relaxed)
                commit(revision + 1)
            }
        }
        let (result, inAll, earlier) = await withCheckedContinuation { continuation in
            // Before the backup: this thread may be stopped between the two.
            commit(513)
            let earlier = committed.load(ordering: .relaxed)
            journal.backup(to: target) { result in
                isOver.store(true, ordering: .relaxed)
                let inAll = committed.load(ordering: .relaxed)
                continuation.resume(returning: (result, inAll, earlier))
            }
        }
        try result.get().publish()
        let slices = journal.statistics.backupSlices
        #expect(slices > 10)
        #expect(inAll - earlier > 10)
        #expect(journal.measures.commitTimes.count - before >= inAll)
        let copy = try StoredJournal(backup: target)
        #expect(copy.damage() == [])
        #expect(try copy.lastRevision(of: document) == 512 + Int64(inAll))
    }

    @Test func `a name that is taken, or has no place, is told and leaves nothing`() async throws {
        let (journal, document) = try await journal(bytes: 0)
        try Data("x".utf8).write(to: URL(filePath: target))
        await #expect(throws: StorageError.alreadyExists(path: target)) {
            try await journal.backup(to: target)
        }
        let lost = target + "/backup.sqlite"
        let failed = StorageError.backupFailed(path: lost, reason: "Not a directory")
        await #expect(throws: failed) { try await journal.backup(to: lost) }
        #expect(names == ["backup.sqlite", "data"])
        #expect(FileManager.default.contents(atPath: target) == Data("x".utf8))
        await journal.submit(edits(document, 2...2))
    }

    @Test func `a file that came meanwhile stays`() async throws {
        let (journal, _) = try await journal(bytes: 0)
        var draft: BackupDraft? = try await journal.backup(to: target)
        try Data("x".utf8).write(to: URL(filePath: target))
        #expect(throws: StorageError.alreadyExists(path: target)) { try draft?.publish() }
        draft = nil
        #expect(names == ["backup.sqlite", "data"])
        #expect(FileManager.default.contents(atPath: target) == Data("x".utf8))
    }

    @Test func `one backup at a time`() async throws {
        let (journal, _) = try await journal()
        let gate = journal.hold()
        async let first = journal.backup(to: target)
        async let second = journal.backup(to: target + "2")
        gate.ring()
        var failures: [StorageError] = []
        do { try await first.publish() } catch let error as StorageError { failures.append(error) }
        do { try await second.publish() } catch let error as StorageError { failures.append(error) }
        #expect(failures == [.backupUnderWay])
        // A draft that is still held by somebody is not written over.
        let draft = try await journal.backup(to: target + "3")
        await #expect(throws: StorageError.backupUnderWay) {
            try await journal.backup(to: target + "3")
        }
        draft.discard()
    }

    @Test func `a journal that is closed ends its backup`() async throws {
        let (journal, _) = try await journal()
        let gate = journal.hold()
        let outcome = Recorder<Bool>()
        journal.backup(to: target) { result in
            if case .failure(.backupFailed) = result { outcome.record(true) }
        }
        // Closed while the writer stands still: it takes the command, and no slice more.
        let isClosed = Recorder<Bool>()
        Thread {
            journal.close()
            isClosed.record(true)
        }.start()
        gate.ring()
        try await until { !isClosed.all.isEmpty }
        let published = names.contains("backup.sqlite")
        #expect(!published)
        #expect(!names.contains("backup.sqlite.partial"))
        #expect(outcome.all.count <= 1)
    }

    @Test func `what a killed process left is used again`() async throws {
        let (journal, document) = try await journal(bytes: 0)
        let junk = Data(repeating: 0xAB, count: 1 << 20)
        try junk.write(to: URL(filePath: target + ".partial"))
        try await journal.backup(to: target).publish()
        #expect(names == ["backup.sqlite", "data"])
        let copy = try StoredJournal(backup: target)
        #expect(copy.damage() == [])
        #expect(try copy.lastRevision(of: document) == 1)
    }
}
