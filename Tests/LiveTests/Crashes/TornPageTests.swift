import Foundation
import Testing

/// A real server whose power went while its log was being copied into the database.
@Suite(.serialized, .aside)
struct TornPageTests {
    private static let sectorBytes = 512
    private static let pages = 4

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

    /// Damages the database, starts the server again, and asks it.
    private static func check(
        _ session: SweepSession,
        _ what: String,
        _ damage: (inout Data) -> Void
    ) throws {
        var torn = try session.copy()
        let path = URL(filePath: torn.directory.path("data/journal.sqlite"))
        var bytes = try Data(contentsOf: path)
        damage(&bytes)
        try bytes.write(to: path)
        let (_, lost, found) = try torn.recover()
        #expect(lost == 0, "\(what)")
        #expect(found.isEmpty, "\(what): \(found)")
    }

    @Test func `FA4 FA6 pages torn while the log is copied into the database are written again`()
        throws
    {
        let sweep = try Sweep(.longRun)
        let syncs = sweep.calls.filter {
            $0.kind == "fdatasync" && $0.text.contains("/journal.sqlite>")
        }
        let sync = try #require(syncs.first)
        let session = try SweepSession(
            .longRun,
            on: sweep.fixture,
            breaking: "fdatasync:signal=SIGKILL:when=\(sync.number)"
        )
        try #require(session.ending == .signal(SIGKILL))
        let fixture = try #require(sweep.fixture)
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
            try Self.check(session, "zeros at \(start)") {
                $0.replaceSubrange(sector, with: Data(count: sector.count))
            }
            let rest = start..<part.upperBound
            try Self.check(session, "old from \(start) to \(rest.upperBound)") {
                $0.replaceSubrange(rest, with: old(rest))
            }
        }
        try Self.check(session, "nothing was written") { bytes in
            for part in parts { bytes.replaceSubrange(part, with: old(part)) }
        }
        try Self.check(session, "the file never grew") { $0 = before }
        print("FA6: \(2 * Self.pages + 2) torn copies of \(parts.count) pages")
    }
}
