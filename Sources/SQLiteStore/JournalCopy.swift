internal import CSQLite
internal import Disk
internal import Glibc
internal import Store

/// A copy of a database that is made in slices (page on the online backup API).
///
/// What the source's own connection writes meanwhile goes into the copy as well, so that it does
/// not begin anew. A failure to write the copy is the copy's only: SQLite keeps it from the
/// transaction that was copied.
@safe final class JournalCopy {
    let draft: BackupDraft
    private let source: Database
    private let copy: Database
    private var handle: OpaquePointer?

    /// Begins a copy that will be named `target`.
    ///
    /// - Throws: what `BackupDraft` throws, or `backupFailed`.
    init(of source: Database, to target: String) throws(StorageError) {
        self.source = source
        draft = try BackupDraft(of: target)
        copy = try Database(file: draft.path, isReadOnly: false)
        unsafe handle = sqlite3_backup_init(copy.handle, "main", source.handle, "main")
        guard unsafe handle != nil else { throw failure(unsafe sqlite3_errcode(copy.handle)) }
    }

    deinit {
        // Before the connections, which it holds open.
        unsafe sqlite3_backup_finish(handle)
    }

    /// Copies the next pages, or all.
    ///
    /// - Returns: the draft, when nothing is left.
    /// - Throws: `backupFailed`, or `corrupt` for a source that cannot be read.
    func copy(pages: Int32) throws(StorageError) -> BackupDraft? {
        let code = unsafe sqlite3_backup_step(handle, pages)
        // SQLite would tell the system's error only after the end, when it may be another.
        let cause = errno
        switch code {
        case SQLITE_OK: return nil
        case SQLITE_DONE:
            let code = unsafe sqlite3_backup_finish(handle)
            unsafe handle = nil
            guard code == SQLITE_OK else { throw failure(code) }
            try draft.detachLog()
            return draft
        default: throw failure(code, cause)
        }
    }

    func copyAll() throws(StorageError) -> BackupDraft {
        while true {
            if let draft = try copy(pages: -1) { return draft }
        }
    }

    private func failure(_ code: Int32, _ cause: Int32 = 0) -> StorageError {
        switch code & 0xFF {
        case SQLITE_CORRUPT, SQLITE_NOTADB: return source.failure(code, "copy the journal")
        case SQLITE_FULL: return BackupDraft.failure(draft.target, ENOSPC)
        default:
            var reason = unsafe sqlite3_errstr(code).map { unsafe String(cString: $0) } ?? "unknown"
            if code & 0xFF == SQLITE_IOERR, cause != 0 { reason = DirectoryLock.reason(cause) }
            return .backupFailed(path: draft.target, reason: "\(reason) (code \(code))")
        }
    }
}

/// A backup that the writer makes between its commits.
struct BackupUnderWay {
    let target: String
    let copy: JournalCopy
    let completion: StoreCompletion<BackupDraft>

    /// Pages that are copied before the writer looks whether edits wait.
    ///
    /// A quarter of a mebibyte: a millisecond or less, so that a commit does not wait for longer.
    static let slicePages: Int32 = 64
}

extension JournalWriter {
    func beginBackup(_ target: String, _ completion: @escaping StoreCompletion<BackupDraft>) {
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
        guard let backup else { return }
        let start = ContinuousClock.now
        do throws(StorageError) {
            let draft = try backup.copy.copy(pages: BackupUnderWay.slicePages)
            mailbox.recordBackupSlice(start.duration(to: .now))
            if let draft { endBackup(.success(draft)) }
        } catch {
            endBackup(.failure(error))
        }
    }

    /// Tells what became of the backup, of which nothing is left by then unless it is whole.
    func endBackup(_ result: Result<BackupDraft, StorageError>) {
        guard let completion = backup?.completion else { return }
        backup = nil
        completion(result)
    }
}
