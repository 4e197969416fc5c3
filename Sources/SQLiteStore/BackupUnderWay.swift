internal import Store

/// A backup that the writer makes between its commits.
struct BackupUnderWay {
    let target: String
    let copy: JournalCopy
    let completion: @Sendable (Result<BackupDraft, StorageError>) -> Void

    /// Pages that are copied before the writer looks whether edits wait.
    ///
    /// A quarter of a mebibyte: a millisecond or less, so that a commit does not wait for longer.
    static let slicePages: Int32 = 64
}

extension JournalWriter {
    /// Begins a backup, unless one is being made.
    func beginBackup(
        _ target: String,
        _ completion: @escaping @Sendable (Result<BackupDraft, StorageError>) -> Void
    ) {
        guard backup == nil else { return completion(.failure(.backupUnderWay)) }
        do throws(StorageError) {
            let copy = try JournalCopy(of: database, to: target)
            backup = BackupUnderWay(target: target, copy: copy, completion: completion)
        } catch {
            completion(.failure(error))
        }
    }

    /// Copies the next slice of the backup that is being made.
    func copySlice() {
        if let result = nextSlice() { endBackup(result) }
    }

    /// Copies a slice; gives the end, if it was the last.
    private func nextSlice() -> Result<BackupDraft, StorageError>? {
        guard let backup else { return nil }
        let start = ContinuousClock.now
        do throws(StorageError) {
            let draft = try backup.copy.copy(pages: BackupUnderWay.slicePages)
            mailbox.recordBackupSlice(start.duration(to: .now))
            return draft.map { .success($0) }
        } catch {
            return .failure(error)
        }
    }

    /// Tells what became of the backup, of which nothing is left by then unless it is whole.
    func endBackup(_ result: Result<BackupDraft, StorageError>) {
        guard let completion = backup?.completion else { return }
        backup = nil
        completion(result)
    }
}
