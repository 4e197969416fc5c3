internal import Disk
internal import Store

/// One connection of a simulated server to the simulated PostgreSQL.
///
/// Statements arrive after a delay and run together, up to the next synchronization point. The
/// answer comes back after another delay. The connection can break during either delay.
final class PostgresConnection {
    private typealias Asked = (sql: String, parameters: [SimulatedPostgres.Value])

    private let database = SimulatedPostgres.mounted
    private let machine = SimulatedPostgres.machine
    /// The life of PostgreSQL in which it was made.
    private let life: Int
    /// What was sent and is not done.
    private var sent: [Asked] = []
    /// True if the statements since the last synchronization point have arrived.
    private var hasArrived = false
    private var failure: PostgresFailure?

    let serverVersion = 150_000
    /// True between `BEGIN` and `COMMIT` or `ROLLBACK`.
    private(set) var isInTransaction = false

    init(
        _ address: String,
        as name: String = "",
        seconds: Int,
        isEnding: @escaping @Sendable () -> Bool = { false }
    ) throws(PostgresFailure) {
        life = database.life
        database.wait()
        try check()
    }

    /// Whether it can still be used.
    private var isThere: Bool {
        !Fiber.isDead && database.serves(machine) && database.life == life
    }

    private func check() throws(PostgresFailure) {
        if isThere { return }
        // An unreachable server sends no error: the client has to time out.
        if database.isUnreached(by: machine) { Fiber.pause(.time(microseconds: 3_000_000)) }
        throw fail()
    }

    /// The connection is of no use any more.
    private func fail() -> PostgresFailure {
        let failure = PostgresFailure(state: "", message: "the server does not answer")
        self.failure = failure
        database.rollBack()
        return failure
    }

    func send(_ sql: String, texts: [String] = []) {
        sent.append((sql, texts.map { .text($0) }))
    }

    func send(
        _ number: Int,
        _ sql: String,
        _ values: [Int64],
        _ texts: [String],
        _ blob: [UInt8]?
    ) {
        var parameters = values.map { SimulatedPostgres.Value.integer($0) }
        parameters += texts.map { .text($0) }
        if let blob { parameters.append(.blob(blob)) }
        sent.append((sql, parameters))
    }

    func read(_ send: () -> Void) throws(PostgresFailure) -> PostgresRows {
        send()
        if let rows = try work() { return rows }
        try settle()
        throw PostgresFailure(state: "XX000", message: "a statement that reads gave no rows")
    }

    func settle() throws(PostgresFailure) {
        _ = try work()
        hasArrived = false
        if let failed = failure {
            database.rollBack()
            failure = nil
            throw failed
        }
        if !isInTransaction { database.commit() }
        database.wait()
        try check()
    }

    func takeUnreplicated() -> Bool { false }

    /// Whether what was sent writes, and its commit waits for a standby.
    ///
    /// Nobody sees it before, so it is done after.
    private var waitsForStandby: Bool {
        let isRead = sent.allSatisfy { $0.sql.hasPrefix("SELECT") || $0.sql.hasPrefix("SET") }
        return !isRead && !sent.contains { $0.sql.hasPrefix("SET LOCAL") }
    }

    /// Does all that was sent; gives the rows of the last statement.
    private func work() throws(PostgresFailure) -> PostgresRows? {
        if let failed = failure, failed.state.isEmpty { throw failed }
        if !hasArrived {
            database.wait()
            // What a process had sent when it ended may arrive.
            if !Fiber.isDead || database.life != life || !database.coin() { try check() }
            hasArrived = true
            if waitsForStandby, machine != 0, !Fiber.isDead {
                guard database.waitForStandby() else { throw fail() }
                try check()
            }
        }
        var rows: PostgresRows?
        for asked in sent where failure == nil || asked.sql == "ROLLBACK" {
            switch asked.sql {
            case _ where asked.sql.hasPrefix("BEGIN"): isInTransaction = true
            case "COMMIT": isInTransaction = false
            case "ROLLBACK":
                isInTransaction = false
                database.rollBack()
            default:
                do throws(PostgresFailure) {
                    rows = PostgresRows(try database.run(asked.sql, asked.parameters))
                } catch {
                    failure = error
                    rows = nil
                }
            }
        }
        sent = []
        return failure == nil ? rows : nil
    }
}

/// The rows of a statement.
final class PostgresRows {
    private let rows: [[SimulatedPostgres.Value]]

    init(_ rows: [[SimulatedPostgres.Value]]) { self.rows = rows }

    var count: Int { rows.count }

    func integer(_ row: Int, _ column: Int) -> Int64 {
        if case .integer(let value) = rows[row][column] { value } else { 0 }
    }

    func blob(_ row: Int, _ column: Int) -> [UInt8] {
        if case .blob(let bytes) = rows[row][column] { bytes } else { [] }
    }

    func text(_ row: Int, _ column: Int) -> String {
        if case .text(let text) = rows[row][column] { text } else { "" }
    }
}
