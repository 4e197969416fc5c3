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

    /// Runs a statement that gives no rows, with the integers bound in order, and texts after them.
    func run(_ values: Int64..., texts: [String] = []) throws(StorageError) {
        defer { reset() }
        try bind(values, texts)
        try finish()
    }

    /// Runs a statement that gives no rows, with a blob after the integers and texts, which is not
    /// copied.
    func run(
        _ values: Int64...,
        texts: [String] = [],
        blob: [UInt8]
    ) throws(StorageError) {
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

    /// Calls `body` for each row until it says no, with the parameters bound as by `run`.
    func forEachRow(
        _ values: Int64...,
        texts: [String] = [],
        while body: (Statement) throws(StorageError) -> Bool
    ) throws(StorageError) {
        defer { reset() }
        try bind(values, texts)
        while try step(), try body(self) {}
    }

    /// Reads all rows, with the parameters bound as by `run`.
    func rows<Row>(
        _ values: Int64...,
        texts: [String] = [],
        _ read: (Statement) throws(StorageError) -> Row
    ) throws(StorageError) -> [Row] {
        defer { reset() }
        try bind(values, texts)
        var rows: [Row] = []
        while try step() { rows.append(try read(self)) }
        return rows
    }

    /// Reads the first row, with the parameters bound as by `run`; nil when there is none.
    func first<Row>(
        _ values: Int64...,
        texts: [String] = [],
        _ read: (Statement) throws(StorageError) -> Row
    ) throws(StorageError) -> Row? {
        defer { reset() }
        try bind(values, texts)
        return try step() ? try read(self) : nil
    }

    // MARK: - Columns of the row, counted from 0

    /// The integer in a column; 0 for NULL.
    func integer(at column: Int) -> Int64 {
        unsafe sqlite3_column_int64(handle, Int32(column))
    }

    /// The integer in a column, as the unsigned one of the same bits.
    func word(at column: Int) -> UInt64 { UInt64(bitPattern: integer(at: column)) }

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

    // MARK: - SQLite's own steps

    private func bind(_ values: [Int64], _ texts: [String]) throws(StorageError) {
        for (offset, value) in values.enumerated() {
            try check(unsafe sqlite3_bind_int64(handle, Int32(offset + 1), value))
        }
        for (offset, text) in texts.enumerated() {
            let index = Int32(values.count + 1 + offset)
            let count = Int32(text.utf8.count)
            try check(unsafe csqlite_bind_text_transient(handle, index, text, count))
        }
    }

    private func step() throws(StorageError) -> Bool {
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
    private func reset() {
        _ = unsafe sqlite3_reset(handle)
        _ = unsafe sqlite3_clear_bindings(handle)
    }

    private func check(_ code: Int32) throws(StorageError) {
        guard code == SQLITE_OK else { throw database.failure(code, operation) }
    }
}

/// The statements of a database by their text, each compiled when it is first used.
///
/// For all but the writing of entries, which keeps its own.
final class Statements {
    let database: Database
    private var compiled: [String: Statement] = [:]

    init(_ database: Database) { self.database = database }

    /// Gives the statement of a text; `operation` is the end of "failed to ...".
    func callAsFunction(_ operation: String, _ sql: String) throws(StorageError) -> Statement {
        if let known = compiled[sql] { return known }
        let statement = try Statement(database, sql, operation)
        compiled[sql] = statement
        return statement
    }

    /// Finds a document by its name; nil when there is none.
    func document(
        _ name: String,
        _ operation: String = "find a document"
    ) throws(StorageError) -> (id: Int64, epoch: UInt64)? {
        try self(operation, "SELECT id, epoch FROM documents WHERE name = ?")
            .first(texts: [name]) { ($0.integer(at: 0), $0.word(at: 1)) }
    }
}

extension StoredEdit {
    /// The columns that a row of an edit begins with.
    static let columns = "revision, client, seq, time, chain, body"

    /// Reads an edit from a row that begins with `columns`.
    init(_ row: Statement) {
        self.init(
            revision: row.integer(at: 0),
            client: row.integer(at: 1),
            seq: row.integer(at: 2),
            time: row.integer(at: 3),
            body: row.blob(at: 5),
            chain: row.word(at: 4)
        )
    }
}
