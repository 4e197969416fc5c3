import Disk
import Foundation
import PostgresStore
import Store
import StoreTables
import Synchronization
import Testing

/// What PostgreSQL, the way to it, or an operator can do to a store.
@Suite struct PostgresStoreTests {
    private let directory = TestDirectory()

    private func server() throws -> PostgresServer { try PostgresServer.shared.get() }

    /// Cuts the connection of this test's store.
    private func cut() throws {
        try server().run(
            """
            SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
            AND (classid::bigint << 32 | objid::bigint)
                = hashtextextended('emojiart.\(directory.schema)', 0)
            """
        )
    }

    @Test func `FA90 a commit whose connection is cut is done once, whenever that is`() async throws
    {
        let stalls = Mutex(0)
        let options = JournalOptions {
            $0.onStall = { error in if error != nil { stalls.withLock { $0 += 1 } } }
        }
        let store = try directory.openPostgres(options: options)
        let document = try await store.document("cats").document
        let last = Int64(3_000)
        let answered = Recorder<Int64>()
        for revision in 1...last {
            store.submit(edits(document, revision...revision)) { answered.record(revision) }
            if revision.isMultiple(of: 100) {
                let refusal = JournalEntry.refusal(
                    document: document,
                    client: 2,
                    seq: revision,
                    code: "not_emoji"
                )
                store.submit([refusal]) {}
                try cut()
            }
        }
        await store.submit([])
        #expect(answered.all == Array(1...last))
        #expect(stalls.withLock { $0 } > 0)
        #expect(store.statistics.stall == nil && store.statistics.queuedEntries == 0)
        store.close()
        let again = try directory.openPostgres()
        #expect(try await again.past("cats", at: nil)?.last == last)
        #expect(try directory.value("SELECT count(*) FROM edits", in: .postgres) == "\(last)")
        #expect(try await again.find("cats")?.lastSeq == [1: last, 2: last])
    }

    @Test func `FA90 edits wait while PostgreSQL is gone, and go on by themselves`() async throws {
        let server = try PostgresServer()
        let told = Recorder<StorageError?>()
        let options = JournalOptions { $0.onStall = { told.record($0) } }
        let address = try #require(PostgresAddress(server.address(schema: "public")))
        let store = try PostgresStore(address, options: options)
        defer { store.close() }
        let document = try await store.document("cats").document
        await store.submit(edits(document, 1...1))
        try server.kill()
        let answered = Recorder<Int64>()
        for revision in Int64(2)...4 {
            store.submit(edits(document, revision...revision)) { answered.record(revision) }
        }
        while store.statistics.stall == nil { await Task.yield() }
        await answer { done in store.probe { done(()) } }
        #expect(store.statistics.stall == .unreachable && answered.all.isEmpty)
        try server.start()
        await store.submit([])
        #expect(answered.all == [2, 3, 4])
        #expect(told.all.count == 2 && told.all.first != .some(nil) && told.all.last == .some(nil))
        #expect(!"\(told.all)".contains("a secret"))
        #expect(try await store.find("cats")?.revision == 4)
    }

    @Test func `edits are stored between the parts of a large state`() async throws {
        let store = try directory.openPostgres()
        let document = try await store.document("cats").document
        await store.submit(edits(document, 1...1))
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
        let order = Recorder<String>()
        let gate = store.hold()
        store.submit([snapshot(document, 1, body, chain: 9)]) { order.record("state") }
        store.submit(edits(document, 2...2)) { order.record("edit") }
        gate.ring()
        while order.all.count < 2 { await Task.yield() }
        #expect(order.all == ["edit", "state"])
        store.close()
        let stored = try #require(try await directory.openPostgres().find("cats"))
        #expect(stored.snapshot?.body == body && stored.revision == 2)
    }

    @Test func `FA91 a second server is refused`() async throws {
        let store = try directory.openPostgres()
        let error = #expect(throws: StorageError.self) { try directory.openPostgres() }
        #expect("\(try #require(error))".contains("another server uses the store postgresql://"))
        store.close()
        _ = try directory.openPostgres()
    }

    @Test(arguments: [
        ("term = term + 1", "another server has taken the store postgresql://"),
        ("stamp = stamp - 2", "lacks the last 2 transactions"),
    ])
    func `FA91 FA93 a server that was followed, or whose commits are lost, commits nothing more`(
        change: String,
        words: String
    ) async throws {
        let result = await #expect(
            processExitsWith: .exitCode(70),
            observing: [\.standardErrorContent]
        ) { [change] in
            let directory = TestDirectory()
            let store = try directory.openPostgres()
            let document = try await store.document("cats").document
            await store.submit(edits(document, 1...1))
            try PostgresServer.shared.get()
                .run("UPDATE store SET \(change)", schema: directory.schema)
            store.submit(edits(document, 2...2)) { exit(3) }
            store.close()
        }
        #expect(said(result).contains(words), "\(said(result))")
    }

    @Test(arguments: [
        ("&options=-csynchronous_commit%3Doff", "a secret", "synchronous_commit = off"),
        ("&options=-csynchronous_commit%3Dlocal", "a secret", "synchronous_commit = local"),
        ("&sslmode=require", "a secret", "check sslmode"),
        ("&sslrootcert=/nowhere&sslmode=verify-full", "a secret", "check sslmode"),
        ("", "another secret", "check the user and the password"),
        ("&dbname=nowhere", "a secret", "make the database or the role"),
        ("&port=1", "a secret", "check that PostgreSQL runs there"),
        ("&hostaddr=::::", "a secret", "check that PostgreSQL runs there"),
        ("&user=nobody", "a secret", "check the user and the password"),
        ("&no=such", "a secret", "invalid URI query parameter"),
        ("&password=x%2", "a secret", "PostgreSQL failed to connect"),
    ])
    func `FA92 a store that cannot be used says why, and shows no secret`(
        settings: String,
        password: String,
        words: String
    ) throws {
        let server = try server()
        let text = server.address(schema: "public", password: password, settings: settings)
        let address = try #require(PostgresAddress(text))
        #expect(!"\(address)".contains("secret"))
        let error = #expect(throws: StorageError.self) { try PostgresStore(address) }
        let said = "\(try #require(error))"
        #expect(said.contains(words) && !said.contains("secret"), "\(said)")
    }

    @Test func `FA92 tables of another version, and missing rights, are refused`() throws {
        let server = try server()
        try directory.openPostgres().close()
        try server.run("UPDATE store SET version = 99", schema: directory.schema)
        #expect(throws: StorageError.schemaTooNew(found: 99, supported: 1)) {
            try directory.openPostgres()
        }
        let role = "role_" + directory.schema
        try server.run("CREATE ROLE \(role) LOGIN PASSWORD 'pass'")
        let text = server.address(schema: directory.schema)
            .replacing("owner:a%20secret", with: "\(role):pass")
        let address = try #require(PostgresAddress(text))
        let error = #expect(throws: StorageError.self) { try PostgresStore(address) }
        let said = "\(try #require(error))"
        #expect(said.contains("grant the role USAGE"), "\(said)")
    }

    @Test func `no address is what does not begin like one`() {
        for text in ["", "sqlite", "mysql://x/y", "postgresql:/x"] {
            #expect(PostgresAddress(text) == nil, "\(text)")
        }
        let address = PostgresAddress("postgres://me:p@ss@h1,h2:5433/name?sslpassword=deep&x=y")
        #expect(
            address?.description == "postgres://me:...@h1,h2:5433/name?sslpassword=...&x=y"
        )
    }
}
