import Disk
import Foundation
import PostgresStore
import Store
import StoreTables
import Synchronization
import TestKit
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
                    mark: 9,
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
        let store = try directory.openPostgres(on: server, options: options)
        let document = try await store.document("cats").document
        await store.submit(edits(document, 1...1))
        try server.kill()
        let answered = Recorder<Int64>()
        for revision in Int64(2)...4 {
            store.submit(edits(document, revision...revision)) { answered.record(revision) }
        }
        try await until { store.statistics.stall != nil }
        await answer { done in store.probe { done(()) } }
        #expect(store.statistics.stall == .unreachable && answered.all.isEmpty)
        try server.start()
        await store.submit([])
        #expect(answered.all == [2, 3, 4])
        #expect(told.all.count == 2 && told.all.first != .some(nil) && told.all.last == .some(nil))
        #expect(!"\(told.all)".contains("a secret"))
        #expect(try await store.find("cats")?.revision == 4)
    }

    @Test func `FA90 a connection that only PostgreSQL has not lost holds up nothing`()
        async throws
    {
        let proxy = try FaultProxy(to: server().port)
        let store = try directory.openPostgres(port: proxy.port)
        defer { store.close() }
        let document = try await store.document("cats").document
        // The old connection has the lock that keeps other servers away.
        proxy.arm(FaultStep(.up, .orphan(nil)))
        await store.submit(edits(document, 1...1))
        await store.submit(edits(document, 2...2))
        #expect(proxy.counts.orphans > 0)
        proxy.release()
        await store.submit(edits(document, 3...3))
        #expect(try directory.value("SELECT count(*) FROM edits", in: .postgres) == "3")
    }

    /// A role's settings may hide that a wait was cut short, or cut it short themselves.
    @Test(arguments: [
        ("pg_terminate_backend", ""),
        ("pg_cancel_backend", ""),
        (
            "pg_cancel_backend",
            """
            ALTER ROLE owner SET client_min_messages = error;
            ALTER ROLE owner SET statement_timeout = '1s';
            ALTER ROLE owner SET lock_timeout = '1s';
            ALTER ROLE owner SET default_transaction_isolation = serializable
            """
        ),
    ])
    func `FA90 FA97 nothing is acknowledged before a standby has it that is asked for`(
        end: String,
        settings: String
    ) async throws {
        let server = try PostgresServer()
        try server.run(settings)
        let store = try directory.openPostgres(on: server)
        let document = try await store.document("cats").document
        await store.submit(edits(document, 1...1))
        func askForStandby(_ name: String) async throws {
            try server.run("ALTER SYSTEM SET synchronous_standby_names = '\(name)'")
            try server.run("SELECT pg_reload_conf()")
            try await until { try server.run("SHOW synchronous_standby_names") == name }
        }
        try await askForStandby("nobody")
        let answered = Recorder<Int64>()
        store.submit(edits(document, 2...2)) { answered.record(2) }
        // A silence that is long, and no reason for another connection.
        let waiting =
            "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query NOT LIKE 'UPDATE nodes%'"
        let long = "SELECT count(*) \(waiting) AND now() - query_start > '4 s'"
        try await until { try server.run(long) == "1" }
        // Its wait is cut: the commit is there, and no standby has it.
        try server.run("SELECT \(end)(pid) \(waiting)")
        let stored = "SELECT count(*) FROM edits"
        try await until { try server.run(stored, schema: directory.schema) == "2" }
        try await until { try server.run("SELECT count(*) \(waiting)") == "1" }
        #expect(answered.all.isEmpty)
        try await askForStandby("")
        await store.submit(edits(document, 3...3))
        #expect(answered.all == [2])
        #expect(try await store.find("cats")?.revision == 3)
    }

    @Test func `FA91 a second server is refused`() async throws {
        let store = try directory.openPostgres()
        let error = #expect(throws: StorageError.self) { try directory.openPostgres() }
        #expect("\(try #require(error))".contains("another server uses the store postgresql://"))
        store.close()
        _ = try directory.openPostgres()
    }

    @Test(arguments: [
        ("node = 99, term = term + 1", "another server has taken documents over"),
        ("stamp = stamp - 2", "lacks the last 2 commits"),
    ])
    func `SV2 FA93 what was taken over, or has lost commits, is lost, and nothing else`(
        change: String,
        words: String
    ) async throws {
        let server = try server()
        let store = try directory.openPostgres()
        let told = Recorder<String>()
        store.watch { event in
            if case .lost(let documents, let cause) = event {
                told.record("\(documents) \(cause)")
            }
        }
        let (cats, dogs) = (
            try await store.document("cats").document, try await store.document("dogs").document
        )
        for revision in Int64(1)...3 {
            await store.submit(edits(cats, revision...revision))
        }
        try server.run(
            "UPDATE documents SET \(change) WHERE name = 'cats'",
            schema: directory.schema
        )
        // Both in one transaction.
        await store.submit(edits(cats, 4...4) + edits(dogs, 1...1))
        #expect(told.all.count == 1)
        let said = try #require(told.all.first)
        #expect(said.hasPrefix("[\(cats)] ") && said.contains(words), "\(said)")
        #expect(
            try directory.value("SELECT count(*) FROM edits", in: .postgres) == "4"
        )
        // Nothing more of it is stored before it is claimed again.
        await store.submit(edits(cats, 4...4))
        #expect(told.all.count == 2)
        if change.hasPrefix("stamp") {
            #expect(try await store.find("cats")?.revision == 3)
            await store.submit(edits(cats, 4...4))
            #expect(told.all.count == 2)
        }
    }

    @Test func `FA93 what a promoted standby lacks is told also where nobody writes`()
        async throws
    {
        let server = try PostgresServer()
        let store = try directory.openPostgres(on: server)
        let told = Recorder<StorageError>()
        store.watch { event in if case .lost(_, let cause) = event { told.record(cause) } }
        let cats = try await store.document("cats").document
        await store.submit(edits(cats, 1...1))
        try server.copy()
        await store.submit(edits(cats, 2...2))
        try server.promoteCopy()
        try await until { !told.all.isEmpty }
        #expect(told.all == [.commitsLost(1)])
        #expect(try await store.find("cats")?.revision == 1)
    }

    @Test func `SV1 SV2 a document is one server's, and another takes it over`() async throws {
        let first = try directory.openPostgres(serving: "http://first")
        let cats = try await first.document("cats").document
        await first.submit(edits(cats, 1...2))
        // Whoever has the store for itself cannot come beside.
        #expect(throws: StorageError.self) { try directory.openPostgres() }
        let second = try directory.openPostgres(serving: "http://second")
        await #expect(throws: StorageError.elsewhere("http://first")) {
            try await second.find("cats")
        }
        #expect(await second.change(.delete(name: "cats")) == .elsewhere("http://first"))
        // Documents of both are numbered apart, and listed by both.
        let dogs = try await second.document("dogs").document
        #expect(dogs != cats)
        #expect(first.list().map(\.name) == ["cats", "dogs"])
        #expect(second.list().map(\.revision) == [2, 0])
        // It is given up, behind what was submitted for it.
        first.submit(edits(cats, 3...3)) {}
        first.release("cats")
        await first.submit([])
        #expect(try await second.find("cats")?.revision == 3)
        await second.submit(edits(cats, 4...4))
        await #expect(throws: StorageError.elsewhere("http://second")) {
            try await first.find("cats")
        }
        // A server that ends gives everything up.
        first.close()
        let third = try directory.openPostgres(serving: "http://third")
        second.close()
        #expect(try await third.find("cats")?.revision == 4)
    }

    @Test func `SV3 SV16 FA94 a server whose lease has ended goes on without its documents`()
        async throws
    {
        let first = try directory.openPostgres(serving: "http://first")
        let second = try directory.openPostgres(serving: "http://second")
        let told = Recorder<[Int64]>()
        first.watch { event in if case .lost(let ids, _) = event { told.record(ids) } }
        let cats = try await first.document("cats").document
        await first.submit(edits(cats, 1...1))
        let server = try server()
        try await until {
            // As if it had stood still: its row is as old as a lease lasts.
            try server.run(
                "UPDATE nodes SET expires = now() WHERE address = 'http://first'",
                schema: directory.schema
            )
            return (try? await second.find("cats")) != nil
        }
        await second.submit(edits(cats, 2...2))
        await first.submit(edits(cats, 2...2))
        #expect(Set(told.all) == [[cats]])
        // Whoever asks is told again: it may not have had the document when it was lost.
        let count = told.all.count
        await answer { done in first.confirm(cats) { done(()) } }
        #expect(told.all.count == count + 1 && told.all.last == [cats])
        #expect(try await second.find("cats")?.revision == 2)
        // It has another number, under which it has documents again.
        let living = "SELECT count(*) FROM nodes WHERE address = 'http://first' AND NOT dead"
        try await until { try server.run(living, schema: directory.schema) == "1" }
        let dogs = try await first.document("dogs").document
        await first.submit(edits(dogs, 1...1))
        #expect(Set(told.all) == [[cats]])
        await #expect(throws: StorageError.elsewhere("http://first")) {
            try await second.find("dogs")
        }
    }

    @Test func `SV3 SV8 FA91 servers keep their documents when PostgreSQL stood still for all`()
        async throws
    {
        let server = try PostgresServer()
        defer { try? server.kill() }
        let first = try directory.openPostgres(on: server, serving: "http://first")
        defer { first.close() }
        let second = try directory.openPostgres(on: server, serving: "http://second")
        defer { second.close() }
        let cats = try await first.document("cats").document
        await first.submit(edits(cats, 1...1))
        // They are steady before it happens.
        try await until { first.statistics.stall == nil && second.servers == ["http://first"] }
        server.signal(SIGSTOP)
        let found = Task { try await second.find("cats") }
        try await until { first.statistics.stall != nil && second.statistics.stall != nil }
        server.signal(SIGCONT)
        await #expect(throws: StorageError.elsewhere("http://first")) { try await found.value }
        await first.submit(edits(cats, 2...2))
        await #expect(throws: StorageError.elsewhere("http://first")) {
            try await second.find("cats")
        }
    }

    @Test func `SV3 a server at the address of one that lives is refused`() async throws {
        let first = try directory.openPostgres(serving: "http://first")
        #expect(throws: StorageError.nodeInUse("http://first")) {
            try directory.openPostgres(serving: "http://first")
        }
        let cats = try await first.document("cats").document
        await first.submit(edits(cats, 1...1))
        first.close()
        let again = try directory.openPostgres(serving: "http://first")
        #expect(try await again.find("cats")?.revision == 1)
    }

    @Test func `SV1 a name that two servers give at the same time is given once`() async throws {
        let (told, names) = (Recorder<String>(), (1...100).map { "new \($0)" })
        var stores: [PostgresStore] = []
        for own in ["first", "second"] {
            stores.append(try directory.openPostgres(serving: "http://\(own)"))
            _ = try await stores.last?.document(own)
        }
        let gates = stores.map { $0.hold() }
        for (own, store) in zip(["first", "second"], stores) {
            store.change(.rename(name: own, to: "wanted")) { told.record("wanted \($0)") }
            // In the one order and in the other, so that each server waits for the other.
            for name in own == "first" ? names : names.reversed() {
                let epoch: UInt64 = own == "first" ? 1 : 2
                let change = DirectoryChange.create(
                    name: name,
                    epoch: epoch,
                    time: 9,
                    countMax: 999
                )
                store.change(change) { told.record("\(name) \($0)") }
            }
        }
        for gate in gates { gate.ring() }
        try await until { told.all.count == 202 }
        let expected = (names + ["wanted"]).flatMap { ["\($0) done", "\($0) taken"] }
        #expect(told.all.sorted() == expected.sorted())
    }

    @Test func `SV6 what one server is told, the others know within a second`() async throws {
        let first = try directory.openPostgres(serving: "http://first")
        let second = try directory.openPostgres(serving: "http://second")
        let told = Recorder<(frozen: [String], revoked: [StoredRevocation])>()
        second.watch { event in
            if case .told(let frozen, let revoked) = event { told.record((frozen, revoked)) }
        }
        _ = try await first.document("cats")
        let word = StoredRevocation(.user, "mallory", time: 7)
        #expect(await first.change(.freeze(name: "cats", isFrozen: true)) == .done)
        #expect(await first.change(.revoke(word)) == .done)
        try await until { told.all.last?.revoked.isEmpty == false }
        #expect(told.all.last?.frozen == ["cats"] && told.all.last?.revoked == [word])
        #expect(await first.change(.pardon(word)) == .done)
        try await until { told.all.last?.revoked.isEmpty == true }
    }
}
