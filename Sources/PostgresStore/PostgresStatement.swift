internal import Store
internal import StoreTables

/// A statement of PostgreSQL, on whatever connection there is when it is run.
final class PostgresStatement: Statement {
    private let link: PostgresLink
    private let number: Int
    private let sql: String
    private let operation: String
    private var values: [Int64] = []
    private var texts: [String] = []
    private var rows: PostgresRows?
    private var row = -1

    init(_ link: PostgresLink, _ number: Int, _ sql: String, _ operation: String) {
        self.link = link
        self.number = number
        self.sql = Self.translated(sql)
        self.operation = operation
    }

    func run(_ values: [Int64], _ texts: [String], _ blob: [UInt8]?) throws(StorageError) {
        link.connection?.send(number, sql, values, texts, blob)
    }

    func bind(_ values: [Int64], _ texts: [String]) throws(StorageError) {
        (self.values, self.texts, row) = (values, texts, -1)
    }

    func step() throws(StorageError) -> Bool {
        if rows == nil {
            rows = try link.read(operation) { $0.send(number, sql, values, texts, nil) }
        }
        row += 1
        return row < rows?.count ?? 0
    }

    func reset() { rows = nil }

    func integer(at column: Int) -> Int64 { rows?.integer(row, column) ?? 0 }
    func text(at column: Int) -> String { rows?.text(row, column) ?? "" }
    func blob(at column: Int) -> [UInt8] { rows?.blob(row, column) ?? [] }

    /// SQL with the parameters of PostgreSQL, and without hints for SQLite.
    static func translated(_ sql: String) -> String {
        var count = 0
        let plain = sql.replacing(" INDEXED BY edits_by_client", with: "")
        return plain.replacing(/\?([0-9]*)/) { mark in
            count += 1
            return mark.1.isEmpty ? "$\(count)" : "$\(mark.1)"
        }
    }
}
