import Foundation
import Store
import Testing

/// A real server that is killed at one system call after another.
///
/// Of the short phases each call. Of the long run a sample of the calls of each kind, and each call
/// of the commit that holds the stored state and each sync of the database; with
/// `EMOJIART_SWEEP=full` each call of it, too.
@Suite(.serialized, .aside)
struct KillSweepTests {
    private static func isAnswer(_ call: Strace.Call, to revision: Int) -> Bool {
        call.kind == "sendto" && call.text.contains(#"\"edit\",\"revision\":\#(revision),"#)
    }

    /// The calls of the long run between the answer at which the state is due and the next but one,
    /// but for those that copy the log into the database.
    private static func callsOfState(_ calls: [Strace.Call]) throws -> [Strace.Call] {
        let due = try #require(calls.firstIndex { isAnswer($0, to: 1_000) })
        let end = try #require(calls.firstIndex { isAnswer($0, to: 1_002) })
        return calls[due..<end].filter {
            $0.kind != "sendto" && !$0.text.contains("/journal.sqlite>")
        }
    }

    /// All of the short phases; of the long one those that matter, and some of each kind.
    private static func points(of sweep: Sweep) throws -> [Sweep.Point] {
        guard sweep.phase == .longRun, !Sweep.isFull else { return sweep.points }
        let copies = sweep.calls.filter { $0.text.contains("/journal.sqlite>") }
        let syncs = copies.filter { $0.kind == "fdatasync" }
        #expect(!syncs.isEmpty)
        let copied = copies.filter { $0.kind == "pwrite64" }
        #expect(copied.count >= 10)
        let chosen =
            try callsOfState(sweep.calls) + syncs + Sweep.sample(copied, atMost: 10)
        let others = sweep.points(of: sweep.phase.kinds, atMost: 2)
        return Set(sweep.points(at: chosen) + others).sorted()
    }

    @Test func `FA4 the calls of the long run are those of a stored state and a checkpoint, too`()
        throws
    {
        let fixture = try SweepSession.fixture(for: .longRun)
        let session = try SweepSession(.longRun, on: fixture, breaking: nil)
        #expect(session.ending == .exit(0))
        let calls = session.calls.map(\.text)
        let copied = try #require(calls.firstIndex { $0.contains("/journal.sqlite>") })
        // The log is on the disk before any of it is copied.
        let synced = try #require(
            calls[..<copied].lastIndex { $0.contains("/journal.sqlite-wal>") }
        )
        #expect(calls[synced].hasPrefix("fdatasync("))
        // Not the copy at the end: more edits came after it.
        #expect(calls[copied...].count { $0.contains("/journal.sqlite-commits>, ") } > 10)
        // Each edit has a write and a sync. So has the state, unless it is stored with an edit.
        #expect(try Self.callsOfState(session.calls).count >= 4)
        let probe = StoredLog.outcomes(asServer: session.directory.path("data"))
        guard case .served(let stored)? = probe.documents["picnic"] else {
            Issue.record("not served")
            return
        }
        let revision = try #require(stored.snapshot?.revision)
        let before = try #require(fixture?.client.value.accepted.count)
        #expect(revision >= 1_000 && before < 1_000)
        #expect(session.client.accepted.count - Int(revision) < 40)
    }

    @Test(arguments: Sweep.phases)
    func `FA1 FA2 FA4 FA5 SY2 a kill at each system call of the write path loses nothing`(
        phase: SweepSession.Phase
    ) async throws {
        let sweep = try await Aside.run { try Sweep(phase) }
        let points = try Self.points(of: sweep)
        #expect(points.count > 10)
        let report = try await sweep.run(points) { point in
            "signal=SIGKILL:when=\(point.number)"
        } check: { session in
            switch session.ending {
            case .signal(SIGKILL): (true, [])
            case .exit(0): (false, [])
            default: (true, ["the server ended with \(session.ending as Any)"])
            }
        }
        print(
            "FA1 \(phase.rawValue): kill at \(report); there are \(sweep.points.count) points of "
                + "\(sweep.calls.count) calls"
        )
        #expect(report.lost == 0)
        #expect(report.missed <= report.points / 20, "\(report)")
        #expect(report.recovery < 5)
    }
}
