import Foundation
import TestKit
import Testing

/// A real server whose power went before a sync: of what it wrote last, any part is on the disk.
@Suite(.serialized, .aside)
struct TornLogTests {
    /// The bytes of the log that were synced for sure, as the trace of the calls tells.
    private static func syncedBytes(_ calls: [Strace.Call]) -> Int {
        var written = 0
        var synced = 0
        for call in calls where call.text.contains("journal.sqlite-wal>") {
            if call.kind == "pwrite64",
                let match = call.text.firstMatch(of: /, (\d+), (\d+)\) += \d+$/),
                let count = Int(match.1), let offset = Int(match.2)
            {
                written = max(written, offset + count)
            } else if call.kind == "fdatasync", call.text.hasSuffix("= 0") {
                synced = written
            }
        }
        return synced
    }

    private static let log = "journal.sqlite-wal"

    @Test(arguments: [3, 9, 14])
    func `FA6 whatever part of the last commit is on the disk, the answered ones are`(
        sync: Int
    ) throws {
        let session = try SweepSession(
            .firstEdits,
            breaking: "fdatasync:signal=SIGKILL:when=\(sync)"
        )
        try #require(session.ending == .signal(SIGKILL))
        let synced = Self.syncedBytes(session.calls)
        let attributes = try FileManager.default.attributesOfItem(
            atPath: session.directory.path("data/\(Self.log)")
        )
        let end = try #require(attributes[.size] as? Int)
        #expect(synced > 0 && end > synced, "\(synced) of \(end)")
        let places = (0..<6).map { synced + $0 * (end - synced) / 6 }
        for place in places + [synced + 1, end - 1] {
            let what = "cut at \(place) of \(synced) to \(end)"
            try session.expectWhole(what, damaging: Self.log) { $0 = $0.prefix(place) }
        }
        for place in places.map({ max(synced, $0 / 512 * 512) }) {
            let sector = place..<min(place + 512, end)
            try session.expectWhole("a sector of zeros at \(place)", damaging: Self.log) {
                $0.replaceSubrange(sector, with: Data(count: sector.count))
            }
        }
        print("FA6: \(places.count * 2 + 2) torn commits, \(end - synced) bytes not synced")
    }
}
