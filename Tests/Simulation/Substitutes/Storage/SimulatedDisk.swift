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
    /// The writer of the process that runs now.
    var writer: JournalWriter?
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
    /// Whether there is no room even for what is written over, as on a file system that copies.
    package var refusesWrites = false
    /// Bytes that all files may have together.
    package var capacity = Int.max
    /// How many syncs there were.
    package internal(set) var syncCount = 0

    /// Makes an empty disk.
    package init() { SimulatedVFS.install() }

    /// Lets the writer take what is queued, to be done by `runWriter`.
    package func takeQueue() {
        guard let writer else { return }
        _ = writer.mailbox.take(into: &writer.commands, patience: .none)
    }

    /// Lets the writer do what it took; false when that ended the process.
    package func runWriter() -> Bool {
        do throws(StorageError) {
            try writer?.work()
            // Whoever posts now rings.
            if writer?.commands.isEmpty ?? false { takeQueue() }
            isRung = !(writer?.commands.isEmpty ?? true)
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Why the writer ended the process; empty when it did not.
    package var failureText: String { failure.map(String.init(describing:)) ?? "" }

    /// Lets nothing more of the process reach the disk.
    package func detach() { isOff = true }

    /// Ends the process: what it wrote is there, synced or not.
    package func endProcess() {
        mount += 1
        writer = nil
        isOff = false
        operationsLeft = nil
        nextSyncFails = false
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

    /// Flips one bit of the named file.
    package func flip(bit: Int, of suffix: String) {
        for (name, file) in files where name.hasSuffix(suffix) { file.flip(bit: bit) }
    }

    /// Leaves room for so many bytes more.
    package func fill(leaving room: Int) { capacity = byteCount + room }

    var byteCount: Int { files.values.reduce(0) { $0 + $1.bytes.count } }

    /// Counts a write or a sync; false when the power is off, or fails with it.
    func takeOperation() -> Bool {
        guard !isOff else { return false }
        guard let left = operationsLeft else { return true }
        if left == 0 { isOff = true }
        operationsLeft = left - 1
        return !isOff
    }
}
