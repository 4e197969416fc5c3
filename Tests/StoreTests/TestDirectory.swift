import Disk
import Foundation
import Store
import Synchronization
import Testing

@testable import SQLiteStore

/// A data directory that does not exist yet, inside a temporary one that goes with the value.
final class TestDirectory: Sendable {
    let path: String
    /// What a store in memory keeps in place of files.
    let memory = MemoryStore.Contents()
    private let parent: URL

    init() throws {
        parent = FileManager.default.temporaryDirectory
            .appending(path: "storage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: false)
        path = parent.appending(path: "data").path
    }

    deinit {
        try? FileManager.default.removeItem(at: parent)
    }

    var file: String { path + "/journal.sqlite" }

    /// Runs SQL on the closed journal, behind its back.
    func tamper(_ sql: String) throws {
        let database = try Database(directory: path)
        try database.execute(sql, "tamper")
    }

    /// Makes the directory with a file of this content in place of the journal.
    func plant(_ bytes: [UInt8], suffix: String = "") throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true
        )
        try Data(bytes).write(to: URL(filePath: file + suffix))
    }
}

/// A store that the tests of `DocumentStore` run on.
enum StoreKind: CaseIterable {
    case sqlite
    case memory
}

extension TestDirectory {
    /// Opens the store, which keeps what it had when it was closed.
    func open(
        _ kind: StoreKind,
        options: JournalOptions = JournalOptions()
    ) throws -> any DocumentStore {
        switch kind {
        case .sqlite: try Journal.open(directory: path, options: options)
        case .memory: MemoryStore(memory, options: options)
        }
    }
}

/// What completions said, in the order they said it.
final class Recorder<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func record(_ element: Element) { elements.withLock { $0.append(element) } }
}

extension DocumentStore {
    func submit(_ entries: [JournalEntry]) async {
        await withCheckedContinuation { continuation in
            submit(entries) { continuation.resume() }
        }
    }

    func find(_ name: String) async throws -> StoredDocument? {
        try await withCheckedContinuation { continuation in
            load(name) { continuation.resume(returning: $0) }
        }.get()
    }

    /// The document, which is made if absent.
    func document(_ name: String, epoch: UInt64 = 1) async throws -> StoredDocument {
        _ = await change(.create(name: name, epoch: epoch, time: 1_790_000_000_000, countMax: .max))
        return try #require(try await find(name))
    }

    @discardableResult
    func change(_ change: DirectoryChange) async -> DirectoryOutcome {
        await withCheckedContinuation { continuation in
            self.change(change) { continuation.resume(returning: $0) }
        }
    }

    /// Stops the writer in a completion until the bell is rung, so that work queues.
    func hold() -> Doorbell {
        let gate = Doorbell()
        submit([]) { gate.wait() }
        return gate
    }
}

/// Edits of client 1 whose seq is their revision.
func edits(_ document: Int64, _ revisions: ClosedRange<Int64>, client: Int64 = 1) -> [JournalEntry]
{
    revisions.map { revision in
        .edit(
            document: document,
            revision: revision,
            client: client,
            seq: revision,
            time: 1000 + revision,
            body: Array("edit \(revision)".utf8),
            chain: .max - UInt64(revision)
        )
    }
}
