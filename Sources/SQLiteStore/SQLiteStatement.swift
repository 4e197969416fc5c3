internal import CSQLite
internal import Store
internal import StoreTables

/// One prepared statement of SQLite.
///
/// It keeps its database alive, and is reset after each use.
@safe final class SQLiteStatement: Statement {
    private let handle: OpaquePointer
    private let database: Database
    /// What it does, as the end of "failed to ...".
    private let operation: String

    /// Compiles one statement, to be kept for long.
    init(_ database: Database, _ sql: String, _ operation: String) throws(StorageError) {
        var prepared: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(
            database.handle,
            sql,
            -1,
            UInt32(SQLITE_PREPARE_PERSISTENT),
            &prepared,
            nil
        )
        guard code == SQLITE_OK, let statement = unsafe prepared else {
            throw database.failure(code, operation)
        }
        unsafe handle = statement
        self.database = database
        self.operation = operation
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs a statement that gives no rows; the blob is not copied.
    func run(
        _ values: [Int64],
        _ texts: [String],
        _ blob: [UInt8]?
    ) throws(StorageError) {
        guard let blob else {
            defer { reset() }
            try bind(values, texts)
            return try finish()
        }
        // SQLite keeps the blob's address: `reset` takes it away before the closure ends.
        try unsafe blob.withUnsafeBufferPointer { bytes throws(StorageError) in
            defer { reset() }
            try bind(values, texts)
            let index = Int32(values.count + texts.count + 1)
            try check(
                unsafe csqlite_bind_blob_static(
                    handle,
                    index,
                    bytes.baseAddress,
                    sqlite3_uint64(bytes.count)
                )
            )
            try finish()
        }
    }

    func integer(at column: Int) -> Int64 {
        unsafe sqlite3_column_int64(handle, Int32(column))
    }

    func text(at column: Int) -> String {
        guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else { return "" }
        // After column_text, so that it counts UTF-8 (page on sqlite3_column_blob).
        let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    func blob(at column: Int) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, Int32(column)) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    func bind(_ values: [Int64], _ texts: [String]) throws(StorageError) {
        for (offset, value) in values.enumerated() {
            try check(unsafe sqlite3_bind_int64(handle, Int32(offset + 1), value))
        }
        for (offset, text) in texts.enumerated() {
            let index = Int32(values.count + 1 + offset)
            let count = Int32(text.utf8.count)
            try check(unsafe csqlite_bind_text_transient(handle, index, text, count))
        }
    }

    func step() throws(StorageError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw database.failure(code, operation) }
        return false
    }

    private func finish() throws(StorageError) {
        let hasRow = try step()
        precondition(!hasRow, "A statement that is only run gives no rows.")
    }

    /// Makes the statement ready for its next use and drops what was bound.
    ///
    /// The result repeats the failure of the step before, which was already told.
    func reset() {
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    private func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else { throw database.failure(code, operation) }
    }
}
