internal import CPostgres
internal import Glibc
internal import Store
internal import StoreTables

/// One connection to PostgreSQL, in pipeline mode: what gives no rows is sent and not waited for.
///
/// ```
/// run run run commit ──► one write ──► one wait for all of their results
/// ```
///
/// A failure is kept until the next `settle`. One thread only.
@safe final class PostgresConnection {
    private let handle: OpaquePointer
    /// Statements that were sent and have no result yet.
    private var pending = 0
    /// The names of the statements that are prepared, by their numbers.
    private var prepared: [Int: String] = [:]
    /// Those that were sent to be prepared since the last `settle`: a failure may have come first.
    private var unsure: [Int] = []
    private var preparedCount = 0
    /// True after a notice that a commit did not wait for its standby.
    private let isUnreplicated: UnsafeMutablePointer<Bool>
    private var failure: PostgresFailure?
    private let address: String
    /// By which it is known among PostgreSQL's connections; empty for one that asks about another,
    /// and does so itself about none.
    private let name: String
    /// Says that nothing is waited for that takes long.
    private let isEnding: @Sendable () -> Bool

    /// So much is sent at most before results are read: else both sides could wait for each other.
    private static let pendingMax = 256
    /// What PostgreSQL calls a transaction that met another one, and may run again.
    private static let conflict = "40001"
    private static let int8: Oid = 20
    private static let text: Oid = 25
    private static let bytea: Oid = 17

    /// Connects within a time, under a name without signs that addresses escape.
    init(
        _ address: String,
        as name: String = "",
        seconds: Int,
        isEnding: @escaping @Sendable () -> Bool = { false }
    ) throws(PostgresFailure) {
        self.address = address
        self.name = name
        self.isEnding = isEnding
        let settings =
            "connect_timeout=\(seconds)&application_name=\(name)"
            + "&client_encoding=UTF8&tcp_user_timeout=\(Self.silenceMilliseconds)"
        let opened = unsafe PQconnectdb(address + (address.contains("?") ? "&" : "?") + settings)
        guard let connection = unsafe opened else {
            throw PostgresFailure(state: "53200", message: "no memory for a connection")
        }
        guard unsafe PQstatus(connection) == CONNECTION_OK else {
            let message = unsafe Self.line(PQerrorMessage(connection))
            unsafe PQfinish(connection)
            throw PostgresFailure(state: "", message: message)
        }
        unsafe isUnreplicated = .allocate(capacity: 1)
        unsafe isUnreplicated.initialize(to: false)
        unsafe PQsetNoticeReceiver(
            connection,
            { context, result in
                guard let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C"))),
                    unsafe String(cString: state) == "01000"
                else { return }
                unsafe context?.assumingMemoryBound(to: Bool.self).pointee = true
            },
            isUnreplicated
        )
        unsafe PQenterPipelineMode(connection)
        unsafe handle = connection
    }

    deinit {
        unsafe PQfinish(handle)
        unsafe isUnreplicated.deallocate()
    }

    // MARK: - Sending

    /// Sends a statement that is not prepared, with texts.
    func send(_ sql: String, texts: [String] = []) {
        guard failure == nil else { return }
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { for index in unsafe copies.indices { unsafe free(copies[index]) } }
        let values = unsafe copies.map { unsafe UnsafePointer<CChar>($0) }
        queued(
            unsafe PQsendQueryParams(handle, sql, Int32(texts.count), nil, values, nil, nil, 1)
        )
    }

