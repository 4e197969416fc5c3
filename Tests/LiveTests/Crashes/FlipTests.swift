import Foundation
import Storage
import TestKit
import Testing

/// Single bits of a stopped server's files that the disk gives back otherwise than they were.
///
/// `EMOJIART_SWEEP=full` takes 2,000 bits of each file, `EMOJIART_SEED=<n>` others.
@Suite(.serialized)
struct FlipTests {
    private static var environment: [String: String] { ProcessInfo.processInfo.environment }
    private static let names = ["picnic", "other"]

    /// What a server that was asked for both documents left, and what they were.
    private struct Prepared {
        let directory: TemporaryDirectory
        let documents: [String: StoredDocument]

        init(isKilled: Bool) throws {
            let server = try LiveServer()
            for (name, edits) in [("picnic", 1_040), ("other", 60)] {
                var client = SweepClient(document: name)
                let isReady = client.connect(to: server) && client.make(edits, window: 100)
                try #require(isReady)
                client.disconnect()
            }
            let directory = try TemporaryDirectory()
            if !isKilled { server.stop() }
            server.program.signal(SIGKILL)
            _ = server.program.ending()
            try FileManager.default.copyItem(
                atPath: server.data,
                toPath: directory.path("data")
            )
            self.directory = directory
            documents = JournalProbe(server.data, FlipTests.names).documents.compactMapValues {
                if case .served(let stored) = $0 { stored } else { nil }
            }
            try #require(documents.count == FlipTests.names.count)
        }
    }

    @Test(arguments: ["journal.sqlite", "journal.sqlite-wal"])
    func `FA9 a bit that was changed on the disk makes no other history`(
        file: String
    ) async throws {
        try await Aside.run {
            let prepared = try Prepared(isKilled: file.hasSuffix("-wal"))
            let seed = Self.environment["EMOJIART_SEED"].flatMap { UInt64($0) } ?? 9
            var random = SplitMix64(seed: seed)
            let pristine = try Data(
                contentsOf: URL(filePath: prepared.directory.path("data/\(file)"))
            )
            var counts: [String: Int] = [:]
            let flips = Self.environment["EMOJIART_SWEEP"] == "full" ? 2_000 : 120
            for _ in 0..<flips {
                let bit = Int.random(in: 0..<pristine.count * 8, using: &random)
                let copy = try TemporaryDirectory()
                try FileManager.default.copyItem(
                    atPath: prepared.directory.path("data"),
                    toPath: copy.path("data")
                )
                var bytes = pristine
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                try bytes.write(to: URL(filePath: copy.path("data/\(file)")))
                let probe = JournalProbe(copy.path("data"), Self.names)
                let outcome = Self.outcome(probe, prepared.documents)
                counts[outcome, default: 0] += 1
                // What SQLite finds wrong in its log it takes for the end of the log.
                let isCut =
                    file.hasSuffix("-wal") && ["OTHER end", "OTHER none"].contains(outcome)
                #expect(
                    isCut || !outcome.hasPrefix("OTHER"),
                    "seed \(seed), bit \(bit) of \(file): \(outcome)"
                )
            }
            print("FA9 \(file), \(flips) flips: \(counts.sorted { $0.value > $1.value })")
        }
    }

    private static func outcome(
        _ probe: JournalProbe,
        _ pristine: [String: StoredDocument]
    ) -> String {
        if probe.refusal != nil { return "start refused" }
        var worst = "same"
        for (name, outcome) in probe.documents {
            guard let before = pristine[name] else { continue }
            switch outcome {
            case .refused: worst = "document refused"
            case .absent: return "OTHER none"
            case .served(let stored):
                if let difference = difference(stored, before) { return difference }
            }
        }
        return worst
    }

    private static func difference(_ one: StoredDocument, _ other: StoredDocument) -> String? {
        // What is served of an edit is its body, which the chain covers.
        let bodies = other.edits.prefix(one.edits.count).map(\.body)
        if one.edits.map(\.body) != bodies { return "OTHER edits" }
        if one.epoch != other.epoch { return "OTHER epoch" }
        if one.edits.count != other.edits.count { return "OTHER end" }
        if one.snapshot?.revision != other.snapshot?.revision { return "OTHER snapshot" }
        if one.clients.map(\.key) != other.clients.map(\.key) { return "OTHER key" }
        if one.lastSeq != other.lastSeq { return "OTHER lastSeq" }
        if one.refusals.map(\.code) != other.refusals.map(\.code) { return "OTHER refusals" }
        if one.refusals.map(\.seq) != other.refusals.map(\.seq) { return "OTHER refusals" }
        if one.answers.map(\.revision) != other.answers.map(\.revision) { return "OTHER answers" }
        if one.answers.map(\.seq) != other.answers.map(\.seq) { return "OTHER answers" }
        return nil
    }
}
