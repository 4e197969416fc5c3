import Glibc

/// What the journal asks the operating system for besides files.
package enum System {
    /// Lets the calling thread sleep.
    package static func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }

    /// The size of a file in bytes; 0 when there is none.
    package static func size(of path: String) -> Int {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The bytes that are free where a directory is; nil when the system does not say.
    package static func freeBytes(of path: String) -> Int? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        // No disk has 2^63 bytes.
        return Int(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
    }

    /// Which file has a name.
    package struct FileIdentity {
        /// The device that it is on.
        package let device: UInt64
        /// Its number there.
        package let number: UInt64
        /// Its size.
        package let bytes: Int
    }

    /// Which file has a name; nil when none has.
    package static func identity(of path: String) -> FileIdentity? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return FileIdentity(
            device: UInt64(status.st_dev),
            number: UInt64(status.st_ino),
            bytes: Int(status.st_size)
        )
    }

    /// Whether there is something of that name.
    package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
}
