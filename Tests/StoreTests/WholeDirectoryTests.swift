import Foundation
import Store
import TestKit
import Testing

@testable import SQLiteStore

/// A data directory of which a file was removed, cut short, or replaced by another's or an older
/// one: it has all that was acknowledged, or it is refused.
@Suite struct WholeDirectoryTests {
    private static let suffixes = ["", "-wal", CommitLog.suffix, Witness.suffix]

    /// A moment of a directory: its files, and what was acknowledged until then.
    struct Moment {
        let name: String
        let files: [String: Data]
        let cats: Int64
        let hasDogs: Bool
    }

    /// Moments of a journal over two runs, and of another journal.
    private let moments: [Moment]
    private let others: [Moment]

    init() async throws {
        moments = try await Self.history(edits: 6)
        others = try await Self.history(edits: 9)
    }

    private static func history(edits count: Int64) async throws -> [Moment] {
        let directory = TestDirectory()
        var moments: [Moment] = []
        var last = Int64(0)
        func note(_ name: String, hasDogs: Bool = false) throws {
            moments.append(
                Moment(
                    name: name,
                    files: try files(of: directory),
                    cats: last,
                    hasDogs: hasDogs
                )
            )
        }
        func add(_ journal: Journal, _ document: Int64) async {
            for _ in 0..<count {
                last += 1
                await journal.submit([edit(document, last, body: Array(repeating: 7, count: 99))])
            }
        }
        let (first, cats) = try await directory.journal()
        await first.submit([.client(document: cats, number: 1, key: [UInt8](1...16))])
        await add(first, cats)
        try note("early in the first run")
        await add(first, cats)
        try note("late in the first run")
        first.close()
        try note("between the runs")
        let second = try directory.open()
        await add(second, cats)
        try note("early in the second run")
        // SQLite commits.
        let dogs = try await second.document("dogs", epoch: 2).document
        await second.submit(edits(dogs, 1...1))
        try note("after a commit of SQLite", hasDogs: true)
        await add(second, cats)
        try note("late in the second run", hasDogs: true)
        second.close()
        try note("at the end", hasDogs: true)
        return moments
    }

    private static func files(of directory: TestDirectory) throws -> [String: Data] {
        var files: [String: Data] = [:]
        for suffix in suffixes {
            let file = directory.file + suffix
            guard FileManager.default.fileExists(atPath: file) else { continue }
            files[suffix] = try Data(contentsOf: URL(filePath: file))
        }
        return files
    }

