internal import CSQLite
internal import Disk
internal import Glibc
package import Store
internal import StoreTables
internal import Synchronization

/// A backup that has not its name yet.
///
/// It is written as `NAME.partial` in the directory where it will be `NAME`, so that nobody takes
/// a part of it for the whole. Unless it is published it goes with the last that holds it. What a
/// killed process left is used again by the next that has the same name in mind.
package final class BackupDraft: Sendable {
    /// The name that it will have.
    package let target: String
    /// The name that it has until then.
    package let path: String
    private let descriptor: Int32
    private let isOver = Atomic(false)

    /// Makes the file, which is its owner's only.
    ///
    /// - Throws: `alreadyExists`, `backupUnderWay` when another process writes it, or
    ///   `backupFailed`.
    init(of target: String) throws(StorageError) {
        self.target = target
        path = target + ".partial"
        guard !System.exists(target) else { throw .alreadyExists(path: target) }
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            let cause = errno
            isOver.store(true, ordering: .relaxed)
            throw Self.failure(target, cause)
        }
        // Some network file systems know no such lock: they are used without.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK, isNamed else {
            // Another process is at it, or was and has given it its name just now.
            close(descriptor)
            isOver.store(true, ordering: .relaxed)
            throw .backupUnderWay
        }
        guard ftruncate(descriptor, 0) == 0 else { throw Self.failure(target, errno) }
    }

    deinit {
        guard !isOver.load(ordering: .relaxed) else { return }
        unsafe unlink(path)
        close(descriptor)
    }

    /// Makes it a database that needs no log beside it: a copy says of itself, as its original
    /// does, that it has one (page on the file format, section 1.3.3).
    func detachLog() throws(StorageError) {
        guard unsafe pwrite(descriptor, [1, 1] as [UInt8], 2, 18) == 2 else {
            throw Self.failure(target, errno)
        }
    }

    /// Appends bytes.
    ///
    /// - Throws: `backupFailed`.
    package func append(_ bytes: [UInt8]) throws(StorageError) {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0, unsafe pwrite(descriptor, bytes, bytes.count, end) == bytes.count else {
            throw Self.failure(target, errno)
        }
    }

    /// Makes it durable and gives it its name: it is there as a whole, or not at all.
    ///
    /// - Throws: `alreadyExists` or `backupFailed`.
    package func publish() throws(StorageError) {
        guard fsync(descriptor) == 0 else { throw Self.failure(target, errno) }
        // Whoever else makes a backup of this name would need this draft.
        guard !System.exists(target) else { throw .alreadyExists(path: target) }
        guard unsafe rename(path, target) == 0 else { throw Self.failure(target, errno) }
        isOver.store(true, ordering: .relaxed)
        close(descriptor)
        try DirectoryLock.synchronize(directory: Self.directory(of: target))
    }

    /// Removes it before its time; whoever still works on it fails to publish it.
    package func discard() {
        unsafe unlink(path)
    }

    static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func failure(_ target: String, _ code: Int32) -> StorageError {
        .backupFailed(path: target, reason: DirectoryLock.reason(code))
    }

    private var isNamed: Bool {
        var (opened, named) = (stat(), stat())
        guard unsafe fstat(descriptor, &opened) == 0, unsafe stat(path, &named) == 0 else {
            return false
        }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
}

/// A copy of a database that is made in slices (page on the online backup API).
///
/// What the source's own connection writes meanwhile goes into the copy as well, so that it does
/// not begin anew. A failure to write the copy is the copy's only: SQLite keeps it from the
/// transaction that was copied.
@safe final class JournalCopy {
    let draft: BackupDraft
    private let source: Database
    /// Nil when it is whole.
    private var copy: Database?
    private var handle: OpaquePointer?

    init(of source: Database, to target: String) throws(StorageError) {
        self.source = source
        draft = try BackupDraft(of: target)
        let copy = try Database(file: draft.path, isReadOnly: false)
        self.copy = copy
        unsafe handle = sqlite3_backup_init(copy.handle, "main", source.handle, "main")
        guard unsafe handle != nil else { throw failure(unsafe sqlite3_errcode(copy.handle)) }
    }

    deinit {
        // Before the connections, which it holds open.
        unsafe sqlite3_backup_finish(handle)
    }

    /// Copies the next pages, or all; gives the draft when nothing is left.
    ///
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
            copy = nil
            try draft.detachLog()
            try Schema.close(Database(file: draft.path, isReadOnly: false))
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
    /// Begins what was asked for since, unless one is being made or commits wait for the disk.
    func beginBackups() {
        let waiting = backups.waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for (target, completion) in waiting {
            do throws(StorageError) {
                guard stall == nil else {
                    throw .backupFailed(path: target, reason: reasonOfStall)
                }
                guard backup == nil else { throw .backupUnderWay }
                let copy = try JournalCopy(of: database, to: target)
                backup = BackupUnderWay(target: target, copy: copy, completion: completion)
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// Copies the next slice of the backup that is being made.
    func copySlice() {
        // The copy goes before the end is told.
        if let result = nextSlice() { endBackup(result) }
    }

    private func nextSlice() -> Result<BackupDraft, StorageError>? {
        guard let backup else { return nil }
        let start = ContinuousClock.now
        do throws(StorageError) {
            let draft = try backup.copy.copy(pages: BackupUnderWay.slicePages)
            queue.recordBackupSlice(start.duration(to: .now))
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
