import EmojiArt
import Foundation
import SQLiteStore
import Store
import StoreTables
import Sync
import Testing
import Wire

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// How long a server that was killed is away, with much to take up again.
@Suite(.aside) struct RecoveryTimeTests {
    private static let documents = 1_000
    private static let edits = 100_900

    /// Writes the history of a document as a server would, without its network.
    private static func fill(
        _ name: String,
        edits count: Int,
        in journal: Journal
    ) async throws {
        let result = await withCheckedContinuation { continuation in
            journal.change(.create(name: name, epoch: 7, time: 0, countMax: .max)) { _ in
                journal.load(name) { continuation.resume(returning: $0) }
            }
        }
        let stored = try #require(try result.get())
        var session = try DocumentSession(try LoadedDocument(stored))
        var entries: [JournalEntry] = []
        func carryOut() {
            while !session.effects.isEmpty {
                let effects = session.effects
                session.effects.removeAll()
                var commits = 0
                for effect in effects {
                    if case .commit(let record) = effect {
                        entries.append(JournalEntry(record, of: stored.document))
                        commits += 1
                    } else if case .store(let state) = effect {
                        entries.append(.snapshot(document: stored.document, state.stored))
                        session.stored()
                    }
                }
                if commits > 0 { session.committed(commits) }
            }
        }
        session.join(1, ClientMessage.Hello(key: ClientKey(high: 0, low: 1)))
        carryOut()
        let id = EmojiID(client: 1, counter: 1)
        let emoji = NewEmoji(id: id, text: try EmojiText("🌲"), x: 0, y: 0, size: 40)
        for seq in 1...count {
            let operation: EmojiArt.Operation =
                seq == 1 ? .add([emoji]) : .move(ids: [id], dx: seq % 2 == 0 ? 3 : -3, dy: 1)
            session.receive(
                .edit(.init(seq: seq, mark: UInt64(seq), .operation(operation))),
                from: 1,
                time: seq
            )
            carryOut()
        }
        let submitted = entries
        await withCheckedContinuation { continuation in
            journal.submit(submitted) { continuation.resume() }
        }
    }

    @Test func `FA1 SY13 a killed server welcomes soon, also to a long history among many`()
        async throws
    {
        let directory = try TemporaryDirectory()
        let journal = try Journal.open(directory: directory.path("data"))
        for number in 1..<Self.documents {
            try await Self.fill("d\(number)", edits: 3, in: journal)
        }
        try await Self.fill("picnic", edits: Self.edits, in: journal)
        journal.close()
        var times: [Double] = []
        var before = SweepClient(key: 2, document: "d1")
        for name in ["picnic", "d500", "picnic", "d600", "picnic"] {
            let first = try LiveServer(on: directory)
            let isThere = before.connect(to: first)
            #expect(isThere)
            try SweepSession.fillLog(of: first, "d1")
            let isFilled = before.make(900)
            #expect(isFilled)
            first.kill()
            let start = ContinuousClock.now
            let second = try LiveServer(on: directory)
            let (_, welcome) = try second.join(name)
            times.append((ContinuousClock.now - start) / .seconds(1))
            let revision = welcome["revision"]?.integer ?? 0
            #expect(revision == (name == "picnic" ? Self.edits : 3))
            second.stop()
        }
        print("recovery after SIGKILL, from exec to the first welcome: \(times) s")
        #expect(times.sorted()[times.count / 2] < 1)
    }
}
