import Foundation
import PostgresStore
import Store
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
        let server = try PostgresServer.shared.get()
        try server.run("CREATE SCHEMA \(directory.schema)")
        let proxy = try FaultProxy(to: server.port)
        let text = server.address(schema: directory.schema, port: proxy.port)
        let store = try PostgresStore(#require(PostgresAddress(text)))
        defer { store.close() }
        var names = ["cats", "lions"]
        let document = try await store.document(names[0]).document
        let faults: [Fault] = direction == .up ? [.reset, .cut, .orphan(nil)] : [.reset, .cut]
        var (revision, places) = (Int64(0), 0)
        // More bytes than any of these takes on a new connection.
        for place in stride(from: 0, to: 1_800, by: Self.step) {
            places += 1
            let body = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 + place) }
            for action in 0..<4 {
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
}
