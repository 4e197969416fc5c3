internal import Disk
internal import Store

/// The log that has the entries of small commits before SQLite commits them.
///
/// A commit of SQLite writes each page that changed, whole. Here the entries of a commit are one
/// record of as few blocks as hold them, written and synced once. When SQLite commits them, with
/// many others, it gives the table `commit_log` another salt. From then on the records count no
/// more, and the next is written over the first.
///
/// A record counts if it has the salt and its place, and its checksum is right. Of the last one any
/// part may be missing: it was being written, and nobody was answered. The upper half of a salt is
/// a number that grows: a record with a greater one than the table's tells that SQLite's file or
/// its log was lost.
final class CommitLog {
    /// What the name of the file ends with, after that of the database.
    static let suffix = "-commits"

    /// What a disk writes at once: each record begins with one.
    private static let blockBytes = 4_096
    /// The mark, the salt, the place in the file, the bytes of the entries, the checksum.
    private static let headBytes = 40
    private static let checksumOffset = 32
    /// "EmSyLog1".
    private static let mark: Int64 = 0x3167_6F4C_7953_6D45
    /// A commit with more entries than this many bytes is SQLite's.
    static let recordBytesMax = 1 << 20

    private let path: String
    private let file: RawFile
    private var salt: Int64
    /// Where the next record goes.
    private(set) var end = 0
    /// A head yet to be filled in, and the entries that were added.
    private var record = [UInt8](repeating: 0, count: headBytes)

    /// Opens the log of a database, making it if absent.
    ///
    /// - Throws: `cannotOpen` or `notWritable`.
    init(of database: String, salt: Int64) throws(StorageError) {
        path = database + Self.suffix
        file = try RawFile(making: path)
        self.salt = salt
    }

    /// Adds an entry to the next record; false if that would be too long, or the entry is of a kind
    /// that SQLite alone stores.
    func add(_ entry: JournalEntry) -> Bool {
        guard record.count + entry.byteCount <= Self.recordBytesMax else { return false }
        return entry.encode(into: &record)
    }

    /// Drops what was added and not written.
    func dropEntries() {
        record.removeAll(keepingCapacity: true)
        record.append(contentsOf: repeatElement(0, count: Self.headBytes))
    }

    /// Writes what was added as a record, and syncs it.
    ///
    /// - Throws: `diskFailed`.
    func write() throws(StorageError) {
        let count = record.count - Self.headBytes
        let padding = -record.count & (Self.blockBytes - 1)
        record.append(contentsOf: repeatElement(0, count: padding))
        record.put(Self.mark, at: 0)
        record.put(salt, at: 8)
        record.put(Int64(end), at: 16)
        record.put(Int64(count), at: 24)
        record.put(Self.checksum(record[...]), at: Self.checksumOffset)
        var written = 0
        while written < record.count {
            written += try file.write(record[written...], at: end + written)
        }
        try file.synchronize()
        end += record.count
        dropEntries()
    }

    /// Starts over, after SQLite has committed every entry.
    func restart(salt: Int64) {
        self.salt = salt
        end = 0
        dropEntries()
    }

    /// Empties the file, which holds nothing that counts.
    func empty() throws(StorageError) { try file.empty() }

    /// Calls `body` for the entries of all records, in order.
    ///
    /// - Throws: `corrupt` when a record is damaged that is not the last, or the first is newer
    ///   than the tables; or what `body` throws.
    /// - Complexity: O(bytes of the file), which is read whole.
    func read(
        _ body: (JournalEntry) throws(StorageError) -> Void
    ) throws(StorageError) {
        let bytes = try file.readAll()
        if let first = Self.record(at: 0, in: bytes), first.salt >> 32 > salt >> 32 {
            throw .corrupt(what: "\(path) is newer than the tables: SQLite's file or log was lost")
        }
        var place = 0
        while let count = count(of: place, in: bytes) {
            var reader = EntryReader(bytes[place + Self.headBytes..<place + count])
            while !reader.isAtEnd {
                guard let entry = reader.entry() else { throw damage(at: place) }
                try body(entry)
            }
            place += Self.blocks(count)
        }
        // What was written here once is read again.
        guard place >= end else { throw damage(at: place) }
        end = place
        // One that was being written has none after it.
        for later in stride(from: place, to: bytes.count, by: Self.blockBytes)
        where count(of: later, in: bytes) != nil { throw damage(at: place) }
    }

    private func damage(at place: Int) -> StorageError {
        .corrupt(what: "\(path): the record at \(place) is not as it was written")
    }

    /// The bytes of the record at a place that counts, without its padding; nil when there is none.
    private func count(of place: Int, in bytes: [UInt8]) -> Int? {
        guard let record = Self.record(at: place, in: bytes), record.salt == salt else {
            return nil
        }
        return record.count
    }

    private static func record(at place: Int, in bytes: [UInt8]) -> (salt: Int64, count: Int)? {
        guard place + headBytes <= bytes.count, bytes.word(at: place) == mark,
            bytes.word(at: place + 16) == Int64(place)
        else { return nil }
        let count = bytes.word(at: place + 24)
        guard count > 0, count <= Int64(recordBytesMax) else { return nil }
        let end = place + blocks(headBytes + Int(count))
        guard end <= bytes.count else { return nil }
        var record = bytes[place..<end]
        let found = bytes.word(at: place + checksumOffset)
        record.put(0, at: place + checksumOffset)
        guard checksum(record) == found else { return nil }
        return (bytes.word(at: place + 8), headBytes + Int(count))
    }

