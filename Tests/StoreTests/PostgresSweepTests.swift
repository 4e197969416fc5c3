import Foundation
import PostgresStore
import Store
import StoreTables
import TestKit
import Testing

/// The connection to PostgreSQL, ended after each byte of what a store does.
///
/// `EMOJIART_SWEEP=full` takes every third byte, and not a sample.
@Suite struct PostgresSweepTests {
    private let directory = TestDirectory()

    /// Bytes from one place to the next.
    private static let step =
        ProcessInfo.processInfo.environment["EMOJIART_SWEEP"] == "full" ? 3 : 61

    @Test(arguments: [FaultDirection.up, .down])
    func `FA90 FA91 what is done is done once, wherever its connection ends`(
        direction: FaultDirection
    ) async throws {
        let proxy = try FaultProxy(to: PostgresServer.shared.get().port)
        let store = try directory.openPostgres(port: proxy.port)
        defer { store.close() }
        var names = ["cats", "lions"]
        let document = try await store.document(names[0]).document
        let faults: [Fault] = direction == .up ? [.reset, .cut, .orphan(nil)] : [.reset, .cut]
        var (revision, places) = (Int64(0), 0)
        // More bytes than any of these takes on a new connection.
        for place in stride(from: 0, to: 1_800, by: Self.step) {
            places += 1
            let body = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 + place) }
            for action in 0..<5 {
                proxy.arm(FaultStep(direction, after: place, faults[places % faults.count]))
                switch action {
                case 0:
                    await store.submit(edits(document, (revision + 1)...(revision + 2)))
                    revision += 2
                case 1: await store.submit([snapshot(document, revision, body, chain: 9)])
                case 2:
                    let outcome = await store.change(.rename(name: names[0], to: names[1]))
                    #expect(outcome == .done, "place \(place)")
                    names.reverse()
                case 3:
                    let past = try await store.past(names[0], at: nil)
                    #expect(past?.last == revision, "place \(place)")
                default:
                    let short = try await store.document("short", epoch: UInt64(place + 1))
                    await store.submit(edits(short.document, 1...1))
                    let outcome = await store.change(.delete(name: "short"))
                    #expect(outcome == .deleted(epoch: UInt64(place + 1)), "place \(place)")
                }
            }
            proxy.release()
        }
        proxy.heal()
        let counts = proxy.counts
        #expect(counts.cuts + counts.orphans >= places)
        let stored = try #require(try await store.find(names[0]))
        #expect(stored.revision == revision && store.list().map(\.name) == [names[0]])
        let sums = "SELECT count(*), count(DISTINCT revision), count(DISTINCT document) FROM edits"
        #expect(
            try directory.value(sums, in: .postgres) == "\(revision)|\(revision)|1"
        )
    }

    @Test func `SV16 FA94 a document that is lost while it is read is not served`() async throws {
        let proxy = try FaultProxy(to: PostgresServer.shared.get().port)
        let first = try directory.openPostgres(port: proxy.port, serving: "http://first")
        defer { first.close() }
        let second = try directory.openPostgres(serving: "http://second")
        let document = try await second.document("cats").document
        var (revision, takeovers) = (Int64(0), 0)
        for place in stride(from: 0, to: 1_200, by: 60) {
            second.release("cats")
            await second.submit([])
            proxy.refuse(true)
            proxy.arm(FaultStep(.down, after: place, .reset))
            let answers = Recorder<Result<StoredDocument?, StorageError>>()
            first.load("cats") { answers.record($0) }
            try await until { !answers.all.isEmpty || first.statistics.stall != nil }
            if answers.all.isEmpty {
                takeovers += 1
                try await until {
                    try run("UPDATE nodes SET expires = now() WHERE address = 'http://first'")
                    return (try? await second.find("cats")) != nil
                }
                revision += 1
                await second.submit(edits(document, revision...revision))
            }
            proxy.heal()
            proxy.refuse(false)
            try await until { !answers.all.isEmpty }
            switch answers.all[0] {
            case .success(let stored):
                #expect(stored?.revision == revision, "place \(place)")
                await #expect(throws: StorageError.elsewhere("http://first")) {
                    try await second.find("cats")
                }
                first.release("cats")
                await first.submit([])
            case .failure(let error):
                #expect(error == .elsewhere("http://second"), "place \(place)")
            }
        }
        #expect(takeovers > 5)
    }

    /// Errors that PostgreSQL may answer a statement with, and that go by: no room on its disk; no
    /// memory; an operator's hand; a failed read or write of the machine's; transactions that met.
    @Test(arguments: ["53100", "53200", "57014", "58030", "40001", "40P01"])
    func `FA90 FA91 what is done is done once, whichever statement fails`(
        state: String
    ) async throws {
        let told = Recorder<StorageError?>()
        let store = try directory.openPostgres(
            options: JournalOptions { $0.onStall = { told.record($0) } }
        )
        defer { store.close() }
        let document = try await store.document("cats").document
        try failStatements(with: state)
        var (revision, names) = (Int64(0), ["cats", "lions"])
        for place in 1...14 {
            for action in 0..<5 {
                try run("SELECT setval('statement', 1, false); UPDATE failing SET place = \(place)")
                switch action {
                case 0:
                    await store.submit(edits(document, (revision + 1)...(revision + 2)))
                    revision += 2
                case 1: await store.submit([snapshot(document, revision, [1, 2, 3], chain: 9)])
                case 2:
                    let outcome = await store.change(.rename(name: names[0], to: names[1]))
                    #expect(outcome == .done, "place \(place)")
                    names.reverse()
                case 3:
                    store.release(names[0])
                    #expect(try await store.find(names[0])?.revision == revision)
                default:
                    let short = try await store.document("short", epoch: UInt64(place))
                    await store.submit(edits(short.document, 1...1))
                    let outcome = await store.change(.delete(name: "short"))
                    #expect(outcome == .deleted(epoch: UInt64(place)), "place \(place)")
                }
            }
        }
        try run("UPDATE failing SET place = 0")
        let failed = try directory.value("SELECT failed FROM failures", in: .postgres)
        #expect(try #require(Int(failed)) > 20)
        // Transactions that met run again at once; for all else edits wait, and it is told.
        let states = told.all.compactMap { stall in
            if case .postgres(let state, _, _)? = stall { state } else { nil }
        }
        #expect(states.contains(state) != state.hasPrefix("40"), "\(told.all)")
        #expect(store.statistics.stall == nil && store.statistics.queuedEntries == 0)
        let stored = try #require(try await store.find(names[0]))
        #expect(stored.revision == revision && store.list().map(\.name) == [names[0]])
        let sums = "SELECT count(*), count(DISTINCT revision), count(DISTINCT document) FROM edits"
        #expect(try directory.value(sums, in: .postgres) == "\(revision)|\(revision)|1")
    }

    private func run(_ sql: String) throws {
        try PostgresServer.shared.get().run(sql, schema: directory.schema)
    }

    /// Has the statement of a number fail that writes to any table, counted from the last `setval`.
    private func failStatements(with state: String) throws {
        let tables = [
            "documents", "nodes", "clients", "edits", "refusals", "snapshots", "answers", "former",
        ]
        let triggers = tables.map { table in
            """
            CREATE TRIGGER a_fails BEFORE INSERT OR UPDATE OR DELETE ON \(table)
            FOR EACH STATEMENT EXECUTE FUNCTION fail();
            """
        }
        // Sequences count also what is rolled back.
        try run(
            """
            CREATE TABLE failing AS SELECT 0::bigint AS place;
            CREATE SEQUENCE statement;
            CREATE SEQUENCE failure;
            CREATE VIEW failures AS SELECT last_value AS failed FROM failure;
            CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF nextval('statement') = (SELECT place FROM failing) THEN
                    PERFORM nextval('failure');
                    RAISE EXCEPTION 'planted' USING ERRCODE = '\(state)';
                END IF;
                RETURN NULL;
            END $$;
            \(triggers.joined(separator: "\n"))
            """
        )
    }
}
