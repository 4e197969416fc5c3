internal import Disk
internal import Store

/// The write-ahead log as a file, before SQLite opens it.
enum LogFile {
    private static let chunkBytes = 1 << 20

    /// Writes a log that a crash left over what it is, and syncs it.
    ///
    /// A process that was killed between writing a commit and syncing it leaves what looks like a
    /// commit, and SQLite takes it for one: nobody may see it before the disk has it, or the power
    /// could take it back.
    ///
    /// After a failed fsync the kernel may take the pages for clean: they are read back as they
    /// were written, and a later fsync succeeds, but the disk never had them (PostgreSQL's
    /// "fsyncgate"). A checkpoint would then put their content into the database, and the next
    /// power failure bring back the older log, which would be replayed over it. Written again, they
    /// are on the disk, or the disk says that they are not.
    ///
    /// - Throws: `cannotOpen`, `notWritable` or `diskFailed` with the path.
    static func secure(_ path: String) throws(StorageError) {
        guard let file = try RawFile(path) else { return }
        var chunk = [UInt8](repeating: 0, count: chunkBytes)
        var offset = 0
        while true {
            let count = try file.read(into: &chunk, at: offset)
            if count == 0 { break }
            // The rest of a short write comes with the next chunk.
            offset += try file.write(chunk, count: count, at: offset)
        }
        if offset > 0 { try file.synchronize() }
    }
}
