import CSQLite
import Glibc

/// SQLite's way to a `SimulatedDisk` (page on the OS interface, "VFS").
///
/// Version 1 of the methods: without shared memory, SQLite logs only under the exclusive lock,
/// which is how the journal opens its file anyway.
enum SimulatedVFS {
    /// What stands in SQLite's memory for an open file, behind the methods that it looks for.
    @unsafe struct Handle {
        var methods: UnsafePointer<sqlite3_io_methods>?
        var open: Unmanaged<OpenFile>?
    }

    final class OpenFile {
        let disk: SimulatedDisk
        let file: SimulatedFile
        let mount: Int

        init(_ disk: SimulatedDisk, _ file: SimulatedFile) {
            self.disk = disk
            self.file = file
            mount = disk.mount
        }

        /// Whether the process that opened it still runs.
        var isAlive: Bool { mount == disk.mount }
    }

    @safe nonisolated(unsafe) private static var isInstalled = false

    /// Makes it the default of the process, once.
    static func install() {
        guard !isInstalled else { return }
        isInstalled = true
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe vfs.initialize(to: sqlite3_vfs())
        unsafe vfs.pointee.iVersion = 1
        unsafe vfs.pointee.szOsFile = Int32(MemoryLayout<Handle>.size)
        unsafe vfs.pointee.mxPathname = 512
        unsafe vfs.pointee.zName = unsafe UnsafePointer(strdup("simulated"))
        unsafe vfs.pointee.xOpen = { _, path, place, _, out in
            unsafe SimulatedVFS.open(path, place, out)
        }
        unsafe vfs.pointee.xDelete = { _, path, _ in unsafe SimulatedVFS.delete(path) }
        unsafe vfs.pointee.xAccess = { _, path, _, result in
            unsafe SimulatedVFS.access(path, result)
        }
        unsafe vfs.pointee.xFullPathname = { _, path, count, out in
            unsafe SimulatedVFS.fullPath(path, count, out)
        }
        unsafe vfs.pointee.xRandomness = { _, count, out in
            unsafe SimulatedVFS.randomness(count, out)
        }
        unsafe vfs.pointee.xSleep = { _, time in time }
        unsafe vfs.pointee.xCurrentTime = { _, time in
            unsafe time?.pointee = 2_460_000
            return SQLITE_OK
        }
        unsafe sqlite3_vfs_register(vfs, 1)
    }

    /// Lets SQLite ask for chance anew: it does so once a process, and draws the log's salts from
    /// that.
    static func forgetChance() { sqlite3_randomness(0, nil) }

    private static func open(
        _ path: UnsafePointer<CChar>?,
        _ place: UnsafeMutablePointer<sqlite3_file>?,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let place = unsafe place else { return SQLITE_CANTOPEN }
        let disk = SimulatedDisk.mounted
        let name = unsafe path.map { unsafe String(cString: $0) } ?? "temporary"
        let file = disk.files[name] ?? SimulatedFile()
        disk.files[name] = file
        let open = OpenFile(disk, file)
        unsafe place.withMemoryRebound(to: Handle.self, capacity: 1) { handle in
            unsafe handle.pointee = unsafe Handle(
                methods: SimulatedFileMethods.table,
                open: .passRetained(open)
            )
        }
        unsafe outFlags?.pointee = SQLITE_OPEN_READWRITE
        return SQLITE_OK
    }

    private static func delete(_ path: UnsafePointer<CChar>?) -> Int32 {
        let disk = SimulatedDisk.mounted
        guard disk.takeOperation() == .done else { return IOError.delete }
        if let path = unsafe path { unsafe disk.files[String(cString: path)] = nil }
        return SQLITE_OK
    }

    private static func access(
        _ path: UnsafePointer<CChar>?,
        _ result: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        let name = unsafe path.map { unsafe String(cString: $0) } ?? ""
        let file = SimulatedDisk.mounted.files[name]
        // As the true one: an empty file counts as none.
        unsafe result?.pointee = file.map { $0.bytes.isEmpty ? 0 : 1 } ?? 0
        return SQLITE_OK
    }

    private static func fullPath(
        _ path: UnsafePointer<CChar>?,
        _ count: Int32,
        _ out: UnsafeMutablePointer<CChar>?
    ) -> Int32 {
        guard let path = unsafe path, let out = unsafe out else { return SQLITE_CANTOPEN }
        unsafe strncpy(out, path, Int(count))
        return SQLITE_OK
    }

    /// What SQLite takes for chance: always the same after `forgetChance`.
    private static func randomness(
        _ count: Int32,
        _ out: UnsafeMutablePointer<CChar>?
    ) -> Int32 {
        let disk = SimulatedDisk.mounted
        for index in 0..<Int(count) {
            disk.randomness = disk.randomness &* 6_364_136_223_846_793_005 &+ 1
            unsafe out?[index] = CChar(truncatingIfNeeded: disk.randomness >> 33)
        }
        return count
    }
}
