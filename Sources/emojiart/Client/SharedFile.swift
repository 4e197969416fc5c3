internal import Foundation
internal import Glibc

/// Why a file cannot be used; the description is for a person.
struct SharedFileError: Error, CustomStringConvertible {
    /// What was tried, as a verb.
    let action: String
    let path: String
    let reason: String

    var description: String { "cannot \(action) \(path): \(reason)" }
}

/// A small file that several programs change: read whole and replaced whole, by one at a time.
///
/// A reader needs no lock: it sees the file as it was or as it is. All work is done on the calling
/// thread.
struct SharedFile {
    let path: String

    /// What tells a file from the one that was at its path before.
    struct Stamp: Equatable {
        private let facts: [Int]

        fileprivate init(_ status: stat) {
            let time = status.st_mtim
            facts = [Int(status.st_ino), Int(status.st_size), time.tv_sec, time.tv_nsec]
        }
    }

    /// How often, a millisecond apart, a lock that another program holds is tried: a program that
    /// was stopped in the middle must not stop this one for good.
    private static let lockAttempts = 100

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
            throw failure("read")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw failure("read") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw SharedFileError(action: "read", path: path, reason: "not a regular file")
        }
        do {
            let data = try handle.read(upToCount: bytesMax + 1) ?? Data()
            return (Array(data), Stamp(status))
        } catch {
            throw failure("read", error)
        }
    }

    /// Does something while no other program is in here; makes the directory if need be.
    ///
    /// - Throws: `SharedFileError`, and what `body` throws.
    func withLock<Result>(_ body: () throws -> Result) throws -> Result {
        do { try Self.makeFolder((path as NSString).deletingLastPathComponent) } catch {
            throw failure("write", error)
        }
        // A file of its own, because the other one is replaced. It stays: who removed it could
        // remove the lock that a third program holds.
        let descriptor = unsafe open(path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("lock") }
        defer { Glibc.close(descriptor) }
        for attempt in 1...Self.lockAttempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return try body() }
            guard errno == EWOULDBLOCK || errno == EINTR else { throw failure("lock") }
            if attempt < Self.lockAttempts { usleep(1_000) }
        }
        throw SharedFileError(action: "lock", path: path, reason: "another program is using it")
    }

    /// Replaces the file, under the lock only.
    func replace(with bytes: [UInt8]) throws(SharedFileError) -> Stamp {
        // A link, as people make them to keep their settings elsewhere, stays one.
        let target = URL(filePath: path).resolvingSymlinksInPath().path
        do {
            let handle = try Self.replace(target, with: Data(bytes))
            var status = stat()
            guard unsafe fstat(handle.fileDescriptor, &status) == 0 else { throw Self.lastError }
            return Stamp(status)
        } catch {
            throw failure("write", error)
        }
    }

    /// Renames the file, under the lock only, to a name that is free; returns it.
    func moveAside() throws(SharedFileError) -> String {
        for number in 1... {
            let aside = path + (number == 1 ? ".damaged" : ".damaged\(number)")
            // Does not follow a link, and says "exists" of one that leads nowhere.
            var status = stat()
            guard unsafe lstat(aside, &status) != 0 else { continue }
            guard errno == ENOENT, unsafe rename(path, aside) == 0 else {
                throw failure("move away")
            }
            return aside
        }
        throw SharedFileError(action: "move away", path: path, reason: "no name is free")
    }

    /// The failure of the system call just made, or another one.
    private func failure(
        _ action: String,
        _ error: any Error = SharedFile.lastError
    ) -> SharedFileError {
        let code = (error as? POSIXError)?.code.rawValue
        let reason = code.map { unsafe String(cString: strerror($0)) }
        return SharedFileError(
            action: action,
            path: path,
            reason: reason ?? error.localizedDescription
        )
    }

    // MARK: Files of one program

    /// Makes a folder for this user alone, if it is not there, and those that it is in.
    static func makeFolder(_ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: path,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    /// Writes a file beside the old one, and moves it in its place when it is on the disk: after a
    /// crash there is the one or the other.
    ///
    /// - Returns: the new file, for more to be appended.
    static func replace(_ path: String, with data: Data) throws -> FileHandle {
        let new = path + ".new"
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let descriptor = unsafe open(new, flags, 0o600)
        guard descriptor >= 0 else { throw lastError }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            // One that a crash left behind may have another mode.
            guard fchmod(descriptor, 0o600) == 0 else { throw lastError }
            try handle.write(contentsOf: data)
            try handle.synchronize()
            guard unsafe rename(new, path) == 0 else { throw lastError }
        } catch {
            _ = unsafe unlink(new)
            throw error
        }
        // The name is on the disk when the folder is; where that cannot be, the file is whole.
        let folder = (path as NSString).deletingLastPathComponent
        let directory = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            Glibc.close(directory)
        }
        return handle
    }

    private static var lastError: POSIXError { POSIXError(.init(rawValue: errno) ?? .EIO) }
}
