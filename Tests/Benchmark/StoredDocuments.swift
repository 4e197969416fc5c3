internal import EmojiArt
internal import Foundation
internal import SQLiteStore
internal import Store
internal import StoreTables
internal import Sync
internal import TestKit
internal import Wire

/// A journal of many documents that are all alike: what a server finds when it starts.
struct StoredDocuments {
    let directory: URL
    let count: Int

    /// Writes it, waiting for the disk.
    init(_ count: Int, edits: Int, in directory: URL) throws {
        self.directory = directory
        self.count = count
        let records = try Self.records(edits)
        let journal = try Journal.open(directory: directory.path)
        defer { journal.close() }
        let done = DispatchSemaphore(value: 0)
        for number in 0..<count {
            let name = "bench-\(number)"
            journal.change(.create(name: name, epoch: 7, time: 0, countMax: .max)) { _ in }
            journal.load(name) { outcome in
                guard let id = try? outcome.get()?.document else {
                    preconditionFailure("A new journal takes any document.")
                }
                journal.submit(Self.entries(records, of: id)) { done.signal() }
            }
        }
        for _ in 0..<count { done.wait() }
    }

    /// What a session has stored of a client's edits.
    private static func records(_ edits: Int) throws -> [Record] {
        guard let name = DocumentName("bench") else { throw BenchError(what: "no name") }
        var generator = SplitMix64(seed: 1)
        var session = try DocumentSession(LoadedDocument(name: name, epoch: 7))
        var records: [Record] = []
        func carryOut() {
            let new = session.effects.compactMap { effect in
                if case .commit(let record) = effect { record } else { nil }
            }
            records += new
            session.effects.removeAll()
            session.committed(new.count)
        }
        session.join(1, ClientMessage.Hello(key: ClientKey(using: &generator)))
        carryOut()
        let emojis = try MicroCase.emojis(10)
        for seq in 1...edits {
            let operation: EmojiArt.Operation =
                seq == 1 ? .add(emojis) : .move(ids: emojis.map(\.id), dx: 1, dy: 0)
            let now = 1_790_000_000_000 + seq
            session.receive(
                .edit(.init(seq: seq, mark: UInt64(seq), .operation(operation))),
                from: 1,
                time: now
            )
            carryOut()
        }
        return records
    }

    private static func entries(_ records: [Record], of document: Int64) -> [JournalEntry] {
        var entries: [JournalEntry] = []
        for record in records {
            switch record {
            case .edit(
                let revision,
                let client,
                let seq,
                let mark,
                _,
                let time,
                let message,
                let chain
            ):
                let edit = StoredEdit(
                    revision: Int64(revision),
                    client: Int64(client),
                    seq: Int64(seq),
                    mark: mark,
                    time: Int64(time),
                    body: message,
                    chain: chain.bits
                )
                entries.append(.edit(document: document, edit))
            case .client(let number, _):
                let key = [UInt8](repeating: UInt8(number), count: 16)
                entries.append(.client(document: document, number: Int64(number), key: key))
            case .refusal: break
            }
        }
        return entries
    }

    /// Bytes of the journal's files.
    var byteCount: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.reduce(0) { sum, name in
            let path = directory.appendingPathComponent(name).path
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            return sum + ((attributes?[.size] as? Int) ?? 0)
        }
    }
}