    /// Puts files into a directory and starts on it; gives the sentence that refuses them, or nil
    /// if all is there that a moment has.
    private func refusal(
        of files: [String: Data],
        at moment: Moment,
        _ what: String
    ) async throws
        -> String?
    {
        let directory = TestDirectory()
        for (suffix, bytes) in files { try directory.plant([UInt8](bytes), suffix: suffix) }
        let verified = TestDirectory()
        for (suffix, bytes) in files { try verified.plant([UInt8](bytes), suffix: suffix) }
        do {
            let journal = try directory.open()
            let cats = try await journal.find("cats")
            let revision = try #require(cats).revision
            #expect(revision >= moment.cats, "\(moment.name): \(what)")
            let dogs = try await journal.find("dogs")
            #expect(dogs != nil || !moment.hasDogs, "\(moment.name): \(what)")
            journal.close()
            let stored = try StoredJournal(directory: verified.path)
            #expect(try stored.lastRevision(of: #require(cats).document) == revision)
            #expect(stored.damage() == [])
            return nil
        } catch let error as StorageError {
            #expect(throws: StorageError.self, "\(moment.name): \(what)") {
                try StoredJournal(directory: verified.path)
            }
            // What was refused stays as it was; SQLite makes an empty log where there is none.
            let left = try Self.files(of: directory).filter {
                $0.key != "-wal" || !$0.value.isEmpty
            }
            #expect(left == files.filter { $0.key != "-wal" || !$0.value.isEmpty }, "\(what)")
            return "\(error)".replacing(directory.path, with: "")
        }
    }

    @Test func `FA99 each moment of a directory is whole`() async throws {
        for moment in moments + others {
            #expect(try await refusal(of: moment.files, at: moment, "whole") == nil)
        }
    }

    @Test func `FA99 a file that was removed or cut short loses nothing in silence`() async throws {
        var refused: [String] = []
        for moment in moments {
            for (suffix, bytes) in moment.files {
                var cuts = [bytes.count / 2, bytes.count - 1, bytes.count - 4_096, 4_096, 0]
                cuts = cuts.filter { $0 >= 0 && $0 < bytes.count }
                for cut in [nil] + cuts.map(Optional.some) {
                    var files = moment.files
                    files[suffix] = cut.map { bytes.prefix($0) }
                    let what = "\(suffix) cut to \(cut ?? -1) of \(bytes.count)"
                    let sentence = try await refusal(of: files, at: moment, what)
                    if let sentence { refused.append("\(suffix): \(sentence)") }
                }
            }
        }
        for (suffix, words) in [
            ("", "is missing or empty"), ("-wal", "-wal is missing or empty, or"),
            (CommitLog.suffix, "is missing, and may"), (CommitLog.suffix, "is empty, and may"),
            (CommitLog.suffix, "was cut short"),
        ] {
            #expect(
                refused.contains { $0.hasPrefix("\(suffix): ") && $0.contains(words) },
                "\(suffix) \(words)"
            )
        }
    }

    @Test func `FA99 a file of another moment, or of another journal, loses nothing in silence`()
        async throws
    {
        var refused: Set<String> = []
        for moment in moments {
            for other in moments + others {
                for (suffix, bytes) in other.files where moment.files[suffix] != bytes {
                    var files = moment.files
                    files[suffix] = bytes
                    let what = "\(suffix) of \(other.name), \(other.cats) edits"
                    let sentence = try await refusal(of: files, at: moment, what)
                    if let sentence { refused.insert("\(suffix): \(sentence)") }
                }
            }
        }
        for words in ["is older, or another's", "is older than the files", "of two journals"] {
            #expect(refused.contains { $0.contains(words) }, "\(words)")
        }
    }

    @Test func `FA99 without any file beside it, the database of a killed server is refused`()
        async throws
    {
        for moment in moments {
            let sentence = try await refusal(
                of: moment.files.filter { $0.key.isEmpty },
                at: moment,
                "the database alone"
            )
            #expect((sentence == nil) == ["between the runs", "at the end"].contains(moment.name))
        }
    }

    @Test func `FA99 whichever files are removed together, nothing is lost in silence`()
        async throws
    {
        for moment in moments {
            // Without any file a directory is a new one.
            for chosen in 1..<(1 << Self.suffixes.count) {
                let kept = Self.suffixes.indices.filter { chosen & 1 << $0 != 0 }
                    .map { Self.suffixes[$0] }
                let files = moment.files.filter { kept.contains($0.key) }
                if files.isEmpty { continue }
                _ = try await refusal(of: files, at: moment, "only \(kept)")
            }
        }
    }

    @Test func `FA99 a commit log that a stopped journal does not know is kept apart`()
        async throws
    {
        let stopped = try #require(moments.last)
        let directory = TestDirectory()
        for (suffix, bytes) in stopped.files { try directory.plant([UInt8](bytes), suffix: suffix) }
        let foreign = try #require(others.first?.files[CommitLog.suffix])
        try directory.plant([UInt8](foreign), suffix: CommitLog.suffix)
        try directory.open().close()
        let kept = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { $0.hasPrefix("journal.sqlite\(CommitLog.suffix)-") }
        #expect(kept.count == 1)
        let path = directory.path + "/" + (try #require(kept.first))
        #expect(try Data(contentsOf: URL(filePath: path)) == foreign)
    }

    @Test func `FA99 what is left of a directory that is refused can be saved`() async throws {
        let moment = try #require(moments.first { $0.name.hasPrefix("late in the second") })
        let log = try #require(moment.files[CommitLog.suffix])
        for (bytes, revision) in [(nil, Int64(18)), (log.prefix(3 * Block.byteCount), 19)] {
            let directory = TestDirectory()
            var files = moment.files
            files[CommitLog.suffix] = bytes
            for (suffix, bytes) in files { try directory.plant([UInt8](bytes), suffix: suffix) }
            #expect(throws: StorageError.self) { try StoredJournal(directory: directory.path) }
            let target = directory.path + "-saved"
            try StoredJournal(directory: directory.path, isIncomplete: true)
                .backup(to: target).publish()
            let saved = try StoredJournal(backup: target)
            #expect(saved.damage() == [])
            let cats = try #require(try saved.documents().first)
            #expect(try saved.lastRevision(of: cats.id) == revision)
            #expect(try Self.files(of: directory) == files)
        }
    }

    @Test func `FA99 each refusal names the file that is wrong`() async throws {
        let stopped = try #require(moments.last)
        let killed = try #require(moments.first { $0.name.hasPrefix("late in the second") })
        let log = try #require(killed.files["-wal"])
        let cases = [
            (stopped.files.merging(["-wal": log]) { $1 }, "journal.sqlite-wal is older than"),
            (stopped.files.filter { !$0.key.isEmpty }, "journal.sqlite is missing or empty, but"),
            (killed.files.filter { !$0.key.isEmpty }, "journal.sqlite is missing or empty, but"),
            (killed.files.merging(["-wal": Data()]) { $1 }, "journal.sqlite-wal is missing or"),
        ]
        for (files, words) in cases {
            let sentence = try await refusal(of: files, at: killed, words)
            #expect(sentence?.contains(words) == true, "\(sentence ?? "-") \(words)")
        }
    }

    @Test func `FA87 FA99 what was rescued is not passed by`() async throws {
        let killed = try #require(moments.first { $0.name.hasPrefix("late in the second") })
        for files in [killed.files.filter { $0.key != CommitLog.suffix }, [:]] {
            let directory = TestDirectory()
            for (suffix, bytes) in files { try directory.plant([UInt8](bytes), suffix: suffix) }
            if files.isEmpty { try directory.plant([]) }
            let rescued = directory.path + "/" + StorageError.rescueName
            try Data([1]).write(to: URL(filePath: rescued))
            #expect(throws: StorageError.rescued(directory: directory.path)) {
                try directory.open()
            }
        }
    }

    @Test func `FA99 a backup counts on no file beside it, also one of a running server`()
        async throws
    {
        let running = TestDirectory()
        let (journal, cats) = try await running.journal()
        await journal.submit(edits(cats, 1...3))
        let target = running.path + "-backup"
        try await journal.backup(to: target).publish()
        let directory = TestDirectory()
        try directory.plant([UInt8](Data(contentsOf: URL(filePath: target))))
        #expect(try await directory.open().find("cats")?.revision == 3)
    }
}
