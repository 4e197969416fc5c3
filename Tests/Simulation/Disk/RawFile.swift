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

    /// Opens a file, making it if there is none.
    package init(making path: String) throws(StorageError) {
        disk = SimulatedDisk.mounted
        self.path = path
        file = disk.files[path] ?? SimulatedFile()
        disk.files[path] = file
    }

    /// Reads it whole.
    package func readAll() throws(StorageError) -> [UInt8] {
        if disk.isOff { throw failure(isFull: false) }
        return file.bytes
    }

    /// Cuts it to nothing.
    package func empty() throws(StorageError) {
        guard disk.takeOperation() == .done else { throw failure(isFull: false) }
        file.truncate(to: 0)
    }

    /// Reads what is at an offset into a buffer; returns how many bytes, 0 at the end.
    package func read(into chunk: inout [UInt8], at offset: Int) throws(StorageError) -> Int {
        if disk.isOff { throw failure(isFull: false) }
        let end = min(offset + chunk.count, file.bytes.count)
        guard offset < end else { return 0 }
        chunk.replaceSubrange(0..<end - offset, with: file.bytes[offset..<end])
        return end - offset
    }

    /// Writes bytes at an offset; returns how many of them.
    ///
    /// At most one page, so that the power may fail between two writes.
    package func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(StorageError) -> Int {
        let page = bytes.prefix(4_096)
        let growth = max(0, offset + page.count - file.bytes.count)
        let hasRoom = growth == 0 || disk.byteCount + growth <= disk.capacity
        guard hasRoom, !disk.refusesWrites else { throw failure(isFull: true) }
        let operation = disk.takeOperation()
        if operation != .refused { file.write(page, at: offset) }
        guard operation == .done else { throw failure(isFull: false) }
        return page.count
    }

    /// Makes what was written outlive the power.
    package func synchronize() throws(StorageError) {
        guard disk.synchronize(file) else { throw failure(isFull: false) }
    }

    private func failure(isFull: Bool) -> StorageError {
        .diskFailed(path: path, reason: isFull ? "no space left" : "I/O error", isFull: isFull)
    }
}
