import Glibc

/// The hold of a data directory, which a simulated process need not share.
struct DirectoryLock: ~Copyable {
    init(directory: String) throws(StorageError) {}

    static func synchronize(directory: String) throws(StorageError) {}

    /// A failed system call: of those that a simulated disk has not.
    static func failure(_ path: String, _ code: Int32) -> StorageError {
        .cannotOpen(path: path, reason: reason(code))
    }

    /// What the C library calls an error.
    static func reason(_ code: Int32) -> String { "error \(code)" }
}
