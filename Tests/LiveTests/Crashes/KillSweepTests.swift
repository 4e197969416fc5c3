import Foundation
import Storage
import Testing

/// A real server that is killed at one system call after another.
///
/// `EMOJIART_SWEEP=full` takes every call of the kinds below, and not a sample of them.
@Suite(.serialized)
struct KillSweepTests {
    @Test func `FA4 the calls of the long run are those of a stored state and a checkpoint, too`()
        async throws
    {
        try await Aside.run {
            let fixture = try SweepSession.fixture(for: .longRun)
            let session = try SweepSession(.longRun, on: fixture, breaking: nil)
            #expect(session.ending == .exit(0))
            let calls = try Strace.calls(session.log).map(\.text)
            let copied = try #require(calls.firstIndex { $0.contains("/journal.sqlite>)") })
            #expect(calls[copied].contains("fdatasync("))
            // Not the copy at the end: more edits came after it.
            #expect(calls[copied...].count { $0.contains("/journal.sqlite-wal>, ") } > 10)
            let probe = JournalProbe(session.directory.path("data"), ["picnic"])
            guard case .served(let stored)? = probe.documents["picnic"] else {
                Issue.record("not served")
                return
            }
            let revision = try #require(stored.snapshot?.revision)
            let before = try #require(fixture?.client.value.accepted.count)
            #expect(revision >= 1_000 && before < 1_000)
            #expect(session.client.accepted.count - Int(revision) < 40)
        }
    }

    @Test(arguments: SweepSession.Phase.allCases)
    func `FA1 FA2 FA4 FA5 SY2 a kill at each system call of the write path loses nothing`(
        phase: SweepSession.Phase
    ) async throws {
        let sweep = try await Aside.run { try Sweep(phase) }
        let points = sweep.points(of: phase.kinds, atMost: 4)
        #expect(points.count > 10)
        let report = try await sweep.run(points) { point in
            "signal=SIGKILL:when=\(point.number)"
        } check: { session in
            switch session.ending {
            case .signal(SIGKILL): (true, nil)
            case .exit(0): (false, nil)
            default: (true, "the server ended with \(session.ending as Any)")
            }
        }
        print("FA1 \(phase.rawValue): kill at \(report); \(sweep.points.count) calls in all")
        #expect(report.lost == 0)
        #expect(report.missed <= report.points / 4, "\(report)")
    }
}
