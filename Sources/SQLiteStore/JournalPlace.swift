internal import Disk
internal import Glibc
package import Store

/// A data directory that is held while another journal is put into it.
package struct JournalPlace: ~Copyable {
    /// The directory.
    package let directory: String
    private let lock: DirectoryLock

    /// The name of a journal that is whole and takes the place of the one that is there.
    private static let restoredName = "/restored.sqlite"

    /// The journal's file and those that belong to it.
    private static let suffixes = ["", "-wal", "-journal"]

    /// Makes the directory if absent, and keeps others from it.
    ///
    /// - Throws: `inUse`, `cannotOpen` or `notWritable`.
    package init(directory: String) throws(StorageError) {
        let lock = try DirectoryLock(directory: directory)
        try Self.finish(directory)
        self.directory = directory
        self.lock = lock
    }

    /// Whether it holds a journal, or what is left of one.
    package var hasJournal: Bool {
        Self.suffixes.contains { System.exists(journalPath + $0) }
    }

    private var journalPath: String { directory + "/journal.sqlite" }
    var restoredPath: String { directory + Self.restoredName }

    /// The journal that it holds.
    ///
    /// - Throws: what opening it throws.
    package func journal() throws(StorageError) -> StoredJournal { try StoredJournal(in: self) }

    /// Puts a journal in place, and keeps the files that were there in a folder of this name.
    ///
    /// - Throws: `backupFailed`, `cannotOpen`, `notWritable` or `diskFailed`.
    package func put(_ draft: BackupDraft, keepingOldIn folder: String) throws(StorageError) {
        try keep(in: directory + "/" + folder)
        try draft.publish()
        try Self.finish(directory)
    }

    /// Ends what `put` began, also one that was killed: the restored journal has its name as soon
    /// as it is whole, and from then on it counts and nothing else.
    ///
    /// An old log must not lie beside the new database, as SQLite would take it for that one's; and
    /// the old database must not be opened without its log. So nobody opens any of them before all
    /// of this is done.
    static func finish(_ directory: String) throws(StorageError) {
        let (restored, journal) = (directory + restoredName, directory + "/journal.sqlite")
        guard System.exists(restored) else { return }
        for suffix in suffixes.dropFirst() where unsafe unlink(journal + suffix) != 0 {
            guard errno == ENOENT else { throw DirectoryLock.failure(journal + suffix, errno) }
        }
        try DirectoryLock.synchronize(directory: directory)
        guard unsafe rename(restored, journal) == 0 else {
            throw DirectoryLock.failure(journal, errno)
        }
        try DirectoryLock.synchronize(directory: directory)
    }

    /// Gives the files that are there second names.
    private func keep(in folder: String) throws(StorageError) {
        guard hasJournal else { return }
        guard unsafe mkdir(folder, 0o700) == 0 else { throw DirectoryLock.failure(folder, errno) }
        for suffix in Self.suffixes where System.exists(journalPath + suffix) {
            let kept = folder + "/journal.sqlite" + suffix
            guard unsafe link(journalPath + suffix, kept) == 0 else {
                throw DirectoryLock.failure(kept, errno)
            }
        }
        try DirectoryLock.synchronize(directory: folder)
        try DirectoryLock.synchronize(directory: directory)
    }
}
