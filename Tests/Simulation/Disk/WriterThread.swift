package import Store

/// The work of a store's thread; of a store in a file the driver does it step by step.
package protocol WriterWork: AnyObject {
    func workToEnd() throws(StorageError)
    /// Takes what is queued; false when there is nothing to do.
    func takeQueue() -> Bool
    /// Does what was taken, in order; what has to wait for room on the disk stays.
    func work() throws(StorageError)
    /// How long to wait before what has no room is tried again; nil when nothing has to wait.
    var retryMilliseconds: UInt32? { get }
}

// Fibers work to the end.
extension WriterWork {
    package func takeQueue() -> Bool { false }
    package func work() throws(StorageError) {}
    package var retryMilliseconds: UInt32? { nil }
}

/// A store's thread in a simulated process.
///
/// The one thread of a store in a file runs when the driver says so, step by step; those of a store
/// that waits for others are fibers.
///
/// Unchecked: the one thread that runs a world is the writer's as well.
package struct WriterThread: ~Copyable, @unchecked Sendable {
    private let disk: SimulatedDisk
    private let fiber: Fiber?

    /// Hands the writer to the disk that it writes to, or to the process that it is a thread of.
    package init(
        running writer: sending any WriterWork,
        onFatal: @escaping @Sendable (StorageError) -> Never
    ) throws(StorageError) {
        let disk = SimulatedDisk.mounted
        fiber = disk.hasFibers ? Fiber(writer) : nil
        if let fiber { disk.fibers.append(fiber) } else { disk.writer = writer }
        self.disk = disk
    }

    package var isCurrent: Bool { false }

    /// Works to the end.
    package consuming func join() {
        guard fiber == nil else {
            fiber?.finish()
            return
        }
        do throws(StorageError) {
            try disk.writer?.workToEnd()
        } catch {
            disk.failure = error
        }
        disk.writer = nil
    }

    package consuming func detach() { disk.writer = nil }
}
