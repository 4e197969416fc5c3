internal import CSQLite
internal import Glibc

/// SQLite's write-ahead log with one write for all that a commit adds to it.
///
/// SQLite writes the header and the page of each frame by itself. Here they are gathered and
/// written before the log is synced, read or measured: a commit that was not synced is none, so
/// nothing is promised later than without it. All else goes to the system's own file (page on the
/// OS interface, "VFS").
@safe
final class GatheredLog {
    /// What SQLite opens the journal's file by.
    static let name = "gathered"
    /// A transaction of more is written in several pieces.
    private static let bytesMax = 1 << 20
    /// SQLite's own files take no more at a time: of the count they look at 17 bits.
    private static let pieceBytes = 1 << 16

    private typealias File = UnsafeMutablePointer<sqlite3_file>

    /// What stands in SQLite's memory for an open log, before the system's file.
    @unsafe private struct Head {
        var methods: UnsafePointer<sqlite3_io_methods>?
        var log: Unmanaged<GatheredLog>?
    }

    /// The system's file.
    private let file: File
    private var methods: sqlite3_io_methods { unsafe file.pointee.pMethods.pointee }
    /// The bytes that were not written yet, and their offset in the file.
    private var bytes: [UInt8] = []
    private var start: Int64 = 0

    private init(_ file: File) { unsafe self.file = file }

    // MARK: The system that SQLite sees

    /// Adds it to SQLite, once a process.
    static let add: Void = {
        guard let system = unsafe sqlite3_vfs_find(nil) else {
            preconditionFailure("SQLite has a default file system.")
        }
        let gathered = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe gathered.initialize(to: system.pointee)
        unsafe gathered.pointee.szOsFile += Int32(MemoryLayout<Head>.stride)
        unsafe gathered.pointee.zName = unsafe UnsafePointer(strdup(name))
        unsafe gathered.pointee.pAppData = UnsafeMutableRawPointer(system)
        unsafe gathered.pointee.pNext = nil
        unsafe gathered.pointee.xOpen = { unsafe GatheredLog.open($0, $1, $2, $3, $4) }
        let code = unsafe sqlite3_vfs_register(gathered, 0)
        precondition(code == SQLITE_OK, "SQLite takes another file system.")
    }()

    private static func open(
        _ gathered: UnsafeMutablePointer<sqlite3_vfs>?,
        _ path: UnsafePointer<CChar>?,
        _ place: File?,
        _ flags: Int32,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let place = unsafe place, let data = unsafe gathered?.pointee.pAppData else {
            return SQLITE_CANTOPEN
        }
        let system = unsafe data.assumingMemoryBound(to: sqlite3_vfs.self)
        guard let open = unsafe system.pointee.xOpen else { return SQLITE_CANTOPEN }
        guard flags & SQLITE_OPEN_WAL != 0 else {
            return unsafe open(system, path, place, flags, outFlags)
        }
        let head = UnsafeMutableRawPointer(place)
        let file = unsafe (head + MemoryLayout<Head>.stride).assumingMemoryBound(
            to: sqlite3_file.self
        )
        let code = unsafe open(system, path, file, flags, outFlags)
        // SQLite closes a file whose methods are there, also one that was not opened.
        let isOpen = unsafe file.pointee.pMethods != nil
        let log = isOpen ? unsafe Unmanaged.passRetained(GatheredLog(file)) : nil
        unsafe head.initializeMemory(
            as: Head.self,
            to: Head(methods: isOpen ? table : nil, log: log)
        )
        return code
    }

    @safe nonisolated(unsafe) private static let table: UnsafePointer<sqlite3_io_methods> = {
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe table.initialize(to: sqlite3_io_methods())
        unsafe table.pointee.iVersion = 1
        unsafe table.pointee.xClose = { file in
            // What was gathered and not synced belongs to no commit.
            let log = unsafe log(file)
            let code = unsafe log.methods.xClose(log.file)
            unsafe head(file).pointee.log?.release()
            return code
        }
        unsafe table.pointee.xRead = { file, out, count, offset in
            unsafe log(file).written { unsafe $0.xRead($1, out, count, offset) }
        }
        unsafe table.pointee.xWrite = { unsafe log($0).write($1, $2, $3) }
        unsafe table.pointee.xTruncate = { file, size in
            unsafe log(file).written { unsafe $0.xTruncate($1, size) }
        }
        unsafe table.pointee.xSync = { file, flags in
            unsafe log(file).written { unsafe $0.xSync($1, flags) }
        }
        unsafe table.pointee.xFileSize = { file, size in
            unsafe log(file).written { unsafe $0.xFileSize($1, size) }
        }
        // SQLite locks the database, and no log.
        unsafe table.pointee.xLock = { _, _ in SQLITE_OK }
        unsafe table.pointee.xUnlock = { _, _ in SQLITE_OK }
        unsafe table.pointee.xCheckReservedLock = { _, result in
            unsafe result?.pointee = 0
            return SQLITE_OK
        }
        unsafe table.pointee.xFileControl = { file, operation, argument in
            unsafe log(file).written { unsafe $0.xFileControl($1, operation, argument) }
        }
        unsafe table.pointee.xSectorSize = { file in
            let log = unsafe log(file)
            return unsafe log.methods.xSectorSize(log.file)
        }
        unsafe table.pointee.xDeviceCharacteristics = { file in
            let log = unsafe log(file)
            return unsafe log.methods.xDeviceCharacteristics(log.file)
        }
        return unsafe UnsafePointer(table)
    }()

    private static func head(_ file: File?) -> UnsafeMutablePointer<Head> {
        guard let file = unsafe file else { preconditionFailure("SQLite names an open file.") }
        return unsafe UnsafeMutableRawPointer(file).assumingMemoryBound(to: Head.self)
    }

    private static func log(_ file: File?) -> GatheredLog {
        guard let log = unsafe head(file).pointee.log else {
            preconditionFailure("SQLite names an open file.")
        }
        return unsafe log.takeUnretainedValue()
    }

    // MARK: The log

    private func write(_ new: UnsafeRawPointer?, _ count: Int32, _ offset: Int64) -> Int32 {
        if offset != start + Int64(bytes.count) || bytes.count >= Self.bytesMax {
            let code = writeOut()
            guard code == SQLITE_OK else { return code }
            start = offset
        }
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: new, count: Int(count)))
        return SQLITE_OK
    }

    /// Writes what was gathered, and then does something with the file.
    private func written(_ body: (sqlite3_io_methods, File) -> Int32) -> Int32 {
        let code = writeOut()
        return code == SQLITE_OK ? unsafe body(methods, file) : code
    }

    private func writeOut() -> Int32 {
        defer {
            start += Int64(bytes.count)
            bytes.removeAll(keepingCapacity: true)
        }
        for piece in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
            let count = min(Self.pieceBytes, bytes.count - piece)
            let code = unsafe bytes.withUnsafeBytes { gathered in
                let address = unsafe gathered.baseAddress.map { unsafe $0 + piece }
                return unsafe methods.xWrite(file, address, Int32(count), start + Int64(piece))
            }
            guard code == SQLITE_OK else { return code }
        }
        return SQLITE_OK
    }
}
