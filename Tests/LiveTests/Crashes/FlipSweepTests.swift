import Foundation
import Store
import TestKit
import Testing

/// A stopped server's files that the disk gives back otherwise than they were: a bit, or a page.
///
/// `EMOJIART_SEED=<n>` chooses other bits; `EMOJIART_SWEEP=full` takes 2,000 bits of each file.
@Suite(.serialized, .aside)
struct FlipSweepTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let flips = environment["EMOJIART_SWEEP"] == "full" ? 2_000 : 120
    /// How many of those that do harm are given to the real server, too.
    private static let started = 6
    private static let firstPages = 8

    @Test func `FA9 a bit that was changed in the database makes no other history`() throws {
        let prepared = try DamagedJournal(edits: 1_010)
        let file = try prepared.bytes(of: "journal.sqlite")
        var random = SplitMix64(seed: Seeds.only)
        var counts: [String: Int] = [:]
        var harmful: [[UInt8]] = []
        for _ in 0..<Self.flips {
            let bit = Int.random(in: 0..<file.count * 8, using: &random)
            var bytes = file
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let outcome = try prepared.outcome(of: bytes, in: "journal.sqlite")
            counts[outcome.name, default: 0] += 1
            #expect(outcome.difference == nil, "seed \(Seeds.only), bit \(bit): \(outcome)")
            if !outcome.isWhole { harmful.append(bytes) }
        }
        print("FA9 database, seed \(Seeds.only): \(counts.sorted { $0.value > $1.value })")
        #expect(!harmful.isEmpty)
        for bytes in Sweep.sample(harmful, atMost: 2 * Self.started) {
            try prepared.start(on: bytes, of: "journal.sqlite")
        }
    }

    @Test func `FA9 SY7 a refusal's code that was changed is not told`() throws {
        let prepared = try DamagedJournal(edits: 200)
        let file = try prepared.bytes(of: "journal.sqlite")
        let places = file.ranges(of: Array("foreign_id".utf8))
        #expect(places.count > 2)
        for place in Sweep.sample(places, atMost: 6) {
            for offset in place {
                var bytes = file
                bytes[offset] ^= 1 << UInt8(offset % 8)
                let outcome = try prepared.outcome(of: bytes, in: "journal.sqlite")
                #expect(outcome.name == "document refused", "byte \(offset): \(outcome)")
            }
        }
    }

    @Test func `FA9 a page that was overwritten makes no other history`() throws {
        let prepared = try DamagedJournal(edits: 1_010)
        let file = try prepared.bytes(of: "journal.sqlite")
        var random = SplitMix64(seed: Seeds.only)
        var counts: [String: Int] = [:]
        let pages = file.count / 2_048
        let chosen = Sweep.sample(Array(0..<pages), atMost: Self.flips / 4)
        for (index, page) in chosen.enumerated() {
            let range = page * 2_048..<(page + 1) * 2_048
            var bytes = file
            switch index % 3 {
            case 0: bytes.replaceSubrange(range, with: repeatElement(0, count: 2_048))
            case 1:
                // What was written to a place of another page.
                let other = Int.random(in: 0..<pages, using: &random) * 2_048
                bytes.replaceSubrange(range, with: file[other..<other + 2_048])
            default:
                for place in range { bytes[place] = UInt8.random(in: 0...255, using: &random) }
            }
            let outcome = try prepared.outcome(of: bytes, in: "journal.sqlite")
            counts[outcome.name, default: 0] += 1
            #expect(outcome.difference == nil, "seed \(Seeds.only), page \(page): \(outcome)")
            if index.isMultiple(of: max(1, chosen.count / Self.started)) {
                try prepared.start(on: bytes, of: "journal.sqlite")
            }
        }
        // What was written to another place among the first: those that all else is found by.
        for page in 0..<Self.firstPages {
            for other in 0..<Self.firstPages where other != page {
                var bytes = file
                let content = file[other * 2_048..<(other + 1) * 2_048]
                bytes.replaceSubrange(page * 2_048..<(page + 1) * 2_048, with: content)
                let outcome = try prepared.outcome(of: bytes, in: "journal.sqlite")
                counts[outcome.name, default: 0] += 1
                #expect(outcome.difference == nil, "page \(other) at \(page): \(outcome)")
            }
        }
        print("FA9 pages, seed \(Seeds.only): \(counts.sorted { $0.value > $1.value })")
    }

    @Test func `FA9 a bit that was changed in the log loses no commit before it`() throws {
        let prepared = try DamagedJournal(edits: 600, kills: 12)
        let file = try prepared.bytes(of: "journal.sqlite-wal")
        let commits = WALFrames.commits(in: file)
        // Nothing of it is in the database: what the log loses is lost.
        #expect(commits.count > 10)
        #expect(commits.last == file.count)
        var random = SplitMix64(seed: Seeds.only)
        var counts: [String: Int] = [:]
        var expected: [Int: DamagedJournal.Outcome] = [:]
        for _ in 0..<Self.flips {
            let bit = Int.random(in: 0..<file.count * 8, using: &random)
            var bytes = file
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let outcome = try prepared.outcome(of: bytes, in: "journal.sqlite-wal")
            // What SQLite finds wrong in its log it takes for the log's end.
            let end = commits.last { $0 <= bit / 8 } ?? 0
            let whole =
                try expected[end]
                ?? prepared.outcome(of: Array(file[..<end]), in: "journal.sqlite-wal")
            expected[end] = whole
            counts[outcome == whole ? "all before it" : outcome.name, default: 0] += 1
            let isMore = outcome.difference == nil && outcome.isWhole
            #expect(
                outcome == whole || isMore,
                "seed \(Seeds.only), bit \(bit): \(outcome), not \(whole)"
            )
        }
        print("FA9 log, seed \(Seeds.only): \(counts.sorted { $0.value > $1.value })")
    }
}

/// A write-ahead log as SQLite's page on its file format tells it.
enum WALFrames {
    private static let headBytes = 32
    private static let frameBytes = 24 + 2_048

    /// Where the commits of the log's first use end, in bytes.
    static func commits(in log: [UInt8]) -> [Int] {
        let salts = log[16..<24]
        var ends: [Int] = []
        for start in stride(from: headBytes, to: log.count - frameBytes + 1, by: frameBytes) {
            guard log[start + 8..<start + 16].elementsEqual(salts) else { break }
            // The frame that ends a commit tells the size of the database after it.
            let isCommit = log[start + 4..<start + 8].contains { $0 != 0 }
            if isCommit { ends.append(start + frameBytes) }
        }
        return ends
    }
}
