import Foundation
import Testing

/// A real server whose power went while its log was being copied into the database.
@Suite(.serialized, .aside)
struct TornPageTests {
    private static let sectorBytes = 512
    private static let pages = 4
    private static let file = "journal.sqlite"

    /// The parts of the database that were written since it was synced last.
    private static func unsynced(_ calls: [Strace.Call]) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        for call in calls where call.text.contains("/journal.sqlite>") {
            if call.kind == "pwrite64",
                let match = call.text.firstMatch(of: /, (\d+), (\d+)\) += \d+$/),
                let count = Int(match.1), let offset = Int(match.2)
            {
                parts.append(offset..<offset + count)
            } else if call.kind == "fdatasync", call.text.hasSuffix("= 0") {
                parts = []
            }
        }
        return parts
    }

    @Test func `FA4 FA6 pages torn while the log is copied into the database are written again`()
        throws
    {
        let fixture = try #require(try SweepSession.fixture(for: .longRun))
        let session = try SweepSession(
            .longRun,
            on: fixture,
            breaking: "fdatasync:signal=SIGKILL:when=1",
            of: Self.file
        )
        try #require(session.ending == .signal(SIGKILL))
        let before = try Data(
            contentsOf: URL(filePath: fixture.directory.path("data/journal.sqlite"))
        )
        let parts = Self.unsynced(session.calls)
        #expect(parts.count >= 10)
        // What a sector was before: of the disk, or nothing where the file grew.
        func old(_ sector: Range<Int>) -> Data {
            sector.upperBound <= before.count ? before[sector] : Data(count: sector.count)
        }
        for (index, part) in Sweep.sample(parts, atMost: Self.pages).enumerated() {
            let start = part.lowerBound + index * Self.sectorBytes % part.count
            let sector = start..<start + Self.sectorBytes
            try session.expectWhole("zeros at \(start)", damaging: Self.file) {
                $0.replaceSubrange(sector, with: Data(count: sector.count))
            }
            let rest = start..<part.upperBound
            try session.expectWhole("old from \(start) to \(rest.upperBound)", damaging: Self.file)
            {
                $0.replaceSubrange(rest, with: old(rest))
            }
        }
        try session.expectWhole("nothing was written", damaging: Self.file) { bytes in
            for part in parts { bytes.replaceSubrange(part, with: old(part)) }
        }
        try session.expectWhole("the file never grew", damaging: Self.file) { $0 = before }
        print("FA6: \(2 * Self.pages + 2) torn copies of \(parts.count) pages")
    }
}
