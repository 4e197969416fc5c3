import Glibc
package import Store

/// What the journal asks the operating system for besides files.
package enum System {
    /// Lets the calling thread sleep.
    package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }

    /// Milliseconds of a clock that never jumps.
    package static var milliseconds: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
    }

    /// The size of a file in bytes; 0 when there is none.
    package static func size(of path: String) -> Int { identity(of: path)?.bytes ?? 0 }

    /// The bytes that are free where a directory is; nil when the system does not say.
    package static func freeBytes(of path: String) -> Int? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        // No disk has 2^63 bytes.
        return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
    }

    /// Which file has a name.
    package struct FileIdentity {
        /// The device that it is on.
        package let device: UInt64
        /// Its number there.
        package let number: UInt64
        /// Its size.
        package let bytes: Int
    }

    /// Which file has a name; nil when none has.
    package static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        // The pointer that a call would make of a string is to a copy of it.
        guard unsafe path.withCString({ unsafe stat($0, &status) }) == 0 else { return nil }
        return FileIdentity(
            device: UInt64(status.st_dev),
            number: UInt64(status.st_ino),
            bytes: Int(status.st_size)
        )
    }

    /// Writes a line to standard error and exits with 70 (EX_SOFTWARE).
    package static func end(saying text: String) -> Never {
        let line = Array("\(text)\n".utf8)
        unsafe line.withUnsafeBytes { bytes in
            _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
        // Not exit(3): handlers that run at exit could wait for the thread that calls this.
        _exit(70)
    }

    /// Whether there is something of that name.
    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}

/// A file that is read and written by system calls: SQLite does not have it open.
package struct RawFile: ~Copyable {
    private let path: String
    private let descriptor: Int32

    /// Opens a file; nil when there is none.
    ///
    /// - Throws: `cannotOpen`, `notWritable` or `diskFailed`, like all that follows.
    package init?(_ path: String) throws(StorageError) {
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw DirectoryLock.failure(path, errno) }
        self.path = path
        self.descriptor = descriptor
    }

    /// Opens a file, making it for its owner only if there is none.
    package init(making path: String) throws(StorageError) {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw DirectoryLock.failure(path, errno) }
        self.path = path
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Reads what is at an offset into a buffer; returns how many bytes, 0 at the end.
    package func read(into chunk: inout [UInt8], at offset: Int) throws(StorageError) -> Int {
        let count = unsafe pread(descriptor, &chunk, chunk.count, offset)
        guard count >= 0 else { throw DirectoryLock.failure(path, errno) }
        return count
    }

    /// Reads it whole.
    package func readAll() throws(StorageError) -> [UInt8] {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = try read(into: &chunk, at: all.count)
            if count == 0 { return all }
            all += chunk[..<count]
        }
    }

    /// Writes bytes at an offset; returns how many of them, at least one.
    package func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(StorageError) -> Int {
        let written = unsafe bytes.withUnsafeBytes { buffer in
            unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, offset)
        }
        guard written > 0 else { throw DirectoryLock.failure(path, errno) }
        return written
    }

    /// Cuts it to nothing.
    package func empty() throws(StorageError) {
        guard ftruncate(descriptor, 0) == 0 else { throw DirectoryLock.failure(path, errno) }
    }

    /// Makes what was written outlive the power.
    ///
    /// - Throws: `diskFailed`, after which nobody knows what the disk has: also for want of room.
    package func synchronize() throws(StorageError) {
        guard fdatasync(descriptor) == 0 else {
            throw .diskFailed(path: path, reason: DirectoryLock.reason(errno), isFull: false)
        }
    }
}
