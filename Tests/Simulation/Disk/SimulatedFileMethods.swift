import CSQLite
import Glibc

enum SimulatedFileMethods {
    private typealias File = UnsafeMutablePointer<sqlite3_file>

    /// The table that SQLite looks for at the begin of an open file.
    nonisolated(unsafe) static let table: UnsafePointer<sqlite3_io_methods> = {
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe table.initialize(to: sqlite3_io_methods())
        unsafe table.pointee.iVersion = 1
        unsafe table.pointee.xClose = { unsafe SimulatedFileMethods.close($0) }
        unsafe table.pointee.xRead = { unsafe SimulatedFileMethods.read($0, $1, $2, $3) }
        unsafe table.pointee.xWrite = { unsafe SimulatedFileMethods.write($0, $1, $2, $3) }
        unsafe table.pointee.xTruncate = { unsafe SimulatedFileMethods.truncate($0, $1) }
        unsafe table.pointee.xSync = { file, _ in unsafe SimulatedFileMethods.sync(file) }
        unsafe table.pointee.xFileSize = { unsafe SimulatedFileMethods.size($0, $1) }
        unsafe table.pointee.xLock = { _, _ in SQLITE_OK }
        unsafe table.pointee.xUnlock = { _, _ in SQLITE_OK }
        unsafe table.pointee.xCheckReservedLock = { _, result in
            unsafe result?.pointee = 0
            return SQLITE_OK
        }
        unsafe table.pointee.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        unsafe table.pointee.xSectorSize = { _ in 4_096 }
        // As SQLite's own says of Unix: what is beside a torn write stays as it was.
        unsafe table.pointee.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
        return unsafe UnsafePointer(table)
    }()

    private static func opened(_ file: File?) -> SimulatedVFS.OpenFile? {
        unsafe file?.withMemoryRebound(to: SimulatedVFS.Handle.self, capacity: 1) { handle in
            unsafe handle.pointee.open?.takeUnretainedValue()
        }
    }

    private static func close(_ file: File?) -> Int32 {
        unsafe file?.withMemoryRebound(to: SimulatedVFS.Handle.self, capacity: 1) { handle in
            unsafe handle.pointee.open?.release()
            unsafe handle.pointee.open = nil
        }
        return SQLITE_OK
    }

    private static func read(
        _ file: File?,
        _ out: UnsafeMutableRawPointer?,
        _ count: Int32,
        _ offset: Int64
    ) -> Int32 {
        guard let open = unsafe opened(file), open.isAlive, !open.disk.isOff, let out = unsafe out
        else { return IOError.read }
        let bytes = open.file.bytes
        let start = min(Int(offset), bytes.count)
        let end = min(start + Int(count), bytes.count)
        unsafe bytes[start..<end].withUnsafeBytes { part in
            if let base = part.baseAddress { unsafe memcpy(out, base, part.count) }
        }
        guard end - start < Int(count) else { return SQLITE_OK }
        unsafe memset(out + (end - start), 0, Int(count) - (end - start))
        return IOError.shortRead
    }

    private static func write(
        _ file: File?,
        _ bytes: UnsafeRawPointer?,
        _ count: Int32,
        _ offset: Int64
    ) -> Int32 {
        guard let open = unsafe opened(file), open.isAlive else { return IOError.write }
        let new = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
        guard !open.disk.refusesWrites else { return SQLITE_FULL }
        let growth = max(0, Int(offset) + new.count - open.file.bytes.count)
        if growth > 0, open.disk.byteCount + growth > open.disk.capacity { return SQLITE_FULL }
        let operation = open.disk.takeOperation()
        guard operation != .refused else { return IOError.write }
        // The last write before the power fails may be there, like all that were not synced.
        unsafe open.file.write(Array(new)[...], at: Int(offset))
        return operation == .done ? SQLITE_OK : IOError.write
    }

    private static func truncate(_ file: File?, _ size: Int64) -> Int32 {
        guard let open = unsafe opened(file), open.isAlive, open.disk.takeOperation() == .done
        else {
            return IOError.truncate
        }
        open.file.truncate(to: Int(size))
        return SQLITE_OK
    }

    private static func sync(_ file: File?) -> Int32 {
        guard let open = unsafe opened(file), open.isAlive, open.disk.synchronize(open.file) else {
            return IOError.sync
        }
        return SQLITE_OK
    }

    private static func size(_ file: File?, _ out: UnsafeMutablePointer<Int64>?) -> Int32 {
        guard let open = unsafe opened(file), open.isAlive else { return IOError.read }
        unsafe out?.pointee = Int64(open.file.bytes.count)
        return SQLITE_OK
    }
}
