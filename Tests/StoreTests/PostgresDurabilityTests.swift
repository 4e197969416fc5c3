import Foundation
import PostgresStore
import Store
import StoreTables
import Synchronization
import TestKit
import Testing

/// Settings of PostgreSQL that an acknowledgement rests on, lowered while a server runs.
@Suite struct PostgresDurabilityTests {
    private let directory = TestDirectory()

    /// A place that sets `synchronous_commit` for the sessions of a server.
    enum Place: CaseIterable {
        case system
        case role
        case database
        case address
    }

    @Test(arguments: Place.allCases)
    func `SV17 FA97 acknowledged edits outlive a kill, whatever place lowers synchronous_commit`(
        place: Place
    ) async throws {
        let server = try PostgresServer()
        // PostgreSQL keeps in memory for as long what it commits without waiting for the disk.
        try await server.reload(setting: "wal_writer_delay", to: "10s")
        let store = try directory.openPostgres(
            on: server,
            settings: place == .address ? "%20-csynchronous_commit%3Doff" : ""
        )
        let writer = Writer(of: store, document: try await store.document("cats").document)
        try await until { writer.acknowledged > 10 }
        switch place {
        case .system: try await server.reload(setting: "synchronous_commit", to: "off")
        case .role: try server.run("ALTER ROLE owner SET synchronous_commit = off")
        case .database: try server.run("ALTER DATABASE postgres SET synchronous_commit = off")
        case .address: break
        }
        // A role's settings and a database's are those of the next sessions.
        if [.role, .database].contains(place) { try server.endSessions() }
        let before = writer.acknowledged
        try await until { writer.acknowledged > before + 100 }
        try await kill(server, with: writer)
    }

    @Test(arguments: ["fsync", "full_page_writes"])
    func `SV17 FA97 edits wait while PostgreSQL could lose them, and go on by themselves`(
        setting: String
    ) async throws {
        let server = try PostgresServer()
        let told = Recorder<StorageError?>()
        let options = JournalOptions { $0.onStall = { told.record($0) } }
        let store = try directory.openPostgres(on: server, options: options)
        let writer = Writer(of: store, document: try await store.document("cats").document)
        try await until { writer.acknowledged > 10 }
        let lowered = StorageError.postgresNotDurable(setting: setting, found: "off", needed: "on")
        try await server.reload(setting: setting, to: "off")
        try await until { store.statistics.stall == .notDurable("\(lowered)") }
        let held = writer.acknowledged
        try await passRenewals(of: server)
        #expect(writer.acknowledged == held)
        // A restart changes nothing: neither ends the server, nor lets it acknowledge.
        try server.kill()
        try await until { store.statistics.stall == .unreachable }
        try server.start()
        try await until { store.statistics.stall == .notDurable("\(lowered)") }
        try await passRenewals(of: server)
        #expect(writer.acknowledged == held)
        try await server.reload(setting: setting, to: nil)
        try await until { writer.acknowledged > held + 10 }
        try await until { store.statistics.stall == nil }
        #expect(told.all.count == 4)
        #expect(told.all.first == lowered && told.all[2] == lowered && told.all.last == .some(nil))
        try await kill(server, with: writer)
    }

    @Test func `SV17 FA97 a commit is not acknowledged whose standbys are configured away`()
        async throws
    {
        let server = try PostgresServer()
        let standby = try PostgresServer(standbyOf: server)
        let proxy = try FaultProxy(to: server.port)
        let store = try directory.openPostgres(on: server, port: proxy.port)
        defer { store.close() }
        let writer = Writer(of: store, document: try await store.document("cats").document)
        try await until { writer.acknowledged > 10 }
        standby.signal(SIGSTOP)
        let waiting = """
            SELECT count(*) FROM pg_stat_activity
            WHERE wait_event = 'SyncRep' AND query NOT LIKE 'UPDATE nodes%'
            """
        try await until { try server.run(waiting) == "1" }
        let held = writer.acknowledged
        let names = try server.run("SHOW synchronous_standby_names")
        // PostgreSQL ends the wait, and commits go on without the standby.
        try await server.reload(setting: "synchronous_standby_names", to: "")
        let lowered = StorageError.postgresNotDurable(
            setting: "synchronous_standby_names",
            found: "''",
            needed: "'\(names)'"
        )
        try await until { store.statistics.stall == .notDurable("\(lowered)") }
        try await passRenewals(of: server)
        #expect(writer.acknowledged == held)
        try await server.reload(setting: "synchronous_standby_names", to: names)
        standby.signal(SIGCONT)
        try await until { writer.acknowledged > held + 10 }
        try await until { store.statistics.stall == nil }
        // The primary is lost: the standby has what was acknowledged, and edits go on there.
        try server.kill()
        let acknowledged = writer.acknowledged
        try standby.promote()
        let stored = try standby.run("SELECT count(*) FROM edits", schema: directory.schema)
        #expect(try #require(Int64(stored)) >= acknowledged)
        _ = try PostgresServer(standbyOf: standby)
        proxy.aim(at: standby.port)
        try await until { writer.acknowledged > acknowledged + 10 }
        writer.end()
    }

