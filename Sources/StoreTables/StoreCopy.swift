package import Store

/// All that a store holds, copied into the tables of another that holds no documents.
package struct StoreCopy {
    private let source: Statements
    private let target: Statements

    private typealias Row = (integers: [Int64], texts: [String], blob: [UInt8]?)

    /// A table, and its columns by the kinds that a statement binds.
    private struct Table {
        let name: String
        let integers: [String]
        var texts: [String] = []
        var blob: String?
        /// The column by which its rows are in order.
        let order: String
        /// Values of that column whose rows are read at once.
        var part = 0

        var columns: String {
            (integers + texts + (blob.map { [$0] } ?? [])).joined(separator: ", ")
        }
        var select: String { "SELECT \(columns) FROM \(name)" }
        var insert: String {
            let count = integers.count + texts.count + (blob == nil ? 0 : 1)
            let places = Array(repeating: "?", count: count).joined(separator: ", ")
            return "INSERT INTO \(name) (\(columns)) VALUES (\(places))"
        }

        func row(_ row: any Statement) -> Row {
            let texts = texts.indices.map { row.text(at: integers.count + $0) }
            let blob = blob.map { _ in row.blob(at: integers.count + texts.count) }
            return (integers.indices.map { row.integer(at: $0) }, texts, blob)
        }
    }

    private static let ofStore = [
        Table(
            name: "documents",
            integers: ["id", "epoch", "created", "bytes", "frozen"],
            texts: ["name", #""user""#],
            order: "id"
        ),
        Table(name: "former", integers: ["document", "epoch"], texts: ["name"], order: "rowid"),
        Table(
            name: "revocations",
            integers: ["time"],
            texts: ["kind", "subject"],
            order: "kind, subject"
        ),
    ]

    private static let ofDocuments = [
        Table(
            name: "clients",
            integers: ["document", "client"],
            blob: "key",
            order: "client",
            part: 1_000
        ),
        Table(
            name: "edits",
            integers: [
                "document", "revision", "client", "seq", "mark", "counter", "time", "chain",
            ],
            blob: "body",
            order: "revision",
            part: 256
        ),
        Table(
            name: "refusals",
            integers: ["document", "client", "seq", "mark"],
            texts: ["code"],
            order: "client",
            part: 100
        ),
        Table(
            name: "snapshots",
            integers: ["document", "revision", "chain"],
            blob: "body",
            order: "revision",
            part: 1
        ),
        Table(
            name: "snapshot_parts",
            integers: ["document", "revision", "start"],
            blob: "body",
            order: "revision",
            part: 1
        ),
        Table(
            name: "answers",
            integers: ["document", "client", "seq", "mark", "revision", "counter"],
            order: "client",
            part: 100
        ),
        Table(
            name: "images",
            integers: ["document", "size"],
            texts: ["digest", "type"],
            blob: "body",
            order: "id",
            part: 1
        ),
    ]

    /// From the tables of one connection to those of another.
    package init(from source: Statements, to target: Statements) {
        precondition(
            Set(Self.ofDocuments.map(\.name)) == Set(Tables.ofDocuments),
            "Each table of documents is copied."
        )
        (self.source, self.target) = (source, target)
    }

    /// Copies all rows, inside the caller's transactions.
    ///
    /// A part of a table is in memory at once: some hundred edits, one state, one picture.
    package func run() throws(StorageError) {
        for table in Self.ofStore {
            let sql = "\(table.select) ORDER BY \(table.order)"
            try copy(table, try source(Self.operation, sql).rows { table.row($0) })
        }
        let documents = try source(Self.operation, "SELECT id FROM documents ORDER BY id")
            .rows { $0.integer(at: 0) }
        for table in Self.ofDocuments {
            for document in documents { try copy(table, of: document) }
        }
    }

    private static let operation = "copy a store"

    private func copy(_ table: Table, of document: Int64) throws(StorageError) {
        let values = """
            SELECT DISTINCT \(table.order) FROM \(table.name)
            WHERE document = ? ORDER BY \(table.order)
            """
        let found = try source(Self.operation, values).rows(document) { $0.integer(at: 0) }
        let part = """
            \(table.select) WHERE document = ? AND \(table.order) BETWEEN ? AND ?
            ORDER BY \(table.order)
            """
        for start in stride(from: 0, to: found.count, by: table.part) {
            let last = found[min(start + table.part, found.count) - 1]
            let rows = try source(Self.operation, part)
                .rows(document, found[start], last) { table.row($0) }
            try copy(table, rows)
        }
    }

    private func copy(_ table: Table, _ rows: [Row]) throws(StorageError) {
        for row in rows {
            try target(Self.operation, table.insert).run(row.integers, row.texts, row.blob)
        }
    }
}
