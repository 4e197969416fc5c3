internal import Foundation
internal import SQLiteStore
internal import Store
internal import StoreTables

/// A journal in a directory of its own.
struct MicroJournal {
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("emojiart-bench-\(UUID().uuidString)").path

    /// Commits ten edits of 150 bytes, so often, each time waiting for the disk.
    func commit(_ rounds: Int) throws {
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let journal = try Journal.open(directory: directory)
        defer { journal.close() }
        let done = DispatchSemaphore(value: 0)
        let creation = DirectoryChange.create(name: "bench", epoch: 7, time: 0, countMax: .max)
        journal.change(creation) { _ in done.signal() }
        done.wait()
        let body = [UInt8](repeating: 0x78, count: 150)
        for round in 0..<Int64(rounds) {
            let entries = (Int64(1)...10).map { number in
                let edit = StoredEdit(
                    revision: 10 * round + number,
                    client: 1,
                    seq: 10 * round + number,
                    mark: UInt64(10 * round + number),
                    time: 1_790_000_000_000,
                    body: body,
                    chain: 1
                )
                return JournalEntry.edit(document: 1, edit)
            }
            journal.submit(entries) { done.signal() }
            done.wait()
        }
    }
}
