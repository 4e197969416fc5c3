import Disk
import Foundation
import PostgresStore
import Store
import StoreTables
import Synchronization
import TestKit
import Testing

@testable import SQLiteStore

/// A data directory that does not exist yet, inside a temporary one that goes with the value.
final class TestDirectory: Sendable {
    let path: String
    /// The schema of a store in PostgreSQL.
    let schema = "s" + UUID().uuidString.lowercased().replacing("-", with: "")
    private let parent: URL
    /// What the test opened, which is closed at its end.
    private let opened = Mutex<[any DocumentStore]>([])

    init() {
        parent = FileManager.default.temporaryDirectory
            .appending(path: "storage-\(UUID().uuidString)")
        // Without it nothing can be opened, which says so.
        try? FileManager.default.createDirectory(at: parent, withIntermediateDirectories: false)
        path = parent.appending(path: "data").path
    }

    deinit {
        for store in opened.withLock({ $0 }) { store.close() }
        try? FileManager.default.removeItem(at: parent)
    }

    var file: String { path + "/journal.sqlite" }

    /// Runs SQL on the closed journal, behind its back.
    func tamper(_ sql: String) throws { try Database(directory: path).execute(sql, "tamper") }

    /// The first value that SQL gives on the closed store.
    func value(_ sql: String, in kind: StoreKind = .sqlite) throws -> String {
        switch kind {
        case .sqlite: try Database(directory: path).value(sql, "look at it")
        case .postgres: try PostgresServer.shared.get().run(sql, schema: schema)
        }
    }

    /// The size of a file of the journal.
    func size(suffix: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file + suffix)[.size] as? Int
    }

    /// Makes the directory with a file of this content in place of the journal.
    func plant(_ bytes: [UInt8], suffix: String = "") throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: file + suffix))
    }

    /// Opens a journal, and gives the number of its document "cats", which is made if absent.
    func journal(
        options: JournalOptions = JournalOptions()
    ) async throws -> (Journal, document: Int64) {
        let journal = try open(options: options)
        return (journal, try await journal.document("cats").document)
    }

    /// Opens a store, and gives the number of its document "cats", which is made if absent.
    func store(
        _ kind: StoreKind,
        options: JournalOptions = JournalOptions()
    ) async throws -> (any DocumentStore, document: Int64) {
        let store = try open(kind, options: options)
        return (store, try await store.document("cats").document)
    }

    /// Opens the store, which keeps what it had when it was closed.
    func open(
        _ kind: StoreKind,
        options: JournalOptions = JournalOptions()
    ) throws -> any DocumentStore {
        switch kind {
        case .sqlite: try open(options: options)
        case .postgres: try openPostgres(options: options)
        }
    }

    /// Opens the store in a schema of its own, which is made if absent, perhaps through a proxy.
    func openPostgres(
        on server: PostgresServer? = nil,
        port: Int? = nil,
        settings: String = "",
        serving: String? = nil,
        options: JournalOptions = JournalOptions()
    ) throws -> PostgresStore {
        let server = try server ?? PostgresServer.shared.get()
        try server.run("CREATE SCHEMA IF NOT EXISTS \(schema)")
        let text = server.address(schema: schema, settings: settings, port: port)
        let store = try PostgresStore(
            #require(PostgresAddress(text)),
            serving: serving,
            options: options
        )
        opened.withLock { $0.append(store) }
        return store
    }

    /// Opens the journal.
    func open(options: JournalOptions = JournalOptions()) throws -> Journal {
        let journal = try Journal.open(directory: path, options: options)
        opened.withLock { $0.append(journal) }
        return journal
    }
}

/// A store that the tests of `DocumentStore` run on.
enum StoreKind: CaseIterable {
    case sqlite
    case postgres
}

/// What completions said, in the order they said it.
final class Recorder<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func record(_ element: Element) { elements.withLock { $0.append(element) } }
}

/// Asks until the answer is yes, for two minutes.
func until(_ condition: () async throws -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !condition() {
        try #require(ContinuousClock.now < deadline, "What is waited for does not come.")
        await Task.yield()
    }
}

/// Waits for what a completion is given.
func answer<Value: Sendable>(
    _ ask: (@escaping @Sendable (Value) -> Void) -> Void
) async -> Value {
    await withCheckedContinuation { continuation in
        ask { continuation.resume(returning: $0) }
    }
}

