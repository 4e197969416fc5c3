internal import CSQLite
internal import Store

/// Every name is a section of the SQLite page on pragmas.
extension Database {
    /// Sets what concerns the connection only, before the file is read for the first time.
    func configure() throws(StorageError) {
        let code = unsafe csqlite_set_defensive(handle)
        guard code == SQLITE_OK else { throw failure(code, "turn on the defensive mode") }
        // Closing is not to write: after a failed fsync it would sync what may be lost, and delete
        // the log; and a file that is refused stays as it was.
        let kept = unsafe csqlite_keep_log_on_close(handle)
        guard kept == SQLITE_OK else { throw failure(kept, "keep the write-ahead log on close") }
        try set([
            // Before the first use of the log: then the log's index lives on the heap, there is
            // no shared-memory file, and no other process can join in (page on WAL, section 8).
            "locking_mode = EXCLUSIVE",
            // A mapped file turns an I/O error into a SIGBUS, and a stray pointer into corruption.
            "mmap_size = 0",
            // Looks at each page when it is read, and finds damage before following it.
            "cell_size_check = ON",
            // A schema in a swapped file may not call functions with side effects.
            "trusted_schema = OFF",
            "foreign_keys = OFF",
        ])
    }

    /// Sets what a file in the making needs: it is nobody's but ours, and is synced at its end.
    func configureMaking() throws(StorageError) {
        try set(["locking_mode = EXCLUSIVE", "journal_mode = OFF", "synchronous = OFF"])
    }

    /// Sets what a file needs that came from elsewhere and is only read.
    func configureReading() throws(StorageError) {
        let code = unsafe csqlite_set_defensive(handle)
        guard code == SQLITE_OK else { throw failure(code, "turn on the defensive mode") }
        try set(["mmap_size = 0", "cell_size_check = ON", "trusted_schema = OFF"])
    }

    /// Sets what durability rests on, and reads it back.
    ///
    /// - Throws: `durabilityNotGiven` when SQLite answers otherwise than it was told.
    func makeDurable(walBytesMax: Int) throws(StorageError) {
        try set([
            "journal_mode = WAL",
            // NORMAL would not sync the log in COMMIT: the last commits could go with the power.
            "synchronous = FULL",
            "journal_size_limit = \(walBytesMax)",
        ])
        try checkDurability()
    }

    /// Reads the settings back: SQLite answers a pragma it did not follow with the old value, not
    /// with an error.
    func checkDurability() throws(StorageError) {
        let expected = [
            (setting: "locking_mode", value: "exclusive"),
            (setting: "journal_mode", value: "wal"),
            (setting: "synchronous", value: "2"),
        ]
        for (setting, value) in expected {
            let found = try self.value("PRAGMA \(setting)", "read \(setting)")
            guard found == value else {
                throw .durabilityNotGiven(setting: setting, found: found)
            }
        }
    }

    private func set(_ settings: [String]) throws(StorageError) {
        for setting in settings {
            try execute("PRAGMA \(setting)", "set \(setting)")
        }
    }
}
