package import Store

/// One prepared statement of SQL that SQLite and PostgreSQL both speak.
///
/// Parameters are `?`, or `?1`, `?2`: integers first, then texts, then at most one blob. It is
/// ready for its next use when a call ends, however that ends. One thread at a time.
package protocol Statement: AnyObject {
    /// Runs it without looking for rows.
    ///
    /// The next statement that reads, or the commit, may throw its failure.
    func run(
        _ values: [Int64],
        _ texts: [String],
        _ blob: [UInt8]?
    ) throws(StorageError)

    /// Binds what it is to be read with.
    func bind(_ values: [Int64], _ texts: [String]) throws(StorageError)

    /// Goes to the next row; false when there is none.
    func step() throws(StorageError) -> Bool

    /// Makes it ready for its next use.
    func reset()

    /// The integer in a column of the row, counted from 0; 0 for NULL.
    func integer(at column: Int) -> Int64

    /// A copy of the text in a column; empty for NULL.
    func text(at column: Int) -> String

    /// A copy of the blob in a column; empty for NULL.
    func blob(at column: Int) -> [UInt8]
}

extension Statement {
    /// Runs a statement that gives no rows, with the integers bound in order, and texts after them.
    package func run(_ values: Int64..., texts: [String] = []) throws(StorageError) {
        try run(values, texts, nil)
    }

    /// Runs a statement that gives no rows, with a blob after the integers and texts.
    package func run(
        _ values: Int64...,
        texts: [String] = [],
        blob: [UInt8]
    ) throws(StorageError) {
        try run(values, texts, blob)
    }

    /// Calls `body` for each row until it says no, with the parameters bound as by `run`.
    package func forEachRow(
        _ values: Int64...,
        texts: [String] = [],
        while body: (any Statement) throws(StorageError) -> Bool
    ) throws(StorageError) {
        defer { reset() }
        try bind(values, texts)
        while try step(), try body(self) {}
    }

    /// Reads all rows, with the parameters bound as by `run`.
    package func rows<Row>(
        _ values: Int64...,
        texts: [String] = [],
        _ read: (any Statement) throws(StorageError) -> Row
    ) throws(StorageError) -> [Row] {
        defer { reset() }
        try bind(values, texts)
        var rows: [Row] = []
        while try step() { rows.append(try read(self)) }
        return rows
    }

    /// Reads the first row, with the parameters bound as by `run`; nil when there is none.
    package func first<Row>(
        _ values: Int64...,
        texts: [String] = [],
        _ read: (any Statement) throws(StorageError) -> Row
    ) throws(StorageError) -> Row? {
        defer { reset() }
        try bind(values, texts)
        return try step() ? try read(self) : nil
    }

    /// The integer in a column, as the unsigned one of the same bits.
    package func word(at column: Int) -> UInt64 { UInt64(bitPattern: integer(at: column)) }
}

/// A connection that prepares statements.
package protocol StatementSource: AnyObject {
    /// Prepares a statement, to be kept for long; `operation` is the end of "failed to ...".
    func prepare(_ sql: String, _ operation: String) throws(StorageError) -> any Statement

    /// A number for another document; `last` is the highest that this process knows of.
    func nextDocument(after last: Int64) throws(StorageError) -> Int64
}

extension StatementSource {
    /// The next one: nobody else gives numbers out.
    package func nextDocument(after last: Int64) throws(StorageError) -> Int64 { last + 1 }
}

/// The statements of a connection by their text, each prepared when it is first used.
package final class Statements {
    private let source: any StatementSource
    private var prepared: [String: any Statement] = [:]
    /// True for tables of before edits had marks, from which a backup is read.
    package var lacksMarks = false

    /// What reads an edit's mark.
    package var mark: String { lacksMarks ? "(client << 32) | seq" : "mark" }
    /// What reads the counter of the first emoji that an edit was to add.
    package var counter: String { lacksMarks ? "0" : "counter" }

    /// What reads an edit, for `StoredEdit.init(_:)`.
    package var editColumns: String {
        "revision, client, seq, \(mark), \(counter), time, chain, body"
    }

    /// Those of a connection.
    package init(_ source: any StatementSource) { self.source = source }

    /// Gives the statement of a text; `operation` is the end of "failed to ...".
    package func callAsFunction(
        _ operation: String,
        _ sql: String
    ) throws(StorageError) -> any Statement {
        if let known = prepared[sql] { return known }
        let statement = try source.prepare(sql, operation)
        prepared[sql] = statement
        return statement
    }

    /// A number for another document; `last` is the highest that this process knows of.
    func nextDocument(after last: Int64) throws(StorageError) -> Int64 {
        try source.nextDocument(after: last)
    }

    /// Finds a document by its name; nil when there is none.
    package func document(
        _ name: String,
        _ operation: String = "find a document"
    ) throws(StorageError) -> (id: Int64, epoch: UInt64, isFrozen: Bool)? {
        try self(operation, "SELECT id, epoch, frozen FROM documents WHERE name = ?")
            .first(texts: [name]) { ($0.integer(at: 0), $0.word(at: 1), $0.integer(at: 2) == 1) }
    }
}

extension StoredEdit {
    /// Reads an edit from a row that begins with `Statements.editColumns`.
    package init(_ row: any Statement) {
        self.init(
            revision: row.integer(at: 0),
            client: row.integer(at: 1),
            seq: row.integer(at: 2),
            mark: row.word(at: 3),
            counter: row.integer(at: 4),
            time: row.integer(at: 5),
            body: row.blob(at: 7),
            chain: row.word(at: 6)
        )
    }
}
