package import Store

/// The hold of a data directory, which a simulated process need not share.
package struct DirectoryLock: ~Copyable {
    package init(directory: String) throws(StorageError) {}

    package static func synchronize(directory: String) throws(StorageError) {}

    /// A failed system call: of those that a simulated disk has not.
    package static func failure(_ path: String, _ code: Int32) -> StorageError {
        .cannotOpen(path: path, reason: reason(code))
    }

    /// What the C library calls an error.
    package static func reason(_ code: Int32) -> String { "error \(code)" }
}
