import Foundation
import Testing

/// A real server whose disk fails at one system call after another.
///
/// `EMOJIART_SWEEP=full` takes every call, and not a sample.
@Suite(.serialized)
struct ErrorSweepTests {
    /// What the operator reads is one line with the cause and the next step.
    private static func fault(in session: SweepSession, codes: [Int32]) -> [String] {
        guard case .exit(let code)? = session.ending, codes.contains(code) else {
            return ["the server ended with \(session.ending as Any)"]
        }
        let last = session.errors.last ?? ""
        let words = ["start again", "check "]
        guard last.hasPrefix("emojiart"), words.contains(where: last.contains) else {
            return ["the last line is \(last)"]
        }
        return []
    }

    /// Whether a sync of a file was asked for again after one had failed.
    private static func isRetried(_ session: SweepSession) -> Bool {
        let syncs = session.calls.filter { $0.kind.hasSuffix("sync") }
        guard let failed = syncs.firstIndex(where: \.isBroken) else { return false }
        return failed != syncs.indices.last
    }

    private static func isOfCommitLog(_ call: Strace.Call) -> Bool {
        call.text.contains("/journal.sqlite-commits>")
    }

    /// How often it is said that edits wait for room: calls are broken in each thread.
    private static func stalls(of session: SweepSession) -> ClosedRange<Int> {
        let broken = session.calls.filter(\.isBroken)
        if broken.contains(where: isOfCommitLog) { return 1...broken.count }
        // At the end nothing waits for SQLite's commit.
        return 0...broken.count { $0.text.contains("/journal.sqlite-wal>") }
    }

    /// Returns true if the failure of the broken call changes nothing.
    ///
    /// A witness that could not be written says what it said before. And SQLite syncs the directory
    /// after its first commit and does not look at the answer; the server itself has synced it, and
    /// has looked, since the log is in it.
    private static func isIdle(_ session: SweepSession) -> Bool {
        let folder = session.directory.path("data") + ">)"
        guard let broken = session.calls.firstIndex(where: \.isBroken) else { return false }
        if session.calls[broken].text.contains("/journal.sqlite-witness>") { return true }
        guard session.calls[broken].kind == "fdatasync",
            session.calls[broken].text.contains(folder)
        else { return false }
        let made = session.calls.firstIndex { $0.text.contains("/journal.sqlite-wal\", ") } ?? 0
        return !session.phase.isOfStart
            || session.calls[made...].contains {
                $0.kind == "fsync" && $0.text.contains(folder) && $0.text.hasSuffix("= 0")
            }
    }

    /// What edits whose commit failed were answered with: nothing, if all is well.
    private static func answers(afterFaultOf session: SweepSession) -> [String] {
        guard let broken = session.calls.firstIndex(where: \.isBroken),
            isOfCommitLog(session.calls[broken]), session.calls[broken].kind != "ftruncate"
        else { return [] }
        func isAnswer(_ call: Strace.Call) -> Bool {
            call.kind == "sendto"
                && ["edit", "answers", "refused"].contains {
                    call.text.contains(#"{\"type\":\"\#($0)\""#)
                }
        }
        let answered = session.calls[..<broken].count(where: isAnswer)
        let areAlone = session.phase == .longRun || answered < SweepSession.editsAlone
        let late = session.calls[broken...].filter(isAnswer)
        // While edits come one by one, the one before was answered, or is about to be.
        let answer = session.calls[..<broken].lastIndex(where: isAnswer) ?? 0
        let synced = session.calls[answer..<broken].count { call in
            call.kind == "fdatasync" && isOfCommitLog(call) && call.text.hasSuffix("= 0")
        }
        if areAlone {
            return late.dropFirst(synced).prefix(1).map { "answered after it failed: \($0.text)" }
        }
        return session.isDone ? ["all was answered, though a commit failed"] : []
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
            guard session.isReached else { return (false, []) }
            if Self.isIdle(session), session.isDone, session.ending == .exit(0) {
                return (true, [])
            }
            // SQLite makes an empty file with a rollback journal, and rolls that back.
            let isRetried = phase != .firstStart && Self.isRetried(session)
            return (
                true,
                (isRetried ? ["a sync was tried again"] : [])
                    + Self.fault(in: session, codes: [70]) + Self.answers(afterFaultOf: session)
            )
        }
        print("FA7 \(phase.rawValue): EIO at \(report)")
        #expect(report.lost == 0)
        // With larger groups a run makes fewer calls, and may not reach the last of each kind.
        let kinds = Set(points.map(\.kind)).count
        #expect(report.missed <= kinds + report.points / 50, "\(report)")
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
            let said = session.errors.count { $0.contains("disk full: edits wait for space") }
            var wrong = session.isDone ? [] : ["not all was answered"]
            if session.ending == .exit(0) {
                // A log that cannot be copied now is copied later, and nobody waits for that.
                if !Self.stalls(of: session).contains(said) {
                    wrong.append("it said so \(said) times")
                }
            } else {
                // While it was ending, there was no more time to wait.
                wrong += Self.fault(in: session, codes: [70])
            }
            return (session.isReached, wrong)
        }
        print("FA8 \(phase.rawValue): ENOSPC at \(report)")
        #expect(report.lost == 0)
        #expect(report.missed <= 1 + report.points / 50, "\(report)")
    }

    @Test(arguments: [SweepSession.Phase.firstStart, .recovery])
    func `FA8 a start on a full disk says so, and the next one has all`(
        phase: SweepSession.Phase
    ) async throws {
        let sweep = try await Aside.run { try Sweep(phase) }
        let makers = sweep.calls.filter { $0.kind != "openat" || $0.text.contains("O_CREAT") }
        let points = ["pwrite64", "ftruncate", "openat", "mkdir"].flatMap { kind in
            Sweep.sample(sweep.points(at: makers.filter { $0.kind == kind }), atMost: 4)
        }
        let report = try await sweep.run(points) { point in
            "error=ENOSPC:when=\(point.number)+"
        } check: { session in
            guard session.isReached else { return (false, []) }
            // Once it serves, it goes on: what could not be copied at its end is in the log.
            if session.isDone, session.ending == .exit(0) { return (true, []) }
            return (true, Self.fault(in: session, codes: [66, 70]))
        }
        print("FA8 \(phase.rawValue): ENOSPC from a call on at \(report)")
        #expect(report.lost == 0)
        #expect(report.missed <= 1 + report.points / 50, "\(report)")
    }
}
