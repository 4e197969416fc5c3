package import Store

/// A disk whose power fails, that runs full, and that breaks its word only where disks do.
///
/// SQLite reaches it by the default VFS of the process. The one that is mounted is the one that is
/// opened next.
package final class SimulatedDisk {
    /// The disk that files are opened on.
    ///
    /// Safe: one thread runs a world, and a process has one world at a time.
    @safe nonisolated(unsafe) package static var mounted = SimulatedDisk()

    var files: [String: SimulatedFile] = [:]
    /// The state of what SQLite takes for chance.
    var randomness: UInt64 = 1
    /// The mount: handles of an earlier one reach nothing.
    private(set) var mount = 0
    /// True if the store runs on fibers, because it waits for a database.
    package var hasFibers = false
    /// Those threads, of the process that runs now.
    package internal(set) var fibers: [Fiber] = []
    /// The writer of the process that runs now.
    var writer: (any WriterWork)?
    /// Whether the writer has something to do; the driver clears it.
    package var isRung = false
    /// Why the writer ended the process.
    package internal(set) var failure: StorageError?
    /// Writes and syncs until the power fails in the middle of one; nil for not.
    package var operationsLeft: Int?
    /// Whether the power is off.
    package private(set) var isOff = false
    /// Whether the next sync fails.
    package var nextSyncFails = false
    /// Whether a sync failed while the process ran.
    package private(set) var hasFailed = false
    /// Whether there is no room even for what is written over, as on a file system that copies.
    package var refusesWrites = false
    /// Bytes that all files may have together.
    package var capacity = Int.max
    /// Begins SQLite's chance anew, so that a run does not depend on those before it.
    package static func forgetChance() { SimulatedVFS.forgetChance() }

    /// Makes an empty disk.
    package init() { SimulatedVFS.install() }

    /// Lets the writer take what is queued, to be done by `runWriter`.
    package func takeQueue() {
        _ = writer?.takeQueue()
    }

    /// Lets the writer do what it took; false when that ended the process.
    package func runWriter() -> Bool {
        do throws(StorageError) {
            try writer?.work()
            // Whoever posts now rings.
            isRung = writer?.takeQueue() ?? false
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Microseconds until the writer tries again what has no room; nil when nothing has to wait.
    package var retryMicroseconds: Int? {
        writer?.retryMilliseconds.map { Int($0) * 1_000 }
    }

    /// Why the writer ended the process; empty when it did not.
    package var failureText: String { failure.map(String.init(describing:)) ?? "" }

    /// Lets nothing more of the process reach the disk.
    package func detach() {
        isOff = true
        for fiber in fibers { fiber.die() }
    }

    /// Ends the process: what it wrote is there, synced or not.
    package func endProcess() {
        mount += 1
        writer = nil
        fibers = []
        isOff = false
        operationsLeft = nil
        nextSyncFails = false
        hasFailed = false
        failure = nil
    }

    /// Ends the process and the power with it.
    ///
    /// - Parameter survives: whether the next sector that was not synced is there.
    package func losePower(survives: @escaping () -> Bool) {
        for (name, file) in files.sorted(by: { $0.key < $1.key })
        where file.isDirty && !file.losePower(survives: survives) {
            files[name] = nil
        }
        endProcess()
    }

    /// A copy of what is on the disk now, as a backup has it that was made while nobody wrote.
    package func copy() -> SimulatedDisk {
        let copy = SimulatedDisk()
        copy.files = files.mapValues { $0.copy() }
        return copy
    }

    /// Puts what another disk holds in place.
    package func restore(_ backup: SimulatedDisk) {
        files = backup.files.mapValues { $0.copy() }
    }

    /// What would be there if the power failed now, and lost all that it could.
    package func afterPowerCut() -> SimulatedDisk {
        let twin = SimulatedDisk()
        twin.files = files.compactMapValues { $0.afterPowerCut() }
        return twin
    }

    /// What all files hold, by name.
    package var contents: [(name: String, bytes: [UInt8])] {
        files.sorted { $0.key < $1.key }.map { ($0.key, $0.value.bytes) }
    }

    /// Leaves room for so many bytes more.
    package func fill(leaving room: Int) { capacity = byteCount + room }

    var byteCount: Int { files.values.reduce(0) { $0 + $1.bytes.count } }

    /// Syncs a file; false when that fails.
    func synchronize(_ file: SimulatedFile) -> Bool {
        guard takeOperation() == .done else { return false }
        guard !nextSyncFails else {
            nextSyncFails = false
            hasFailed = true
            file.failToSynchronize()
            return false
        }
        file.synchronize()
        return true
    }

    /// What becomes of a write or a sync.
    enum Operation { case done, last, refused }

    /// Counts a write or a sync; the power fails with the last one.
    func takeOperation() -> Operation {
        guard !isOff else { return .refused }
        guard let left = operationsLeft else { return .done }
        operationsLeft = left - 1
        guard left == 0 else { return .done }
        isOff = true
        return .last
    }
}
