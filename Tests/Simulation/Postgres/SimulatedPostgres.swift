internal import CSQLite
internal import Disk

/// A PostgreSQL that breaks its word only where one does: tables in the memory of SQLite, which
/// knows most of the statements, and transactions one after the other.
///
/// Safe: one thread at a time runs in a world, and a process has one world at a time.
@safe package final class SimulatedPostgres {
    /// The one that connections are made to.
    @safe nonisolated(unsafe) package static var mounted = SimulatedPostgres { $0.lowerBound }
    /// The number of the machine whose process runs now; 0 for the driver, whom nothing keeps out.
    @safe nonisolated(unsafe) package static var machine = 0

    enum Value {
        case integer(Int64)
        case text(String)
        case blob([UInt8])
        case null
    }

    /// Its state at some time.
    @safe package final class Copy {
        fileprivate let handle: OpaquePointer

        fileprivate init(of source: OpaquePointer) {
            let opened = unsafe SimulatedPostgres.open()
            unsafe handle = opened
            unsafe SimulatedPostgres.copy(source, to: handle)
        }

        deinit { unsafe sqlite3_close(handle) }
    }

    /// Microseconds of its wall clock, which the driver moves on.
    package var now: Int64 = 0
    /// How far the clock of the machine that it runs on is from the others.
    private var clockOffset: Int64 = 0
    /// Microseconds that a message to it or from it takes, at most.
    package var latency = 100
    /// Whether nobody serves.
    package private(set) var isAway = false
    /// Until when machines do not reach it.
    package var unreached: [Int: Int64] = [:]
    /// When its standby is there again, without which nothing is committed.
    package var standbyAt: Int64 = 0
    /// How often its connections have ended.
    private(set) var life = 0
    private let draw: (ClosedRange<Int>) -> Int
    private let handle: OpaquePointer
    private var statements: [String: OpaquePointer] = unsafe [:]
    private var isInTransaction = false
    private var waitsForDisk = true
    private var changesBefore: Int32 = 0
    /// What is left if it crashes now: commits were made since that did not wait for the disk.
    private var durable: Copy?

    /// Makes an empty one that is given its chance.
    package init(_ draw: @escaping (ClosedRange<Int>) -> Int) {
        self.draw = draw
        unsafe handle = Self.open()
    }

    deinit {
        for unsafe(_, statement) in unsafe statements { unsafe sqlite3_finalize(statement) }
        unsafe sqlite3_close(handle)
    }

    private static func open() -> OpaquePointer {
        var opened: OpaquePointer?
        let code = unsafe sqlite3_open(":memory:", &opened)
        guard code == SQLITE_OK, let handle = unsafe opened else {
            preconditionFailure("There is memory for a small database.")
        }
        return unsafe handle
    }

    private static func copy(_ source: OpaquePointer, to target: OpaquePointer) {
        let backup = unsafe sqlite3_backup_init(target, "main", source, "main")
        let code = unsafe sqlite3_backup_step(backup, -1)
        precondition(code == SQLITE_DONE, "Nothing keeps a database in memory from being copied.")
        unsafe sqlite3_backup_finish(backup)
    }

    // MARK: What fails

    /// Ends all connections, and with them what they have not committed; what did not wait for the
    /// disk may be gone.
    package func crash() {
        life += 1
        isAway = true
        if let durable, coin() { restore(durable) }
        durable = nil
        clockOffset = Int64(draw(-2_000_000...2_000_000))
    }

    /// Serves again.
    package func recover() { isAway = false }

    /// Its present state.
    package func copy() -> Copy { unsafe Copy(of: handle) }

    /// Takes an earlier state for the present.
    package func restore(_ copy: Copy) { unsafe Self.copy(copy.handle, to: handle) }

    func serves(_ machine: Int) -> Bool {
        machine == 0 || !isAway && !isUnreached(by: machine)
    }

    func isUnreached(by machine: Int) -> Bool { unreached[machine] ?? 0 > now }

    func coin() -> Bool { draw(0...1) == 0 }

    /// Lets a message be on its way.
    func wait() { Fiber.pause(.time(microseconds: draw(20...20 + latency))) }

    /// Waits for the standby; false when a process starts or ends, and would wait on.
    func waitForStandby() -> Bool {
        while standbyAt > now {
            guard Fiber.canWait else { return false }
            Fiber.pause(.time(microseconds: min(200_000, Int(standbyAt - now))))
        }
        return true
    }

    // MARK: Transactions

    func commit() {
        guard isInTransaction else { return }
        execute("COMMIT")
        isInTransaction = false
        if waitsForDisk, unsafe sqlite3_total_changes(handle) != changesBefore { durable = nil }
    }

    func rollBack() {
        guard isInTransaction else { return }
        execute("ROLLBACK")
        isInTransaction = false
    }

    private func begin() {
        guard !isInTransaction else { return }
        isInTransaction = true
        waitsForDisk = true
        changesBefore = unsafe sqlite3_total_changes(handle)
        execute("BEGIN")
    }

    private func execute(_ sql: String) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        precondition(code == SQLITE_OK, "\(sql): \(unsafe String(cString: sqlite3_errmsg(handle)))")
    }

    // MARK: Statements

    func run(_ sql: String, _ parameters: [Value]) throws(PostgresFailure) -> [[Value]] {
        begin()
        if sql.hasPrefix("WITH mine AS") { return try fence(parameters) }
        if sql.hasPrefix("SET LOCAL synchronous_commit = off") {
            waitsForDisk = false
            if durable == nil { durable = copy() }
        }
        if sql.contains("'server_encoding'") {
            let settings = ["on", "on", "on", ""].map { Value.text($0) }
            return [[.text("UTF8"), .integer(0), .integer(1), .text("public")] + settings]
        }
        let unknown = ["SET ", "SELECT set_config", "SELECT pg_", "CREATE FUNCTION"]
        if unknown.contains(where: sql.hasPrefix) { return [] }
        if sql.hasPrefix("CREATE TRIGGER") {
            if sql.contains("snapshot_parts_go") { execute(Self.trigger) }
            return []
        }
        if sql.hasPrefix("CREATE") {
            execute(Self.table(sql))
            return []
        }
        return try rows(sql, parameters)
    }

    /// What PostgreSQL writes in PL/pgSQL; nobody freezes a document or revokes a token here.
    private static let trigger = """
        CREATE TRIGGER snapshot_parts_go AFTER DELETE ON snapshots BEGIN
            DELETE FROM snapshot_parts WHERE document = old.document AND revision = old.revision;
        END
        """

    private static func table(_ sql: String) -> String {
        sql.replacing(
            "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
            with: "INTEGER PRIMARY KEY AUTOINCREMENT"
        )
        .replacing(" COLLATE \"C\"", with: "")
        .replacing(/\ WITH \(fillfactor = \d+\)/, with: "")
    }

    private func fence(_ parameters: [Value]) throws(PostgresFailure) -> [[Value]] {
        let columns = parameters.dropFirst().map { parameter -> [Value] in
            guard case .text(let list) = parameter else { return [] }
            return list.dropFirst().dropLast().split(separator: ",").map { number in
                Int64(number).map { .integer($0) } ?? .null
            }
        }
        for row in columns[0].indices {
            let found = try rows(
                """
                UPDATE documents SET stamp = stamp + 1
                WHERE id = $1 AND node = $2 AND term = $3 AND stamp = $4 RETURNING 1
                """,
                columns.map { $0[row] }
            )
            if found.isEmpty { throw PostgresFailure(state: "22012", message: "division by zero") }
        }
        return [[.integer(1)]]
    }

    private func rows(
        _ sql: String,
        _ parameters: [Value]
    ) throws(PostgresFailure) -> [[Value]] {
        let statement = try unsafe prepared(sql)
        defer { unsafe sqlite3_reset(statement) }
        var blob: [UInt8] = []
        if case .blob(let bytes)? = parameters.last { blob = bytes }
        return try unsafe blob.withUnsafeBufferPointer { bytes throws(PostgresFailure) in
            for (offset, parameter) in parameters.enumerated() {
                let index = Int32(offset + 1)
                switch parameter {
                case .integer(let number): unsafe sqlite3_bind_int64(statement, index, number)
                case .text(let text):
                    let count = Int32(text.utf8.count)
                    unsafe csqlite_bind_text_transient(statement, index, text, count)
                case .blob:
                    let count = sqlite3_uint64(bytes.count)
                    unsafe csqlite_bind_blob_static(statement, index, bytes.baseAddress, count)
                case .null: unsafe sqlite3_bind_null(statement, index)
                }
            }
            var rows: [[Value]] = []
            var code = unsafe sqlite3_step(statement)
            while code == SQLITE_ROW {
                let columns = unsafe 0..<sqlite3_column_count(statement)
                rows.append(columns.map { unsafe Self.value(at: $0, of: statement) })
                code = unsafe sqlite3_step(statement)
            }
            guard code == SQLITE_DONE else { throw failure(sql) }
            return rows
        }
    }

    private func failure(_ sql: String) -> PostgresFailure {
        let message = unsafe String(cString: sqlite3_errmsg(handle))
        // Two servers give a name at the same time.
        let isTaken = message.contains("documents.name")
        return PostgresFailure(state: isTaken ? "40001" : "XX000", message: "\(message): \(sql)")
    }

    private func prepared(_ sql: String) throws(PostgresFailure) -> OpaquePointer {
        let time = "\(now + clockOffset)"
        // Statements that ask for the time, or for chance, are not worth keeping.
        let isKept = !["now()", "clock_timestamp()", "random()"].contains(where: sql.contains)
        if isKept, let known = unsafe statements[sql] { return unsafe known }
        let plain = sql.replacing("now()", with: time)
            .replacing("pg_tables", with: "sqlite_master")
            .replacing("schemaname = current_schema() AND tablename", with: "name")
            .replacing("clock_timestamp()", with: time)
            .replacing(/current_setting\('\w+'\)/, with: "'on'")
            .replacing("interval '3 s'", with: "3000000")
            .replacing("interval '1 day'", with: "86400000000")
            .replacing("string_agg(", with: "group_concat(")
            .replacing(
                "floor(random() * 4000000000000000)::bigint",
                with: "\(draw(0...4_000_000_000_000_000))"
            )
            .replacing(
                "= ANY ($1::bigint[])",
                with: "IN (SELECT value FROM json_each('[' || trim($1, '{}') || ']'))"
            )
            .replacing("$", with: "?")
        var made: OpaquePointer?
        guard unsafe sqlite3_prepare_v2(handle, plain, -1, &made, nil) == SQLITE_OK,
            let statement = unsafe made
        else { throw failure(sql) }
        let key = isKept ? sql : ""
        if let old = unsafe statements[key] { unsafe sqlite3_finalize(old) }
        unsafe statements[key] = statement
        return unsafe statement
    }

    private static func value(at column: Int32, of statement: OpaquePointer) -> Value {
        switch unsafe sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            return .text(
                unsafe sqlite3_column_text(statement, column).map { text in
                    unsafe String(cString: text)
                } ?? ""
            )
        case SQLITE_BLOB:
            let count = unsafe Int(sqlite3_column_bytes(statement, column))
            let start = unsafe sqlite3_column_blob(statement, column)
            return .blob(unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default: return .null
        }
    }
}
