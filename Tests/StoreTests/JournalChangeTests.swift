import Store
import Synchronization
import Testing

@testable import SQLiteStore

/// Changes of names that come in a row, and share a transaction.
@Suite struct JournalChangeTests {
    private let directory: TestDirectory
    private let writer: JournalWriter
    /// What came of each change, in the order of the answers.
    private let outcomes = Answers()

    private final class Answers: Sendable {
        private let list = Mutex<[DirectoryOutcome]>([])

        var all: [DirectoryOutcome] { list.withLock { $0 } }

        func add(_ outcome: DirectoryOutcome) { list.withLock { $0.append(outcome) } }
    }

    init() throws {
        directory = TestDirectory()
        writer = try JournalWriter(
            directory: directory.path,
            options: JournalOptions(),
            mailbox: CommandQueue()
        )
    }

    private func post(_ change: DirectoryChange) {
        writer.commands.append(.change(change) { [outcomes] in outcomes.add($0) })
    }

    private func postCreations(_ count: Int, countMax: Int) {
        for number in 1...count {
            let name = String(repeating: "n", count: 40) + "\(number)"
            post(.create(name: name, epoch: UInt64(number), time: 5, countMax: countMax))
        }
    }

    @Test func `changes in a row are one transaction, each with what came of it`() throws {
        postCreations(200, countMax: 300)
        post(.create(name: "cats", epoch: 1_001, time: 5, countMax: 300))
        post(.create(name: "cats", epoch: 1_002, time: 5, countMax: 300))
        post(.rename(name: "cats", to: "dogs"))
        post(.delete(name: "dogs"))
        post(.rename(name: "dogs", to: "cats"))
        let pages = writer.database.logPages
        try writer.work()
        // One by one they take two or three pages each.
        #expect(writer.database.logPages - pages < 100)
        let last: [DirectoryOutcome] = [.done, .taken, .done, .deleted(epoch: 1_001), .missing]
        #expect(outcomes.all == Array(repeating: .done, count: 200) + last)
    }

    @Test func `FA8 CN15 nobody gets a document while its end waits for room`() throws {
        post(.create(name: "cats", epoch: 1, time: 5, countMax: 9))
        try writer.work()
        let pages = try writer.database.value("PRAGMA page_count", "count pages")
        _ = try writer.database.value("PRAGMA max_page_count = \(Int(pages) ?? 0)", "bound pages")
        postCreations(400, countMax: 900)
        post(.discard(name: "cats", epoch: 1))
        let loaded = Answers()
        writer.commands.append(
            .load(name: "cats") { result in
                loaded.add((try? result.get()) == nil ? .missing : .taken)
            }
        )
        try writer.work()
        #expect(writer.stall != nil && loaded.all.isEmpty)
        _ = try writer.database.value("PRAGMA max_page_count = 100000", "bound pages")
        try writer.work()
        #expect(loaded.all == [.missing])
    }

    @Test func `FA8 a disk without room takes back all of them, and what was counted`() throws {
        let pages = try writer.database.value("PRAGMA page_count", "count pages")
        let most = (Int(pages) ?? 0) + 4
        _ = try writer.database.value("PRAGMA max_page_count = \(most)", "bound pages")
        postCreations(400, countMax: 400)
        try writer.work()
        #expect(writer.stall != nil && writer.commands.count == 400)
        #expect(outcomes.all.isEmpty)
        try writer.work()
        _ = try writer.database.value("PRAGMA max_page_count = 100000", "bound pages")
        try writer.work()
        #expect(writer.stall == nil)
        #expect(outcomes.all == Array(repeating: .done, count: 400))
        #expect(writer.mailbox.index.list().count == 400)
    }
}
