internal import Glibc
package import Store

/// A file that is read and written by system calls, while SQLite has it closed.
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

    deinit { close(descriptor) }

    /// Reads what is at an offset into a buffer; returns how many bytes, 0 at the end.
    package func read(into chunk: inout [UInt8], at offset: Int) throws(StorageError) -> Int {
        let count = unsafe pread(descriptor, &chunk, chunk.count, offset)
        guard count >= 0 else { throw DirectoryLock.failure(path, errno) }
        return count
    }

    /// Writes the first bytes of a buffer at an offset; returns how many of them, at least one.
    package func write(_ chunk: [UInt8], count: Int, at offset: Int) throws(StorageError) -> Int {
        let written = unsafe pwrite(descriptor, chunk, count, offset)
        guard written > 0 else { throw DirectoryLock.failure(path, errno) }
        return written
    }

    /// Makes what was written outlive the power.
    package func synchronize() throws(StorageError) {
        guard fdatasync(descriptor) == 0 else { throw DirectoryLock.failure(path, errno) }
    }
}
