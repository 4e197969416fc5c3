internal import Disk
internal import Glibc
package import Store
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

    /// Whether the file that was opened still has the name.
    private var isNamed: Bool {
        var (opened, named) = (stat(), stat())
        guard unsafe fstat(descriptor, &opened) == 0, unsafe stat(path, &named) == 0 else {
            return false
        }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }
}
