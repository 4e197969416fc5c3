internal import Foundation
package import Store

/// The directory of a schedule's backups, each named after the time at which it began.
package struct BackupFolder: Sendable {
    let path: String

    private static let head = "journal-"
    private static let tail = ".sqlite"

    /// Makes the directory if absent, for its owner only.
    ///
    /// - Throws: `cannotOpen`, or `notWritable`.
    package func prepare() throws(StorageError) {
        if !FileManager.default.fileExists(atPath: path) {
            do {
                try FileManager.default.createDirectory(
                    atPath: path,
                    withIntermediateDirectories: false,
                    attributes: [.posixPermissions: 0o700]
                )
            } catch {
                throw .cannotOpen(path: path, reason: "the directory cannot be created")
            }
        }
        // Also refuses what is no directory.
        guard FileManager.default.isWritableFile(atPath: path + "/.") else {
            throw .notWritable(path: path)
        }
    }

    /// The backup that begins at a time.
    func file(at time: Int) -> String { path + "/" + Self.name(time) }

    /// A name for the backup that begins at a time: names tell the second, and have one each.
    func newFile(at time: Int) -> String {
        var time = time
        while FileManager.default.fileExists(atPath: file(at: time)) { time += 1_000 }
        return file(at: time)
    }

    /// When the backups that are there began, in milliseconds since 1970.
    func times() -> [Int] {
        names().compactMap { name in
            guard name.hasPrefix(Self.head), name.hasSuffix(Self.tail) else { return nil }
            let stamp = name.dropFirst(Self.head.count).dropLast(Self.tail.count)
            return UTC.milliseconds(String(stamp))
        }
    }

    /// Removes backups that have expired, and what killed servers left of unfinished ones.
    ///
    /// - Returns: how many backups went.
    func rotate(_ rotation: BackupRotation) -> Int {
        for name in names() where name.hasPrefix(Self.head) && name.hasSuffix(".sqlite.partial") {
            try? FileManager.default.removeItem(atPath: path + "/" + name)
        }
        let expired = rotation.expired(times())
        for time in expired { try? FileManager.default.removeItem(atPath: file(at: time)) }
        return expired.count
    }

    private func names() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    private static func name(_ time: Int) -> String { head + UTC.stamp(time) + tail }
}
