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

    /// Removes backups that have expired, which it counts, and what killed servers left of others.
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

/// Which backups of a schedule stay.
///
/// The newest `keep`; besides them the last of each hour for a day, and the last of each day for
/// thirty days. Ages are counted from the newest backup, not from now: a server that stood still
/// for a month, or whose clock is wrong, drops nothing for it.
struct BackupRotation {
    let keep: Int

    private static let hour = 3_600_000
    private static let day = 24 * hour

    /// The times of backups that go, of all that there are, in milliseconds since 1970.
    func expired(_ times: [Int]) -> [Int] {
        let sorted = times.sorted(by: >)
        guard let newest = sorted.first else { return [] }
        var (hours, days) = (Set<Int>(), Set<Int>())
        var expired: [Int] = []
        for (index, time) in sorted.enumerated() {
            // The first that is seen of an hour or a day is its last.
            let isLastOfHour = hours.insert(time / Self.hour).inserted
            let isLastOfDay = days.insert(time / Self.day).inserted
            let age = newest - time
            let isKept =
                index < keep || age <= Self.day && isLastOfHour
                || age <= 30 * Self.day && isLastOfDay
            if !isKept { expired.append(time) }
        }
        return expired
    }
}

enum UTC {
    /// A time for the name of a file, such as `20261122T061120Z`.
    static func stamp(_ milliseconds: Int) -> String {
        date(milliseconds).formatted(compact)
    }

    /// Reads a time of ISO 8601 with its offset, in milliseconds since 1970; nil when it is none.
    static func milliseconds(_ text: String) -> Int? {
        let styles = [
            Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
            compact,
        ]
        for style in styles {
            if let date = try? style.parse(text) {
                return Int((date.timeIntervalSince1970 * 1_000).rounded())
            }
        }
        return nil
    }

    private static let compact = Date.ISO8601FormatStyle(
        dateSeparator: .omitted,
        timeSeparator: .omitted
    )

    private static func date(_ milliseconds: Int) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }
}
