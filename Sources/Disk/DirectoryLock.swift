internal import Glibc
package import Store

/// The exclusive hold of a data directory: a lock on `DIR/lock`, which names the holder.
///
/// SQLite 3.40 can corrupt a file that two connections write or checkpoint at one instant (fixed in
/// 3.51.3), so a second server must not even open the database. The kernel lets go of the lock
/// when the process ends, however it ends. The file stays: removing it would let two processes
/// hold locks on two files of one name.
package struct DirectoryLock: ~Copyable {
    private let descriptor: Int32

    /// Makes the directory if absent, for its owner only, and locks it.
    ///
    /// - Throws: `inUse` when another holder exists, `notWritable` or `cannotOpen` when the
    ///   directory or the lock file cannot be had.
    package init(directory: String) throws(StorageError) {
        try Self.makeDirectory(directory)
        let path = directory + "/lock"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path, errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let cause = errno
            let holder = Self.readProcessID(descriptor)
            Glibc.close(descriptor)
            if cause == EWOULDBLOCK { throw .inUse(directory: directory, processID: holder) }
            throw Self.failure(path, cause)
        }
        do throws(StorageError) {
            try Self.writeProcessID(descriptor, path)
            try Self.synchronize(directory: directory)
        } catch {
            Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit {
        // Closing alone would not do: a child that was forked just now holds the same lock until
        // its exec closes the descriptor (flock(2)).
        _ = flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }

    /// Makes the names in a directory durable: without it a new file can vanish with the power
    /// although its content was synced (fsync(2)).
    package static func synchronize(directory: String) throws(StorageError) {
        let descriptor = unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(directory, errno) }
        defer { Glibc.close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(directory, errno) }
    }

    /// A failed system call as an error of the store.
    package static func failure(_ path: String, _ code: Int32) -> StorageError {
        switch code {
        case EACCES, EPERM, EROFS:
            .notWritable(path: path)
        case EIO, ENOSPC, EDQUOT:
            .diskFailed(path: path, reason: reason(code), isFull: code != EIO)
        default:
            .cannotOpen(path: path, reason: reason(code))
        }
    }

    /// What the C library calls an error.
    package static func reason(_ code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

extension DirectoryLock {
    private static func makeDirectory(_ directory: String) throws(StorageError) {
        if unsafe mkdir(directory, 0o700) == 0 {
            try synchronize(directory: directory + "/..")
        } else if errno != EEXIST {
            throw failure(directory, errno)
        }
    }

    private static func writeProcessID(_ descriptor: Int32, _ path: String) throws(StorageError) {
        let text = Array("\(getpid())\n".utf8)
        guard ftruncate(descriptor, 0) == 0 else { throw failure(path, errno) }
        let written = unsafe text.withUnsafeBytes { bytes in
            unsafe pwrite(descriptor, bytes.baseAddress, bytes.count, 0)
        }
        guard written == text.count else { throw failure(path, errno) }
    }

    /// The holder's id; nil in the instant between its lock and its writing.
    private static func readProcessID(_ descriptor: Int32) -> Int32? {
        let text = unsafe [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
            count = unsafe max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        return Int32(String(decoding: text.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
