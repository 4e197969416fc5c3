internal import Disk
internal import Glibc
internal import Store
internal import StoreTables

/// The log that has the entries of small commits before SQLite commits them.
///
/// A commit of SQLite writes each page that changed, whole. Here the entries of a commit are one
/// record of as few blocks as hold them, written and synced once. When SQLite commits them, with
/// many others, it gives the table `commit_log` another salt. From then on the records count no
/// more, and the next is written over the first.
///
/// A record counts if it has the salt and its place, and its checksum is right. Of the last one any
/// part may be missing: it was being written, and nobody was answered.
///
/// Each run of the server has a log of its own, whose first block names it. No record is written
/// over that block, so the tables can say which log they count on (`CommitLogRow`).
final class CommitLog {
    /// What the name of the file ends with, after that of the database.
    static let suffix = "-commits"

    /// The mark, the salt, the place in the file, the bytes of the entries, the checksum.
    private static let headBytes = 40
    private static let checksumOffset = 32
    /// "EmSyLog1".
    private static let mark: Int64 = 0x3167_6F4C_7953_6D45
    /// "EmSyHead": begins the first block, which the name of the log and a checksum follow.
    private static let nameMark: Int64 = 0x6461_6548_7953_6D45
    /// A commit with more entries than this many bytes is SQLite's.
    static let recordBytesMax = 1 << 20

    private let path: String
    private let file: RawFile
    private var salt: Int64
    /// The place of the first record.
    private var start: Int
    /// The place of the next record.
    private(set) var end: Int
    /// A head yet to be filled in, and the entries that were added.
    private var record = [UInt8](repeating: 0, count: headBytes)

    /// Opens the log of a database, making it if absent.
    ///
    /// `bytes` is the least size of the log, which its witness tells.
    ///
    /// - Throws: `cannotOpen` or `notWritable`.
    init(of database: String, row: CommitLogRow, holding bytes: Int64) throws(StorageError) {
        path = database + Self.suffix
        file = try RawFile(making: path)
        salt = row.salt
        // That of an older version has no name, and begins with a record.
        start = row.log == 0 ? 0 : Block.byteCount
        end = max(start, Int(bytes))
    }

    /// True if records of the log count.
    var hasRecords: Bool { end > start }

    /// The name of the log of a database, and the salt of its first record; nil for what it lacks.
    static func identity(
        of database: String
    ) throws(StorageError) -> (name: Int64?, firstSalt: Int64?) {
        guard let file = try RawFile(database + suffix) else { return (nil, nil) }
        let bytes = try file.readAll()
        let hasName =
            bytes.count >= Block.byteCount && bytes.word(at: 0) == nameMark
            && bytes.word(at: 16) == Block.checksum(bytes[..<16])
        let first = record(at: Block.byteCount, in: bytes) ?? record(at: 0, in: bytes)
        return (hasName ? bytes.word(at: 8) : nil, first?.salt)
    }

    /// Keeps a log with records apart that is another journal's, whose edits it may hold alone.
    ///
    /// - Throws: `cannotOpen`.
    static func setAsideForeign(of database: String, _ row: CommitLogRow) throws(StorageError) {
        guard let salt = try identity(of: database).firstSalt, !row.isOfJournal(salt) else {
            return
        }
        let (path, apart) = (database + suffix, "\(database + suffix)-\(salt >> 32)")
        guard unsafe rename(path, apart) == 0 else { throw DirectoryLock.failure(apart, errno) }
    }

    /// Begins the log of another run, when the tables have all that the one of before held.
    ///
    /// - Throws: `diskFailed`.
    func begin(name: Int64) throws(StorageError) {
        precondition(!hasRecords, "The tables have what a log holds before another begins.")
        var block = [UInt8](repeating: 0, count: Block.byteCount)
        block.put(Self.nameMark, at: 0)
        block.put(name, at: 8)
        block.put(Block.checksum(block[..<16]), at: 16)
        try write(block, at: 0)
        try file.synchronize()
        start = Block.byteCount
        end = start
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
        let padding = Block.rounded(record.count) - record.count
        record.append(contentsOf: repeatElement(0, count: padding))
        record.put(Self.mark, at: 0)
        record.put(salt, at: 8)
        record.put(Int64(end), at: 16)
        record.put(Int64(count), at: 24)
        record.put(Block.checksum(record[...]), at: Self.checksumOffset)
        try write(record, at: end)
        try file.synchronize()
        end += record.count
        dropEntries()
    }

