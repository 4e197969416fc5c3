internal import Foundation
internal import Glibc

/// A small file that several programs change: read whole and replaced whole, by one at a time.
///
/// A reader needs no lock: it sees the file as it was or as it is. All work is done on the calling
/// thread.
struct SharedFile {
    let path: String

    /// What tells a file from the one that was at its path before.
    struct Stamp: Equatable, Sendable {
        fileprivate let inode: UInt64
        fileprivate let size: Int
        fileprivate let seconds: Int
        fileprivate let nanoseconds: Int

        fileprivate init(_ status: stat) {
            inode = UInt64(status.st_ino)
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// How often, a millisecond apart, a lock that another program holds is tried: a program that
    /// was stopped in the middle must not stop this one for good.
    private static let lockAttempts = 100

    /// The stamp of what is at the path; nil when there is nothing.
    var stamp: Stamp? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return Stamp(status)
    }

    /// Reads the file; nil when there is none.
    ///
    /// Of a file that is too long come `bytesMax` bytes and one more.
    func read(bytesMax: Int) throws(SharedFileError) -> (bytes: [UInt8], stamp: Stamp)? {
        // Not blocking: what is at the path may be a pipe that nobody writes to.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(.read)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(.read) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SharedFileError(action: .read, path: path, reason: "not a regular file")
        }
        do {
            let data = try handle.read(upToCount: bytesMax + 1) ?? Data()
            return (Array(data), Stamp(status))
        } catch {
            throw failure(.read, error)
        }
    }

    /// Does something while no other program is in here; makes the directory if need be.
    ///
    /// - Throws: `SharedFileError`, and what `body` throws.
    func withLock<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw failure(.write, error)
        }
        // A file of its own, because the other one is replaced. It stays: who removed it could
        // remove the lock that a third program holds.
        let descriptor = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(.lock) }
        defer { Glibc.close(descriptor) }
        for attempt in 1...Self.lockAttempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failure(.lock) }
            if attempt < Self.lockAttempts { usleep(1_000) }
        }
        throw SharedFileError(action: .lock, path: path, reason: "another program is using it")
    }

    /// Replaces the file, under the lock only; after a crash there is the old one or the new one.
    func replace(with bytes: [UInt8]) throws(SharedFileError) -> Stamp {
        // A link, as people make them to keep their settings elsewhere, stays one.
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        let temporary = target + ".new"
        do throws(SharedFileError) {
            let stamp = try write(bytes, to: temporary)
            guard unsafe rename(temporary, target) == 0 else { throw failure(.write) }
            sync(directory: URL(filePath: target).deletingLastPathComponent().path)
            return stamp
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
    }

    /// Renames the file, under the lock only, to a name that is free; returns it.
    func moveAside() throws(SharedFileError) -> String {
        for number in 1... {
            let aside = path + (number == 1 ? ".damaged" : ".damaged\(number)")
            // Does not follow a link, and says "exists" of one that leads nowhere.
            var status = stat()
            guard unsafe lstat(aside, &status) != 0 else { continue }
            guard errno == ENOENT, unsafe rename(path, aside) == 0 else { throw failure(.moveAway) }
            return aside
        }
        throw SharedFileError(action: .moveAway, path: path, reason: "no name is free")
    }

    private func write(_ bytes: [UInt8], to file: String) throws(SharedFileError) -> Stamp {
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(file, flags, 0o600)
        guard descriptor >= 0 else { throw failure(.write) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        // One that a crash left behind may have another mode.
        guard fchmod(descriptor, 0o600) == 0 else { throw failure(.write) }
        do {
            try handle.write(contentsOf: Data(bytes))
            try handle.synchronize()
        } catch {
            throw failure(.write, error)
        }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure(.write) }
        return Stamp(status)
    }

    /// Makes a rename last; where that is not possible the file is still whole.
    private func sync(directory: String) {
        let descriptor = unsafe open(directory, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        Glibc.close(descriptor)
    }

    /// The failure of the system call just made.
    private func failure(_ action: SharedFileError.Action) -> SharedFileError {
        let reason = unsafe String(cString: strerror(errno))
        return SharedFileError(action: action, path: path, reason: reason)
    }

    private func failure(
        _ action: SharedFileError.Action,
        _ error: any Error
    ) -> SharedFileError {
        SharedFileError(action: action, path: path, reason: error.localizedDescription)
    }
}
