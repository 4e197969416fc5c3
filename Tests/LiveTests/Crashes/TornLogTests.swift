import Foundation
import TestKit
import Testing

/// A real server whose power went before a sync: of what it wrote last, any part is on the disk.
@Suite(.serialized, .aside)
struct TornLogTests {
    /// The bytes of a log that were synced for sure, as the trace of the calls tells.
    private static func syncedBytes(of log: String, _ calls: [Strace.Call]) -> Int {
        var written = 0
        var synced: Int?
        for call in calls where call.text.contains("\(log)>") {
            if call.kind == "pwrite64",
                let match = call.text.firstMatch(of: /, (\d+), (\d+)\) += \d+$/),
                let count = Int(match.1), let offset = Int(match.2)
            {
                // What was there before the first write was synced long ago.
                if synced == nil { synced = offset }
                written = max(written, offset + count)
            } else if call.kind == "fdatasync", call.text.hasSuffix("= 0") {
                synced = written
            }
        }
        return synced ?? 0
    }

    /// Tears what was written to a log by a server that was killed before it was synced.
    private static func tear(_ log: String, of session: SweepSession) throws {
        try #require(session.ending == .signal(SIGKILL))
        let last = try #require(session.calls.last { $0.kind == "fdatasync" })
        try #require(last.text.contains("/\(log)>"), "\(last.text)")
        let synced = syncedBytes(of: log, session.calls)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: session.directory.path("data/\(log)")
        )
        let end = try #require(attributes[.size] as? Int)
        #expect(end > synced, "\(synced) of \(end)")
        let places = (0..<6).map { synced + $0 * (end - synced) / 6 }
        for place in places + [synced + 1, end - 1] {
            let what = "cut at \(place) of \(synced) to \(end)"
            try session.expectWhole(what, damaging: log) { $0 = $0.prefix(place) }
        }
        for place in places.map({ max(synced, $0 / 512 * 512) }) {
            let sector = place..<min(place + 512, end)
            try session.expectWhole("a sector of zeros at \(place)", damaging: log) {
                $0.replaceSubrange(sector, with: Data(count: sector.count))
            }
        }
        print("FA6: \(places.count * 2 + 2) torn commits, \(end - synced) bytes not synced")
    }

    @Test(arguments: [1, 4, 7])
    func `FA6 whatever part of the last record is on the disk, the answered edits are`(
        sync: Int
    ) throws {
        let log = "journal.sqlite-commits"
        let fault = "fdatasync:signal=SIGKILL:when=\(sync)"
        try Self.tear(log, of: SweepSession(.firstEdits, breaking: fault, of: log))
    }

    @Test func `FA6 whatever part of SQLite's commit is on the disk, the answered edits are`()
        throws
    {
        let log = "journal.sqlite-wal"
        let session = try SweepSession(
            .longRun,
            on: SweepSession.fixture(for: .longRun),
            breaking: "fdatasync:signal=SIGKILL:when=1",
            of: log
        )
        try Self.tear(log, of: session)
    }
}