    private static func blocks(_ count: Int) -> Int {
        (count + blockBytes - 1) & ~(blockBytes - 1)
    }

    /// Of whole words; each changes all that follow.
    private static func checksum(_ record: ArraySlice<UInt8>) -> Int64 {
        var sum: UInt64 = 0
        unsafe record.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 8) {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                sum = (sum ^ UInt64(littleEndian: word)) &* 0x9E37_79B9_7F4A_7C15
                sum ^= sum >> 32
            }
        }
        return Int64(bitPattern: sum)
    }
}

extension RangeReplaceableCollection<UInt8> where Self: MutableCollection, Index == Int {
    /// Writes an integer over eight bytes, the low byte first.
    fileprivate mutating func put(_ value: Int64, at offset: Int) {
        for index in 0..<8 {
            self[offset + index] = UInt8(truncatingIfNeeded: value >> (index * 8))
        }
    }

    /// Appends the eight bytes of an integer, the low byte first.
    fileprivate mutating func append(_ value: Int64) {
        unsafe withUnsafeBytes(of: value.littleEndian) { unsafe append(contentsOf: $0) }
    }

    /// The integer in eight bytes that are there.
    fileprivate func word(at offset: Int) -> Int64 {
        (0..<8).reduce(0) { $0 | Int64(self[offset + $1]) << ($1 * 8) }
    }
}

extension JournalEntry {
    /// The first byte of an entry: what it is.
    fileprivate enum Kind: UInt8 {
        /// An edit or a refusal of before edits had marks.
        case formerEdit = 1
        case formerRefusal = 2
        case client = 3
        case edit = 4
        case refusal = 5
    }

    /// Appends its bytes; false for a kind that has none.
    fileprivate func encode(into bytes: inout [UInt8]) -> Bool {
        func begin(_ kind: Kind, _ count: Int) {
            bytes.append(kind.rawValue)
            bytes.append(Int64(count))
            bytes.append(document)
        }
        switch self {
        case .edit(_, let edit):
            begin(.edit, edit.body.count)
            bytes.append(edit.revision)
            bytes.append(edit.client)
            bytes.append(edit.seq)
            bytes.append(Int64(bitPattern: edit.mark))
            bytes.append(edit.counter)
            bytes.append(edit.time)
            bytes.append(Int64(bitPattern: edit.chain))
            bytes.append(contentsOf: edit.body)
        case .refusal(_, let client, let seq, let mark, let code):
            begin(.refusal, code.utf8.count)
            bytes.append(client)
            bytes.append(seq)
            bytes.append(Int64(bitPattern: mark))
            bytes.append(contentsOf: code.utf8)
        case .client(_, let number, let key):
            begin(.client, key.count)
            bytes.append(number)
            bytes.append(contentsOf: key)
        case .snapshot, .image: return false
        }
        return true
    }
}

/// Reads the entries of a record back.
private struct EntryReader {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    var isAtEnd: Bool { bytes.isEmpty }

    /// The next entry; nil when these are no bytes of one.
    mutating func entry() -> JournalEntry? {
        guard let first = bytes.popFirst(), let kind = JournalEntry.Kind(rawValue: first),
            let count = integer(), let document = integer()
        else { return nil }
        switch kind {
        case .edit, .formerEdit:
            guard let revision = integer(), let client = integer(), let seq = integer(),
                let mark = mark(kind, client, seq),
                let counter = kind == .edit ? integer() : 0,
                let time = integer(), let chain = integer(), let body = part(count)
            else { return nil }
            let edit = StoredEdit(
                revision: revision,
                client: client,
                seq: seq,
                mark: mark,
                counter: counter,
                time: time,
                body: body,
                chain: UInt64(bitPattern: chain)
            )
            return .edit(document: document, edit)
        case .refusal, .formerRefusal:
            guard let client = integer(), let seq = integer(),
                let mark = mark(kind, client, seq), let code = part(count)
            else { return nil }
            return .refusal(
                document: document,
                client: client,
                seq: seq,
                mark: mark,
                code: String(decoding: code, as: UTF8.self)
            )
        case .client:
            guard let number = integer(), let key = part(count), key.count == 16
            else { return nil }
            return .client(document: document, number: number, key: key)
        }
    }

    private mutating func mark(
        _ kind: JournalEntry.Kind,
        _ client: Int64,
        _ seq: Int64
    ) -> UInt64? {
        switch kind {
        case .formerEdit, .formerRefusal: .formerMark(client: client, seq: seq)
        case .edit, .refusal, .client: integer().map { UInt64(bitPattern: $0) }
        }
    }

    private mutating func integer() -> Int64? {
        guard bytes.count >= 8 else { return nil }
        defer { bytes.removeFirst(8) }
        return bytes.word(at: bytes.startIndex)
    }

    private mutating func part(_ count: Int64) -> [UInt8]? {
        guard count >= 0, count <= Int64(bytes.count) else { return nil }
        defer { bytes.removeFirst(Int(count)) }
        return Array(bytes.prefix(Int(count)))
    }
}
