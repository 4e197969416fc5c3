internal import Hosting
internal import Logging
internal import SQLiteStore
internal import Store
internal import Transport

/// Backups of the journal while it is in use: by a schedule, and for operators.
///
/// Event-loop thread only.
package final class Backups {
    private struct Job {
        let time: Int
        /// What is copied, while it is checked.
        var draft: BackupDraft?
        /// Which backups go once this one is there; nil for one that an operator asked for.
        let rotation: BackupRotation?
    }

    private(set) var plan = BackupSchedule()
    /// The last one that an operator asked for.
    private(set) var asked: BackupStatus?
    private var job: Job?
    private unowned let upkeep: Upkeep
    private var server: Server { upkeep.server }
    private lazy var alarm = Alarm(upkeep.server.alarms) { [unowned self] _ in goOn() }

    init(of upkeep: Upkeep) { self.upkeep = upkeep }

    var isBusy: Bool { job != nil }

    /// Begins the schedule of the settings, or goes on by new ones.
    func schedule() {
        let folder = upkeep.options.backupFolder
        do throws(StorageError) {
            try folder?.prepare()
        } catch {
            server.log.error("backup directory unusable", metadata: ["cause": "\(error)"])
        }
        plan.begin(
            minutes: folder == nil ? 0 : upkeep.options.backupMinutes,
            newest: folder?.times().max(),
            now: server.now,
            wall: Clock.milliseconds
        )
        goOn()
    }

    /// Makes a backup among those of the schedule, and drops those that have expired.
    package func makeNow() {
        guard let folder = upkeep.options.backupFolder else {
            return server.log.warning("backup skipped: backup-directory is not set")
        }
        // What was acknowledged since that one began is not surely in it.
        guard job == nil else { return plan.want(server.now) }
        let rotation = BackupRotation(keep: upkeep.options.backupKeep)
        make(folder.newFile(at: Clock.milliseconds), rotation: rotation)
    }

    func make(forOperatorAt path: String) {
        server.log.notice("backing up", metadata: ["file": "\(path)"])
        asked = BackupStatus(path: path)
        make(path, rotation: nil)
    }

    /// The server ends: what was not finished goes.
    package func abandon() { job?.draft?.discard() }

    private func goOn() {
        guard server.drain == nil, job == nil, let due = plan.dueAt else { return }
        if due <= server.now { makeNow() } else { alarm.set(at: due) }
    }

    /// Makes a backup: all that was acknowledged before is in it.
    ///
    /// The journal's thread copies, between its commits; another one checks the copy, seals it and
    /// gives it its name.
    private func make(_ target: String, rotation: BackupRotation?) {
        plan.start(server.now)
        job = Job(time: Clock.milliseconds, rotation: rotation)
        // What came in this turn is part of it.
        server.turn.submit()
        server.perform { [store = server.journal] done in
            guard let journal = store as? Journal else {
                let reason = "PostgreSQL keeps the documents, and makes its own backups"
                return done(.failure(.backupFailed(path: target, reason: reason)))
            }
            journal.backup(to: target, completion: done)
        } then: { [unowned self] (copied: Result<BackupDraft, StorageError>) in
            switch copied {
            case .failure(let error): end(.failure(error))
            case .success(let draft): finish(draft)
            }
        }
    }

    private func finish(_ draft: BackupDraft) {
        job?.draft = draft
        let (rotation, folder) = (job?.rotation, upkeep.options.backupFolder)
        server.perform { done in
            Offload.runAlone {
                done(
                    Result {
                        var report = try BackupReport(finishing: draft)
                        // As part of the job: the drafts that it removes are nobody's.
                        if let rotation { report.expired = folder?.rotate(rotation) ?? 0 }
                        return report
                    }
                )
            }
        } then: { [unowned self] (result: Result<BackupReport, any Error>) in
            end(result)
        }
    }

    private func end(_ result: Result<BackupReport, any Error>) {
        guard let job = job.take() else { return }
        switch result {
        case .success(let report):
            plan.succeed(startedAt: job.time, bytes: report.bytes, now: server.now)
            server.log.info(
                "backup made",
                metadata: [
                    "file": "\(report.path)", "bytes": "\(report.bytes)",
                    "edits": "\(report.edits)", "expired": "\(report.expired)",
                    "milliseconds": "\(plan.lastMilliseconds)",
                    // Of any backup since the start: so long an edit may have waited for it.
                    "longestSliceMicroseconds":
                        "\(server.journal.statistics.backupSliceMicrosecondsMax)",
                ]
            )
        case .failure(let error):
            plan.fail(server.now)
            server.log.error("backup failed", metadata: ["cause": "\(error)"])
        }
        if job.rotation == nil { asked?.end(result) }
        goOn()
    }
}

/// When the next backup is due, and how the last ones went.
///
/// Reads no clock: `now` is the loop's, in milliseconds; wall times are since 1970.
struct BackupSchedule: Sendable {
    /// Between the begins of two backups; nil for none by themselves.
    private(set) var interval: UInt64?
    private(set) var dueAt: UInt64?
    /// When the last good one began, by the wall clock; nil when none is known.
    private(set) var lastGoodTime: Int?
    private(set) var failures = 0
    private(set) var successes = 0
    private(set) var lastBytes = 0
    private(set) var lastMilliseconds = 0
    /// When the one that is being made began, by the loop's clock.
    private(set) var beganAt: UInt64?

    /// After a failure it is tried again so soon, or after the interval if that is shorter.
    static let retryMilliseconds: UInt64 = 300_000

    /// Begins a schedule, or another one, with so many minutes between two backups; 0 for none.
    ///
    /// The newest backup that is there began at `newest`, by the wall clock.
    mutating func begin(minutes: Int, newest: Int?, now: UInt64, wall: Int) {
        lastGoodTime = [lastGoodTime, newest].compactMap(\.self).max()
        guard minutes > 0 else {
            (interval, dueAt) = (nil, nil)
            return
        }
        let length = minutes * 60_000
        interval = UInt64(length)
        // A clock that was set back must not put it off for longer than the interval.
        let age = lastGoodTime.map { wall - $0 } ?? length
        dueAt = now + UInt64(min(length, max(0, length - age)))
    }

    /// Another is asked for while one is being made: it begins after that.
    mutating func want(_ now: UInt64) { dueAt = now }

    mutating func start(_ now: UInt64) {
        beganAt = now
        dueAt = interval.map { now + $0 }
    }

    mutating func succeed(startedAt wall: Int, bytes: Int, now: UInt64) {
        successes += 1
        lastGoodTime = wall
        lastBytes = bytes
        lastMilliseconds = Int(now - (beganAt ?? now))
        beganAt = nil
    }

    mutating func fail(_ now: UInt64) {
        failures += 1
        beganAt = nil
        if let interval { dueAt = now + min(interval, Self.retryMilliseconds) }
    }
}
