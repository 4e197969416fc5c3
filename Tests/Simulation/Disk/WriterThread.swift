package import Store

/// The work of a store's thread.
package protocol WriterWork: AnyObject {
    func workToEnd() throws(StorageError)
    func takeQueue() -> Bool
    func work() throws(StorageError)
    var retryMilliseconds: UInt32? { get }
}

/// The writer of a simulated process: it runs when the driver says so.
///
/// Unchecked: the one thread that runs a world is the writer's as well.
package struct WriterThread: ~Copyable, @unchecked Sendable {
    private let disk: SimulatedDisk

    /// Hands the writer to the disk that it writes to.
    package init(
        running writer: sending any WriterWork,
        onFatal: @escaping @Sendable (StorageError) -> Never
    ) throws(StorageError) {
        let disk = SimulatedDisk.mounted
        disk.writer = writer
        self.disk = disk
    }

    package var isCurrent: Bool { false }

    /// Works to the end.
    package consuming func join() {
        do throws(StorageError) {
            try disk.writer?.workToEnd()
        } catch {
            disk.failure = error
        }
        disk.writer = nil
    }

    package consuming func detach() { disk.writer = nil }
}
