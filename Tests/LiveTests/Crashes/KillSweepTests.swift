import Foundation
import Testing

/// A real server that is killed at one system call after another.
///
/// `EMOJIART_SWEEP=full` takes every call of the kinds below, and not a sample of them.
@Suite(.serialized)
struct KillSweepTests {
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