extension DocumentStore {
    func submit(_ entries: [JournalEntry]) async {
        await answer { done in submit(entries) { done(()) } }
    }

    func find(_ name: String) async throws -> StoredDocument? {
        try await answer { load(name, completion: $0) }.get()
    }

    /// The document, which is made if absent.
    func document(_ name: String, epoch: UInt64 = 1) async throws -> StoredDocument {
        await change(.create(name: name, epoch: epoch, time: 1_790_000_000_000, countMax: .max))
        return try #require(try await find(name))
    }

    @discardableResult
    func change(_ change: DirectoryChange) async -> DirectoryOutcome {
        await answer { self.change(change, completion: $0) }
    }

    func image(_ digest: String, of name: String) async throws -> StoredImage? {
        try await answer { image(digest, of: name, completion: $0) }.get()
    }

    func former(_ name: String) async throws -> [FormerDocument] {
        try await answer { former(name, completion: $0) }.get()
    }

    func past(_ name: String, at moment: StoredMoment?) async throws -> StoredPast? {
        try await answer { past(name, at: moment, completion: $0) }.get()
    }

    func edits(of document: Int64, after: Int64, upTo: Int64) async throws -> [StoredEdit] {
        try await answer { edits(of: document, after: after, upTo: upTo, completion: $0) }.get()
    }

    func findCut(_ name: String, _ rule: HistoryRetention) async throws -> StoredCut? {
        try await answer { findCut(name, rule, completion: $0) }.get()
    }

    func cut(_ point: StoredCut, storing state: (body: [UInt8], chain: UInt64)?) async -> Bool {
        await answer { cut(point, storing: state, completion: $0) }
    }

    /// Stops the writer in a completion until the bell is rung, so that work queues.
    func hold() -> Doorbell {
        let (stopped, gate) = (Doorbell(), Doorbell())
        submit([]) {
            stopped.ring()
            gate.wait()
        }
        stopped.wait()
        return gate
    }
}

extension Journal {
    func backup(to target: String) async throws -> BackupDraft {
        try await answer { backup(to: target, completion: $0) }.get()
    }
}

/// Edits of a client, each with its revision as seq.
func edits(_ document: Int64, _ revisions: ClosedRange<Int64>, client: Int64 = 1) -> [JournalEntry]
{
    revisions.map { revision in
        edit(document, revision, client: client, body: Array("edit \(revision)".utf8))
    }
}

/// An edit whose seq is its revision, unless another is said.
func edit(
    _ document: Int64,
    _ revision: Int64,
    client: Int64 = 1,
    seq: Int64? = nil,
    body: [UInt8] = []
) -> JournalEntry {
    let edit = StoredEdit(
        revision: revision,
        client: client,
        seq: seq ?? revision,
        mark: UInt64(1_000 * client + (seq ?? revision)),
        time: 1000 + revision,
        body: body,
        chain: .max - UInt64(revision)
    )
    return .edit(document: document, edit)
}

extension StoredDocument {
    /// The answers of accepted edits.
    var accepted: [(client: Int64, seq: Int64, mark: UInt64, revision: Int64)] {
        answers.compactMap { answer in
            guard case .accepted(let revision, _) = answer.verdict else { return nil }
            return (answer.client, answer.seq, answer.mark, revision)
        }
    }

    /// The answers of refused edits.
    var refusals: [(client: Int64, seq: Int64, mark: UInt64, code: String)] {
        answers.compactMap { answer in
            guard case .refused(let code) = answer.verdict else { return nil }
            return (answer.client, answer.seq, answer.mark, code)
        }
    }
}

func snapshot(
    _ document: Int64,
    _ revision: Int64,
    _ body: [UInt8],
    chain: UInt64
) -> JournalEntry {
    let state = StoredSnapshot(revision: revision, body: body, chain: chain)
    return .snapshot(document: document, state)
}

/// A picture whose digest is one letter.
func picture(_ letter: Character = "a", bytes: Int = 10) -> StoredImage {
    StoredImage(
        digest: String(repeating: letter, count: 64),
        type: "image/png",
        body: [UInt8](repeating: letter.asciiValue ?? 0, count: bytes)
    )
}