    /// Sends a prepared statement with integers, texts and at most one blob; prepares it first.
    func send(
        _ number: Int,
        _ sql: String,
        _ values: [Int64],
        _ texts: [String],
        _ blob: [UInt8]?
    ) {
        guard failure == nil else { return }
        let name = prepared[number] ?? "s\(preparedCount)"
        if prepared[number] == nil {
            prepared[number] = name
            preparedCount += 1
            unsure.append(number)
            let types =
                Array(repeating: Self.int8, count: values.count)
                + Array(repeating: Self.text, count: texts.count)
                + (blob == nil ? [] : [Self.bytea])
            queued(unsafe PQsendPrepare(handle, name, sql, Int32(types.count), types))
            guard failure == nil else { return }
        }
        // All parameters lie one behind the other, and are pointed at.
        var bytes: [UInt8] = []
        var lengths: [Int32] = []
        for value in values {
            unsafe withUnsafeBytes(of: value.bigEndian) { unsafe bytes.append(contentsOf: $0) }
            lengths.append(8)
        }
        for text in texts {
            // PostgreSQL stores no NUL.
            let text = text.utf8.contains(0) ? text.replacing("\0", with: "\u{FFFD}") : text
            bytes += text.utf8
            lengths.append(Int32(text.utf8.count))
        }
        if let blob {
            bytes += blob
            lengths.append(Int32(blob.count))
        }
        let formats = [Int32](repeating: 1, count: lengths.count)
        // An address is wanted also of what is empty: none would be NULL.
        bytes.append(0)
        let code = unsafe bytes.withUnsafeBytes { all in
            var places: [UnsafePointer<CChar>?] = unsafe []
            var offset = 0
            for length in lengths {
                unsafe places.append(
                    all.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self)
                )
                offset += Int(length)
            }
            return unsafe PQsendQueryPrepared(
                handle,
                name,
                Int32(lengths.count),
                places,
                lengths,
                formats,
                1
            )
        }
        queued(code)
    }

    private func queued(_ code: Int32) {
        guard code == 1 else { return fail() }
        pending += 1
        if pending >= Self.pendingMax, unsafe PQsendFlushRequest(handle) == 1 {
            while pending > 0, failure == nil { _ = nextResult() }
        }
    }

    // MARK: - Receiving

    /// Sends a statement that gives rows, and waits for them.
    func read(_ send: () -> Void) throws(PostgresFailure) -> PostgresRows {
        send()
        if failure == nil, unsafe PQsendFlushRequest(handle) != 1 { fail() }
        while pending > 1, failure == nil { _ = nextResult() }
        let rows = failure == nil ? nextResult() : nil
        if let rows, failure == nil { return rows }
        try settle()
        throw PostgresFailure(state: "XX000", message: "a statement that reads gave no rows")
    }

    /// Waits until all that was sent is done.
    ///
    /// - Throws: the first failure since the last time. After an error of the server's the
    ///   connection can be used again, outside of a transaction.
    func settle() throws(PostgresFailure) {
        if failure?.state.isEmpty != true {
            if unsafe PQpipelineSync(handle) == 1 {
                while pending > 0, failure?.state.isEmpty != true { _ = nextResult() }
                // What the synchronization point itself gives.
                unsafe PQclear(take())
            } else {
                fail()
            }
        }
        defer { unsure = [] }
        guard let found = failure else { return }
        for number in unsure { prepared[number] = nil }
        if !found.state.isEmpty { failure = nil }
        pending = 0
        throw found
    }

    /// Tells, once, that a commit did not wait for its standby.
    func takeUnreplicated() -> Bool {
        defer { unsafe isUnreplicated.pointee = false }
        return unsafe isUnreplicated.pointee
    }

    /// True while a transaction is open.
    var isInTransaction: Bool { unsafe PQtransactionStatus(handle) != PQTRANS_IDLE }

    /// The version of the server, as 150004.
    var serverVersion: Int { unsafe Int(PQserverVersion(handle)) }

    /// Takes the result of the oldest statement, and notes its failure.
    private func nextResult() -> PostgresRows? {
        guard let result = unsafe take() else { return nil }
        pending -= 1
        // Each statement's results end with none.
        while let more = unsafe PQgetResult(handle) { unsafe PQclear(more) }
        switch unsafe PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return unsafe PostgresRows(result)
        case PGRES_PIPELINE_ABORTED: break
        default:
            let state = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "C")))
            let message = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "M")))
            let constraint = unsafe PQresultErrorField(result, Int32(UInt8(ascii: "n")))
            // Another server has just given a document the name.
            let isTaken = unsafe constraint.map {
                unsafe String(cString: $0) == "documents_name_key"
            }
            if failure == nil {
                failure = PostgresFailure(
                    state: isTaken == true
                        ? Self.conflict : unsafe state.map { unsafe String(cString: $0) } ?? "",
                    message: unsafe Self.line(message)
                )
            }
        }
        unsafe PQclear(result)
        return nil
    }

    /// Waits for the next result, for as long as a server may take that is not lost.
    private func take() -> OpaquePointer? {
        while unsafe PQisBusy(handle) == 1 {
            guard unsafe PQflush(handle) >= 0, wait(), unsafe PQconsumeInput(handle) == 1 else {
                fail()
                return nil
            }
        }
        guard let result = unsafe PQgetResult(handle) else {
            fail()
            return nil
        }
        return unsafe result
    }

    /// How long a server may say nothing before it is asked whether it is at work.
    private static let silenceMilliseconds: Int32 = 3_000

    private func wait() -> Bool {
        var descriptor = pollfd(
            fd: unsafe PQsocket(handle),
            events: Int16(POLLIN),
            revents: 0
        )
        var deadline = ContinuousClock.now + .milliseconds(Self.silenceMilliseconds)
        while true {
            let count = unsafe poll(&descriptor, 1, Self.silenceMilliseconds)
            if count > 0 { return true }
            if count < 0, errno != EINTR { return false }
            guard ContinuousClock.now >= deadline else { continue }
            guard !name.isEmpty, !isEnding(), isAtWork() else { return false }
            deadline = .now + .milliseconds(Self.silenceMilliseconds)
        }
    }

    /// True when the server answers another connection, and knows this one: what was sent takes
    /// long, or waits for a standby.
    private func isAtWork() -> Bool {
        guard let other = try? PostgresConnection(address, seconds: 2) else {
            return false
        }
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1"
        let rows = try? other.read { other.send(sql, texts: [name]) }
        return rows?.integer(0, 0) == 1
    }

    /// The connection is of no use any more.
    private func fail() {
        guard failure?.state.isEmpty != true else { return }
        let message = unsafe Self.line(PQerrorMessage(handle))
        failure = PostgresFailure(
            state: "",
            message: message.isEmpty ? "the server does not answer" : message
        )
    }

    private static func line(_ text: UnsafePointer<CChar>?) -> String {
        guard let text = unsafe text else { return "" }
        let words = unsafe String(cString: text).split { $0.isWhitespace }
        return words.joined(separator: " ")
    }
}

/// The rows of a statement.
@safe final class PostgresRows {
    private let result: OpaquePointer
    let count: Int

    init(_ result: OpaquePointer) {
        unsafe self.result = result
        count = Int(unsafe PQntuples(result))
    }

    deinit { unsafe PQclear(result) }

    private func bytes(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
        let start = unsafe PQgetvalue(result, Int32(row), Int32(column))
        let length = unsafe Int(PQgetlength(result, Int32(row), Int32(column)))
        return unsafe UnsafeRawBufferPointer(start: start, count: length)
    }

    /// An integer of 2, 4 or 8 bytes, or a truth value; 0 for NULL.
    func integer(_ row: Int, _ column: Int) -> Int64 {
        let bytes = unsafe bytes(row, column)
        guard let first = unsafe bytes.first else { return 0 }
        let head = bytes.count == 1 ? Int64(first) : Int64(Int8(bitPattern: first))
        return unsafe bytes.dropFirst().reduce(head) { $0 << 8 | Int64($1) }
    }

    func blob(_ row: Int, _ column: Int) -> [UInt8] { unsafe Array(bytes(row, column)) }

    func text(_ row: Int, _ column: Int) -> String {
        unsafe String(decoding: bytes(row, column), as: UTF8.self)
    }
}
