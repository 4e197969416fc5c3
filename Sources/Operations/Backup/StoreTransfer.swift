internal import Foundation
internal import PostgresStore
package import SQLiteStore
internal import Store
internal import StoreTables

/// Backups of a store in PostgreSQL: the same files as of a journal, so that documents go from
/// either to the other with their history.
package enum StoreTransfer {
    /// Makes the draft of a backup, also while servers use the store; nil for one in SQLite.
    ///
    /// - Throws: `StorageError`, or `BackupError` for what is no store.
    package static func draft(of target: String, from store: String) throws -> BackupDraft? {
        guard store != "sqlite" else { return nil }
        let address = try address(store)
        return try StoredJournal.draft(of: target) { target throws(StorageError) in
            try PostgresArchive.read(address) { source throws(StorageError) in
                try StoreCopy(from: source, to: target).run()
            }
        }
    }

    /// Restores into a store that has no documents, by way of a journal in a directory that goes.
    ///
    /// - Throws: what `Restoration` throws, or `StorageError`, as for a store in use; the store
    ///   then is as it was.
    package static func restore(_ restoration: Restoration, to store: String) throws -> [String] {
        let address = try address(store)
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "emojiart-restore-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        var restoration = restoration
        restoration.directory = directory.path
        let lines = try restoration.run()
        let journal = try StoredJournal(directory: directory.path)
        try PostgresArchive.write(address) { target throws(StorageError) in
            try StoreCopy(from: journal.statements, to: target).run()
        }
        return lines
    }

    private static func address(_ store: String) throws(BackupError) -> PostgresAddress {
        if let address = PostgresAddress(store) { return address }
        throw .noStore
    }
}
