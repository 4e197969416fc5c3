internal import CSQLite
internal import Store

/// One prepared statement.
///
/// It keeps its database alive, and is reset after each use.
@safe final class Statement {
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

    // MARK: - Running

    /// Runs a statement that gives no rows, with the integers bound in order.
    func run(_ values: Int64...) throws(StorageError) {
        defer { reset() }
        try bind(values)
        try finish()
    }

    /// Runs a statement that gives no rows, with texts after the integers.
    func run(_ values: Int64..., texts: [String]) throws(StorageError) {
        defer { reset() }
        try bind(values)
        for (offset, text) in texts.enumerated() { try bind(text, at: values.count + 1 + offset) }
        try finish()
    }

    /// Runs a statement that gives no rows, with a blob after the integers, which is not copied.
    ///
    /// Texts stand between both.
    func run(
        _ values: Int64...,
        texts: [String] = [],
        blob: [UInt8]
    ) throws(StorageError) {
        // SQLite keeps the blob's address: `reset` takes it away before the closure ends.
        try unsafe blob.withUnsafeBufferPointer { bytes throws(StorageError) in
            defer { reset() }
            try bind(values)
            for (offset, text) in texts.enumerated() {
                try bind(text, at: values.count + 1 + offset)
            }
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

    /// Calls `body` for each row, with the integers bound in order.
    func forEachRow(
        _ values: Int64...,
        body: (Statement) throws(StorageError) -> Void
    ) throws(StorageError) {
        defer { reset() }
        try bind(values)
        while try step() { try body(self) }
    }

    /// Goes to the next row; false after the last.
    func step() throws(StorageError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw database.failure(code, operation) }
        return false
    }

    /// Makes the statement ready for its next use and drops what was bound.
    ///
    /// The result repeats the failure of the step before, which was already told.
    func reset() {
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    // MARK: - Parameters, counted from 1

    /// Binds integers from the first parameter on.
    func bind(_ values: [Int64]) throws(StorageError) {
        for (offset, value) in values.enumerated() {
            try check(unsafe sqlite3_bind_int64(handle, Int32(offset + 1), value))
        }
    }

    /// Binds a copy of a text.
    func bind(_ text: String, at index: Int) throws(StorageError) {
        let count = Int32(text.utf8.count)
        try check(unsafe csqlite_bind_text_transient(handle, Int32(index), text, count))
    }

    // MARK: - Columns of the row, counted from 0

    /// The integer in a column; 0 for NULL.
    func integer(at column: Int) -> Int64 {
        unsafe sqlite3_column_int64(handle, Int32(column))
    }

    /// A copy of the text in a column; empty for NULL.
    func text(at column: Int) -> String {
        guard let start = unsafe sqlite3_column_text(handle, Int32(column)) else { return "" }
        // After column_text, so that it counts UTF-8 (page on sqlite3_column_blob).
        let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
        let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// A copy of the blob in a column; empty for NULL.
    func blob(at column: Int) -> [UInt8] {
        guard let start = unsafe sqlite3_column_blob(handle, Int32(column)) else { return [] }
        let count = unsafe Int(sqlite3_column_bytes(handle, Int32(column)))
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }
}

extension Statement {
    private func finish() throws(StorageError) {
        let hasRow = try step()
        precondition(!hasRow, "A statement that is only run gives no rows.")
    }

    private func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else { throw database.failure(code, operation) }
    }
}
