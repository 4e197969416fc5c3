import Foundation
import Testing

/// A real server whose disk fails at one system call after another.
///
/// `EMOJIART_SWEEP=full` takes every call, and not a sample.
@Suite(.serialized)
struct ErrorSweepTests {
    /// What the operator reads is one line with the cause and the next step.
    private static func fault(in session: SweepSession, codes: [Int32]) -> String? {
        guard case .exit(let code)? = session.ending, codes.contains(code) else {
            return "the server ended with \(session.ending as Any)"
        }
        let last = session.errors.last ?? ""
        let words = ["then start again", "Start again", "and start again", "Check "]
        guard last.hasPrefix("emojiart"), words.contains(where: last.contains) else {
            return "the last line is \(last)"
        }
        return nil
    }

    /// Whether a sync of a file was asked for again after one had failed.
    private static func isRetried(_ session: SweepSession) throws -> Bool {
        let syncs = try Strace.calls(session.log).filter { $0.kind.hasSuffix("sync") }
        guard let failed = syncs.firstIndex(where: { $0.text.contains("(INJECTED)") }) else {
            return false
        }
        return failed != syncs.indices.last
    }

    @Test(arguments: SweepSession.Phase.allCases)
    func `FA7 a failed sync or write ends the server, is not tried again, and loses nothing`(
        phase: SweepSession.Phase
    ) async throws {
        let sweep = try await Aside.run { try Sweep(phase) }
        let points = sweep.points(of: ["fdatasync", "fsync", "pwrite64"], atMost: 4)
        let report = try await sweep.run(points) { point in
            "error=EIO:when=\(point.number)"
        } check: { session in
            if session.ending == .exit(0) { return (false, nil) }
            // SQLite makes an empty file with a rollback journal, and rolls that back.
            let isRetried = phase == .firstStart ? false : try? Self.isRetried(session)
            if isRetried != false { return (true, "a sync was tried again") }
            return (true, Self.fault(in: session, codes: [70]))
        }
        print("FA7 \(phase.rawValue): EIO at \(report)")
        #expect(report.lost == 0)
        #expect(report.missed <= report.points / 4, "\(report)")
    }

    @Test(arguments: [SweepSession.Phase.firstEdits, .longRun])
    func `FA8 a disk that is full for a moment loses nothing and ends nobody`(
        phase: SweepSession.Phase
    ) async throws {
        let sweep = try await Aside.run { try Sweep(phase) }
        let points = sweep.points(of: ["pwrite64"], atMost: 8)
        let report = try await sweep.run(points) { point in
            "error=ENOSPC:when=\(point.number)..\(point.number + 1)"
        } check: { session in
            let said = session.errors.count { $0.contains("edits wait for room on the disk") }
            if session.ending == .exit(0), session.client.sent == session.client.answers.count {
                return (true, said > 1 ? "it said so \(said) times" : nil)
            }
            // While it was ending, there was no more time to wait.
            return (true, Self.fault(in: session, codes: [70]))
        }
        print("FA8 \(phase.rawValue): ENOSPC at \(report)")
        #expect(report.lost == 0)
    }

    @Test(arguments: [SweepSession.Phase.firstStart, .recovery])
    func `FA8 a start on a full disk says so, and the next one has all`(
        phase: SweepSession.Phase
    ) async throws {
        let sweep = try await Aside.run { try Sweep(phase) }
        let points = sweep.points(of: ["pwrite64"], atMost: 8)
        let report = try await sweep.run(points) { point in
            "error=ENOSPC:when=\(point.number)+"
        } check: { session in
            if session.ending == .exit(0) { return (false, nil) }
            return (true, Self.fault(in: session, codes: [66, 70]))
        }
        print("FA8 \(phase.rawValue): ENOSPC from a call on at \(report)")
        #expect(report.lost == 0)
    }
}
