import CSQLite
import Glibc

/// SQLite's way to a `SimulatedDisk` (page on the OS interface, "VFS").
///
/// Version 1 of the methods: without shared memory, SQLite logs only under the exclusive lock,
/// which is how the journal opens its file anyway.
enum SimulatedVFS {
    /// What stands in SQLite's memory for an open file, behind the methods that it looks for.
    struct Handle {
        var methods: UnsafePointer<sqlite3_io_methods>?
        var open: Unmanaged<OpenFile>?
    }

    /// An open file.
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

    nonisolated(unsafe) private static var isInstalled = false

    /// Makes it the default of the process, once.
    static func install() {
        guard !isInstalled else { return }
        isInstalled = true
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: sqlite3_vfs())
        vfs.pointee.iVersion = 1
        vfs.pointee.szOsFile = Int32(MemoryLayout<Handle>.size)
        vfs.pointee.mxPathname = 512
        vfs.pointee.zName = UnsafePointer(strdup("simulated"))
        vfs.pointee.xOpen = { _, path, place, _, out in SimulatedVFS.open(path, place, out) }
        vfs.pointee.xDelete = { _, path, _ in SimulatedVFS.delete(path) }
        vfs.pointee.xAccess = { _, path, _, result in SimulatedVFS.access(path, result) }
        vfs.pointee.xFullPathname = { _, path, count, out in
            SimulatedVFS.fullPath(path, count, out)
        }
        vfs.pointee.xRandomness = { _, count, out in SimulatedVFS.randomness(count, out) }
        vfs.pointee.xSleep = { _, time in time }
        vfs.pointee.xCurrentTime = { _, time in
            time?.pointee = 2_460_000
            return SQLITE_OK
        }
        sqlite3_vfs_register(vfs, 1)
    }

    private static func open(
        _ path: UnsafePointer<CChar>?,
        _ place: UnsafeMutablePointer<sqlite3_file>?,
        _ outFlags: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        guard let place else { return SQLITE_CANTOPEN }
        let disk = SimulatedDisk.mounted
        let name = path.map { String(cString: $0) } ?? "temporary"
        let file = disk.files[name] ?? SimulatedFile()
        disk.files[name] = file
        let open = OpenFile(disk, file)
        place.withMemoryRebound(to: Handle.self, capacity: 1) { handle in
            handle.pointee = Handle(
                methods: SimulatedFileMethods.table,
                open: .passRetained(open)
            )
        }
        outFlags?.pointee = SQLITE_OPEN_READWRITE
        return SQLITE_OK
    }

    private static func delete(_ path: UnsafePointer<CChar>?) -> Int32 {
        let disk = SimulatedDisk.mounted
        guard disk.takeOperation() else { return IOError.delete }
        if let path { disk.files[String(cString: path)] = nil }
        return SQLITE_OK
    }

    private static func access(
        _ path: UnsafePointer<CChar>?,
        _ result: UnsafeMutablePointer<Int32>?
    ) -> Int32 {
        let name = path.map { String(cString: $0) } ?? ""
        let file = SimulatedDisk.mounted.files[name]
        // As the true one: an empty file counts as none.
        result?.pointee = file.map { $0.bytes.isEmpty ? 0 : 1 } ?? 0
        return SQLITE_OK
    }

    private static func fullPath(
        _ path: UnsafePointer<CChar>?,
        _ count: Int32,
        _ out: UnsafeMutablePointer<CChar>?
    ) -> Int32 {
        guard let path, let out else { return SQLITE_CANTOPEN }
        strncpy(out, path, Int(count))
        return SQLITE_OK
    }

    /// Salts of the log: always the same, so that a run can be repeated.
    private static func randomness(
        _ count: Int32,
        _ out: UnsafeMutablePointer<CChar>?
    ) -> Int32 {
        let disk = SimulatedDisk.mounted
        for index in 0..<Int(count) {
            disk.randomness = disk.randomness &* 6_364_136_223_846_793_005 &+ 1
            out?[index] = CChar(truncatingIfNeeded: disk.randomness >> 33)
        }
        return count
    }
}