    private func write(_ bytes: [UInt8], at place: Int) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            written += try file.write(bytes[written...], at: place + written)
        }
    }

    /// Starts over, after SQLite has committed every entry.
    func restart(salt: Int64) {
        self.salt = salt
        end = start
        dropEntries()
    }

    /// Empties the file, which holds nothing that counts.
    func empty() throws(StorageError) { try file.empty() }

    /// Calls `body` for the entries of all records, in order.
    ///
    /// - Throws: `corrupt` when a record is damaged that is not the last; or what `body` throws.
    /// - Complexity: O(bytes of the file), which is read whole.
    func read(
        _ body: (JournalEntry) throws(StorageError) -> Void
    ) throws(StorageError) {
        let bytes = try file.readAll()
        var place = start
        while let count = count(of: place, in: bytes) {
            var reader = EntryReader(bytes[place + Self.headBytes..<place + count])
            while !reader.isAtEnd {
                guard let entry = reader.entry() else { throw damage(at: place) }
                try body(entry)
            }
            place += Block.rounded(count)
        }
        // What was written here once is read again.
        guard place >= end else {
            guard bytes.count >= end else {
                throw .incomplete(path: path, what: "was cut short, or is older")
            }
            throw damage(at: place)
        }
        end = place
        // One that was being written has none after it.
        for later in stride(from: place, to: bytes.count, by: Block.byteCount)
        where count(of: later, in: bytes) != nil { throw damage(at: place) }
    }

    /// Writes what is left of the log of a database into a copy of that, as far as it goes on.
    ///
    /// - Throws: what reading the log, or writing the copy, gives.
    static func replay(of database: Database, into draft: BackupDraft) throws(StorageError) {
        let row = try CommitLogRow(of: database)
        guard row.isOpen, try identity(of: database.path).name == row.log else { return }
        let log = try CommitLog(of: database.path, row: row, holding: 0)
        let copy = try Database(file: draft.path, isReadOnly: false)
        let tables = try Tables(Statements(copy), DocumentIndex(), JournalOptions())
        try copy.execute("BEGIN", "begin")
        do throws(StorageError) {
            try log.read { entry throws(StorageError) in
                guard try tables.entries.isNext(entry) else { throw log.damage(at: log.end) }
                try tables.entries.write(entry)
            }
        } catch {
            guard case .corrupt = error else { throw error }
        }
        try copy.execute("COMMIT", "commit")
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
        let end = place + Block.rounded(headBytes + Int(count))
        guard end <= bytes.count else { return nil }
        var record = bytes[place..<end]
        let found = bytes.word(at: place + checksumOffset)
        record.put(0, at: place + checksumOffset)
        guard Block.checksum(record) == found else { return nil }
        return (bytes.word(at: place + 8), headBytes + Int(count))
    }
}

/// The unit in which a disk writes.
enum Block {
    static let byteCount = 4_096

    /// Rounds a number of bytes up to whole blocks.
    static func rounded(_ count: Int) -> Int { (count + byteCount - 1) & ~(byteCount - 1) }

    /// A checksum of whole words, of which each changes all that follow.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> Int64 {
        var sum: UInt64 = 0
        unsafe bytes.withUnsafeBytes { bytes in
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
    mutating func put(_ value: Int64, at offset: Int) {
        for index in 0..<8 {
            self[offset + index] = UInt8(truncatingIfNeeded: value >> (index * 8))
        }
    }

    /// The integer in eight bytes that are there.
    func word(at offset: Int) -> Int64 {
        (0..<8).reduce(0) { $0 | Int64(self[offset + $1]) << ($1 * 8) }
    }
}

extension [UInt8] {
    /// Appends the eight bytes of each integer, the low byte first.
    fileprivate mutating func append<let count: Int>(_ values: [count of Int64]) {
        var values = values
        for index in values.indices { values[index] = values[index].littleEndian }
        unsafe Swift.withUnsafeBytes(of: values) { unsafe append(contentsOf: $0) }
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
        switch self {
        case .edit(_, let edit):
            bytes.append(Kind.edit.rawValue)
            bytes.append([
                Int64(edit.body.count), document, edit.revision, edit.client, edit.seq,
                Int64(bitPattern: edit.mark), edit.counter, edit.time,
                Int64(bitPattern: edit.chain),
            ])
            bytes.append(contentsOf: edit.body)
        case .refusal(_, let client, let seq, let mark, let code):
            bytes.append(Kind.refusal.rawValue)
            bytes.append([
                Int64(code.utf8.count), document, client, seq, Int64(bitPattern: mark),
            ])
            bytes.append(contentsOf: code.utf8)
        case .client(_, let number, let key):
            bytes.append(Kind.client.rawValue)
            bytes.append([Int64(key.count), document, number])
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
