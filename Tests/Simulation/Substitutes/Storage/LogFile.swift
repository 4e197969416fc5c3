/// The write-ahead log as a file of a simulated disk.
enum LogFile {
    /// Writes a log that a crash left over what it is, and syncs it.
    static func secure(_ path: String) throws(StorageError) {
        let disk = SimulatedDisk.mounted
        guard let file = disk.files[path], !file.bytes.isEmpty else { return }
        guard disk.takeOperation() == .done, !disk.nextSyncFails else {
            if disk.nextSyncFails { file.failToSynchronize() }
            disk.nextSyncFails = false
            throw .cannotOpen(path: path, reason: "I/O error")
        }
        file.rewrite()
    }
}