    @Test func `SV17 FA97 a setting that is lowered is reported also where nobody writes`()
        async throws
    {
        let server = try PostgresServer()
        let store = try directory.openPostgres(on: server)
        try await server.reload(setting: "full_page_writes", to: "off")
        try await until { store.statistics.stall != nil }
        try await server.reload(setting: "full_page_writes", to: nil)
        try await until { store.statistics.stall == nil }
    }

    @Test func `FA92 a server does not start where PostgreSQL could lose what it commits`()
        async throws
    {
        let server = try PostgresServer()
        try await server.reload(setting: "fsync", to: "off")
        let error = #expect(throws: StorageError.self) { try directory.openPostgres(on: server) }
        let said = "\(try #require(error))"
        #expect(said.contains("PostgreSQL has fsync = off, so an acknowledged edit could be lost"))
    }

    @Test func `FA97 a search path that is changed leads to no other store`() async throws {
        let server = try PostgresServer()
        for schema in ["one", "two"] {
            try server.run("CREATE SCHEMA \(schema)")
            try await server.reload(setting: "search_path", to: schema)
            // PostgreSQL has the search path alone.
            let address = try #require(PostgresAddress(server.plainAddress))
            let store = try PostgresStore(address)
            defer { store.close() }
            let other = schema == "one" ? "two" : "one"
            try await server.reload(setting: "search_path", to: other)
            _ = try await store.document(schema)
            try server.endSessions()
            #expect(await store.change(.freeze(name: schema, isFrozen: true)) == .done)
        }
        for schema in ["one", "two"] {
            let sql = "SELECT string_agg(name, ' ') FROM documents WHERE frozen = 1"
            #expect(try server.run(sql, schema: schema) == schema)
        }
    }

    /// Waits until the server has renewed its lease twice.
    private func passRenewals(of server: PostgresServer) async throws {
        let sql = "SELECT max(expires) FROM nodes"
        for _ in 0..<2 {
            let before = try server.run(sql, schema: directory.schema)
            try await until { try server.run(sql, schema: directory.schema) != before }
        }
    }

    /// Kills PostgreSQL, starts it again, and expects every acknowledged edit in it.
    private func kill(_ server: PostgresServer, with writer: Writer) async throws {
        try server.kill()
        writer.end()
        let acknowledged = writer.acknowledged
        try server.start()
        let stored = try server.run("SELECT count(*) FROM edits", schema: directory.schema)
        #expect(try #require(Int64(stored)) >= acknowledged)
    }
}

/// A client that submits one edit after the other, each when the last is acknowledged.
private final class Writer: Sendable {
    private let store: PostgresStore
    private let document: Int64
    private let state = Mutex((acknowledged: Int64(0), isEnded: false))

    init(of store: PostgresStore, document: Int64) {
        self.store = store
        self.document = document
        submit(1)
    }

    /// The last revision that was acknowledged.
    var acknowledged: Int64 { state.withLock(\.acknowledged) }

    /// Submits no further edit.
    func end() { state.withLock { $0.isEnded = true } }

    private func submit(_ revision: Int64) {
        store.submit(edits(document, revision...revision)) { [self] in
            state.withLock { state in
                state.acknowledged = revision
                // Not behind the lock: the store may be closed there.
                if !state.isEnded { submit(revision + 1) }
            }
        }
    }
}

extension PostgresServer {
    /// Changes a setting for all sessions that do not set it themselves; nil for its default.
    ///
    /// Returns when new sessions have it.
    fileprivate func reload(setting: String, to value: String?) async throws {
        let loaded = "SELECT pg_conf_load_time()"
        let before = try run(loaded)
        try run("ALTER SYSTEM " + (value.map { "SET \(setting) = '\($0)'" } ?? "RESET \(setting)"))
        try run("SELECT pg_reload_conf()")
        try await until { try run(loaded) != before }
    }

    /// Its address without a search path.
    fileprivate var plainAddress: String {
        let address = address(schema: "")
        return String(address.prefix { $0 != "?" })
    }

    /// Ends the sessions of servers, which then connect again.
    fileprivate func endSessions() throws {
        try run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name LIKE 'emojiart-server-%'
            """
        )
    }
}
