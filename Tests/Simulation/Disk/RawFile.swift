package import Store

/// A file of a simulated disk, read and written while SQLite has it closed.
package struct RawFile: ~Copyable {
    private let path: String
    private let disk: SimulatedDisk
    private let file: SimulatedFile

    /// Opens a file; nil when there is none.
    package init?(_ path: String) throws(StorageError) {
        disk = SimulatedDisk.mounted
        self.path = path
        guard let file = disk.files[path] else { return nil }
        self.file = file
    }

    /// Reads what is at an offset into a buffer; returns how many bytes, 0 at the end.
    package func read(into chunk: inout [UInt8], at offset: Int) throws(StorageError) -> Int {
        if disk.isOff { throw failure(isFull: false) }
        let end = min(offset + chunk.count, file.bytes.count)
        guard offset < end else { return 0 }
        chunk.replaceSubrange(0..<end - offset, with: file.bytes[offset..<end])
        return end - offset
    }

    /// Writes the first bytes of a buffer at an offset; returns how many of them.
    ///
    /// At most one page, so that the power may fail between two writes.
    package func write(_ chunk: [UInt8], count: Int, at offset: Int) throws(StorageError) -> Int {
        if disk.refusesWrites { throw failure(isFull: true) }
        let operation = disk.takeOperation()
        let count = min(count, 4_096)
        if operation != .refused { file.write(chunk[..<count], at: offset) }
        guard operation == .done else { throw failure(isFull: false) }
        return count
    }

    /// Makes what was written outlive the power.
    package func synchronize() throws(StorageError) {
        guard disk.synchronize(file) else { throw failure(isFull: false) }
    }

    private func failure(isFull: Bool) -> StorageError {
        .diskFailed(path: path, reason: isFull ? "no space left" : "I/O error", isFull: isFull)
    }
}
