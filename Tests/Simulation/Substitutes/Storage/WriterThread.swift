/// The writer of a simulated process: it runs when the driver says so.
///
/// Unchecked: the one thread that runs a world is the writer's as well.
struct WriterThread: ~Copyable, @unchecked Sendable {
    private let disk: SimulatedDisk

    /// Hands the writer to the disk that it writes to.
    init(running writer: sending JournalWriter) throws(StorageError) {
        let disk = SimulatedDisk.mounted
        disk.writer = writer
        self.disk = disk
    }

    /// Whether the caller runs on this thread.
    var isCurrent: Bool { false }

    /// Works to the end.
    consuming func join() {
        do throws(StorageError) {
            try disk.writer?.workToEnd()
        } catch {
            disk.failure = error
        }
        disk.writer = nil
    }

    /// Lets the thread end on its own.
    consuming func detach() { disk.writer = nil }
}
