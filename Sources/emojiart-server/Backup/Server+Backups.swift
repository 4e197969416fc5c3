internal import Logging
internal import Storage
internal import WebSockets

// Backups of the journal while it is in use.
extension Server {
    /// What is told of a backup when it is there, or why it is not; event-loop thread.
    typealias BackupAnswer = (Result<BackupReport, any Error>) -> Void

    /// The backup that is being made.
    struct BackupJob {
        /// When it began, by the wall clock.
        let time: Int
        /// What is copied, while it is checked.
        var draft: BackupDraft?
        /// Which backups go once this one is there; nil for one that is not of the schedule.
        let rotation: BackupRotation?
        let answer: BackupAnswer
    }

    /// Makes a backup: all that was acknowledged before is in it.
    ///
    /// The journal's thread copies, between its commits; another one checks the copy, seals it and
    /// gives it its name.
    ///
    /// - Parameters:
    ///   - target: The file to make.
    ///   - rotation: Which backups go then; nil for none.
    ///   - answer: Is told at the end.
    func backUp(
        to target: String,
        rotation: BackupRotation? = nil,
        _ answer: @escaping BackupAnswer
    ) {
        guard backupJob == nil else {
            log.warning("backup skipped", metadata: ["cause": "\(StorageError.backupUnderWay)"])
            return answer(.failure(StorageError.backupUnderWay))
        }
        backups.start(now)
        backupJob = BackupJob(time: Clock.milliseconds, rotation: rotation, answer: answer)
        // What came in this turn is part of it.
        submitBatch()
        let mailbox = journalMailbox
        journal.backup(to: target) { mailbox.post(.copied($0)) }
    }

    /// The journal's thread has copied, or could not.
    func finishBackup(_ copied: Result<BackupDraft, StorageError>) {
        switch copied {
        case .failure(let error): endBackup(.failure(error))
        case .success(let draft):
            backupJob?.draft = draft
            let mailbox = journalMailbox
            let (rotation, folder) = (backupJob?.rotation, options.backupFolder)
            Offload.runAlone {
                mailbox.post(
                    .backedUp(
                        Result {
                            var report = try BackupReport(finishing: draft)
                            // As part of the job: the drafts that it removes are nobody's.
                            if let rotation { report.expired = folder?.rotate(rotation) ?? 0 }
                            return report
                        }
                    )
                )
            }
        }
    }

    /// The backup is there, or will not be.
    func endBackup(_ result: Result<BackupReport, any Error>) {
        guard let job = backupJob.take() else { return }
        switch result {
        case .success(let report):
            backups.succeed(startedAt: job.time, bytes: report.bytes, now: now)
            log.info(
                "backup made",
                metadata: [
                    "file": "\(report.path)", "bytes": "\(report.bytes)",
                    "edits": "\(report.edits)", "expired": "\(report.expired)",
                    "milliseconds": "\(backups.lastMilliseconds)",
                    // Of any backup since the start: so long an edit may have waited for it.
                    "longestSliceMicroseconds":
                        "\(journal.statistics.backupSliceMicrosecondsMax)",
                ]
            )
        case .failure(let error):
            backups.fail(now)
            log.error("backup failed", metadata: ["cause": "\(error)"])
        }
        job.answer(result)
        continueBackups()
    }

    /// Begins the schedule of the settings, or goes on by new ones.
    func scheduleBackups() {
        let folder = options.backupFolder
        do throws(StorageError) {
            try folder?.prepare()
        } catch {
            log.error("backup directory unusable", metadata: ["cause": "\(error)"])
        }
        backups.begin(
            minutes: folder == nil ? 0 : options.backupMinutes,
            newest: folder?.times().max(),
            now: now,
            wall: Clock.milliseconds
        )
        continueBackups()
    }

    /// Makes the backup of the schedule when it is due.
    func continueBackups() {
        guard drain == nil, backupJob == nil, let due = backups.dueAt else { return }
        if due <= now { backUpNow() } else { loop.setAlarm(at: due) }
    }

    /// Makes a backup among those of the schedule, and drops those that have expired.
    func backUpNow() {
        guard let folder = options.backupFolder else {
            return log.warning("backup skipped: backup-directory is not set")
        }
        // What was acknowledged since that one began is not surely in it.
        guard backupJob == nil else { return backups.want(now) }
        let rotation = BackupRotation(keep: options.backupKeep)
        backUp(to: folder.newFile(at: Clock.milliseconds), rotation: rotation) { _ in }
    }

    /// The server ends: what was not finished goes.
    func abandonBackup() { backupJob?.draft?.discard() }
}
