/// A file of a simulated disk: what programs read, and what of it would outlive the power.
final class SimulatedFile {
    /// A write that was not synced: what was there, and what is there now.
    private struct Write {
        let offset: Int
        let before: [UInt8]
        let after: [UInt8]
        let sizeBefore: Int
        let sizeAfter: Int
        var fate = Fate.open
    }

    /// What the power would do to a write.
    private enum Fate {
        /// It was not synced.
        case open
        /// A sync failed, and the kernel took the pages for clean: no later sync writes them.
        case doomed
        /// It was synced; kept because one before it is doomed.
        case safe
    }

    /// What programs read.
    private(set) var bytes: [UInt8] = []
    /// Writes since the last sync, or since one that failed, the oldest first.
    private var writes: [Write] = []
    /// Whether the file itself outlives the power.
    private(set) var isDurable = false

    /// Whether a power failure could lose something.
    var isDirty: Bool { writes.contains { $0.fate != .safe } || !isDurable }

    /// Bytes that the disk writes at a time: the power may come between two of them.
    private static let pageBytes = 4_096

    func write(_ new: ArraySlice<UInt8>, at offset: Int) {
        let room = Self.pageBytes - offset % Self.pageBytes
        writePage(new.prefix(room), at: offset)
        if new.count > room { write(new.dropFirst(room), at: offset + room) }
    }

    private func writePage(_ new: ArraySlice<UInt8>, at offset: Int) {
        let end = offset + new.count
        let sizeBefore = bytes.count
        let before = Array(bytes[min(offset, sizeBefore)..<min(end, sizeBefore)])
        put(new, at: offset)
        writes.append(
            Write(
                offset: offset,
                before: before,
                after: Array(new),
                sizeBefore: sizeBefore,
                sizeAfter: bytes.count
            )
        )
    }

    func truncate(to size: Int) {
        guard size < bytes.count else { return }
        writes.append(
            Write(
                offset: size,
                before: Array(bytes[size...]),
                after: [],
                sizeBefore: bytes.count,
                sizeAfter: size
            )
        )
        bytes.removeSubrange(size...)
    }

    /// Makes everything outlive the power.
    func synchronize() {
        isDurable = true
        guard writes.contains(where: { $0.fate == .doomed }) else {
            writes = []
            return
        }
        for index in writes.indices where writes[index].fate == .open { writes[index].fate = .safe }
    }

    func failToSynchronize() {
        for index in writes.indices where writes[index].fate == .open {
            writes[index].fate = .doomed
        }
    }

    /// The power fails: of the writes that were not synced, some are there, some are torn.
    ///
    /// - Parameter survives: whether the next 512 bytes of a write are there. Disks reorder what is
    ///   not synced, and write sectors whole.
    /// - Returns: whether the file is there at all.
    func losePower(survives: @escaping () -> Bool) -> Bool {
        for write in writes.reversed() {
            resize(to: write.sizeBefore)
            put(write.before[...], at: write.offset)
        }
        let isThere = isDurable || survives()
        for write in writes {
            let survives = write.fate == .safe ? { true } : survives
            if write.after.isEmpty {
                if survives() { resize(to: min(bytes.count, write.sizeAfter)) }
                continue
            }
            var start = 0
            while start < write.after.count {
                let sector = 512 - (write.offset + start) % 512
                let end = min(write.after.count, start + sector)
                if survives() { put(write.after[start..<end], at: write.offset + start) }
                start = end
            }
        }
        writes = []
        isDurable = true
        return isThere
    }

    /// What would be there of it if the power failed now, and lost all that it could; nil for
    /// nothing.
    func afterPowerCut() -> SimulatedFile? {
        let twin = SimulatedFile()
        (twin.bytes, twin.writes, twin.isDurable) = (bytes, writes, isDurable)
        return twin.losePower { false } ? twin : nil
    }

    /// A copy that is on the disk whole.
    func copy() -> SimulatedFile {
        let copy = SimulatedFile()
        copy.bytes = bytes
        copy.isDurable = true
        return copy
    }

    private func put(_ part: ArraySlice<UInt8>, at offset: Int) {
        guard !part.isEmpty else { return }
        if bytes.count < offset + part.count { resize(to: offset + part.count) }
        bytes.replaceSubrange(offset..<offset + part.count, with: part)
    }

    private func resize(to size: Int) {
        if size > bytes.count {
            bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
        } else {
            bytes.removeSubrange(size...)
        }
    }
}
