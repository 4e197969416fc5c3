internal import Disk
internal import Glibc
internal import Store

/// A file that tells how far the other files of a directory were, at least.
///
/// A commit writes it and does not sync it, so it costs no wait: it outlives the process, and after
/// a power failure it may be older than they are, or missing. So what it says is a lower bound. A
/// file that holds less was removed, cut short, or replaced by an older one.
struct Witness: ~Copyable {
    /// The end of the file's name, after that of the database.
    static let suffix = "-witness"

    /// "EmSyWitn".
    private static let mark: Int64 = 0x6E74_6957_7953_6D45
    private static let byteCount = 32

    /// A place that the other files had reached.
    struct Note: Equatable {
        /// The salt of SQLite's last commit.
        var salt: Int64
        /// The end of the commit log.
        var end: Int64
    }

    private let file: RawFile
    private var bytes = [UInt8](repeating: 0, count: byteCount)

    /// Opens the witness of a database, making it if absent.
    ///
    /// - Throws: `cannotOpen` or `notWritable`.
    init(of database: String) throws(StorageError) {
        file = try RawFile(making: database + Self.suffix)
        bytes.put(Self.mark, at: 0)
    }

    /// What the witness of a database says; nil if there is none, or it is damaged.
    static func note(of database: String) throws(StorageError) -> Note? {
        guard let file = try RawFile(database + suffix) else { return nil }
        let bytes = try file.readAll()
        guard bytes.count == byteCount, bytes.word(at: 0) == mark,
            bytes.word(at: 24) == Block.checksum(bytes[..<24])
        else { return nil }
        return Note(salt: bytes.word(at: 8), end: bytes.word(at: 16))
    }

    /// Removes the witness of a database, if there is one.
    static func remove(of database: String) throws(StorageError) {
        let path = database + suffix
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw DirectoryLock.failure(path, errno)
        }
    }

    /// Writes what is held now.
    ///
    /// If there is no room for it, the bound of before stays, which is as true.
    mutating func write(_ note: Note) {
        bytes.put(note.salt, at: 8)
        bytes.put(note.end, at: 16)
        bytes.put(Block.checksum(bytes[..<24]), at: 24)
        _ = try? file.write(bytes[...], at: 0)
    }
}
