import Foundation
import Testing

@testable import Operations
@testable import emojiart_server

struct BackupRotationTests {
    private static let minute = 60_000
    private static let hour = 60 * minute
    private static let day = 24 * hour
    /// A midnight.
    private static let start = 20_000 * day

    /// What is there after so long a time with a backup each quarter of an hour, each followed by a
    /// rotation.
    private func remaining(days: Int, keep: Int) -> [Int] {
        let rotation = BackupRotation(keep: keep)
        var times: [Int] = []
        for quarter in 0..<days * 96 {
            times.append(Self.start + quarter * 15 * Self.minute)
            let expired = Set(rotation.expired(times))
            times.removeAll { expired.contains($0) }
        }
        return times
    }

    @Test func `the newest stay, one an hour for a day, one a day for thirty days`() {
        let times = remaining(days: 60, keep: 8)
        let newest = Self.start + 60 * Self.day - 15 * Self.minute
        let ages = times.map { (newest - $0) / Self.minute }.sorted()
        #expect(ages.prefix(8) == [0, 15, 30, 45, 60, 75, 90, 105])
        // The last of each hour, at a quarter to it.
        let hourly = ages.filter { $0 > 105 && $0 <= 24 * 60 }
        #expect(hourly == Array(stride(from: 120, through: 1_440, by: 60)))
        let daily = ages.filter { $0 > 24 * 60 }
        #expect(daily == Array(stride(from: 2 * 1_440, through: 30 * 1_440, by: 1_440)))
        #expect(times.count == 8 + 23 + 29)
    }

    @Test func `one is always kept`() {
        #expect(BackupRotation(keep: 1).expired([]).isEmpty)
        #expect(BackupRotation(keep: 1).expired([Self.start]).isEmpty)
        // Ages are counted from the newest: after a long rest nothing goes.
        let times = [Self.start, Self.start + Self.hour]
        #expect(BackupRotation(keep: 1).expired(times).isEmpty)
        let old = Self.start - 31 * Self.day
        #expect(BackupRotation(keep: 1).expired([Self.start, old]) == [old])
    }

    @Test func `of one hour the last stays`() {
        let times = (0..<4).map { Self.start + $0 * 15 * Self.minute }
        #expect(BackupRotation(keep: 1).expired(times).sorted() == Array(times.prefix(3)))
        #expect(BackupRotation(keep: 3).expired(times) == [times[0]])
    }
}

struct BackupScheduleTests {
    private static let wall = 1_800_000_000_000
    private static let minute: UInt64 = 60_000

    private func schedule(_ minutes: Int, newest: Int?) -> BackupSchedule {
        var schedule = BackupSchedule()
        schedule.begin(minutes: minutes, newest: newest, now: 1_000, wall: Self.wall)
        return schedule
    }

    @Test func `the first is made at once when there is none, or when the newest is old`() {
        #expect(schedule(15, newest: nil).dueAt == 1_000)
        #expect(schedule(15, newest: Self.wall - 3_600_000).dueAt == 1_000)
        #expect(schedule(15, newest: Self.wall - 300_000).dueAt == 1_000 + 10 * Self.minute)
        // A clock that was set back puts it off by no more than the interval.
        #expect(schedule(15, newest: Self.wall + 3_600_000).dueAt == 1_000 + 15 * Self.minute)
        #expect(schedule(0, newest: nil).dueAt == nil)
    }

    @Test func `a good one is followed by the next after the interval from its begin`() {
        var schedule = schedule(15, newest: nil)
        schedule.start(1_000)
        schedule.succeed(startedAt: Self.wall, bytes: 77, now: 4_000)
        #expect(schedule.dueAt == 1_000 + 15 * Self.minute)
        #expect(schedule.lastBytes == 77)
        #expect(schedule.lastMilliseconds == 3_000)
        #expect((schedule.successes, schedule.failures) == (1, 0))
    }

    @Test func `a failed one is tried again soon, and the last good one grows old`() {
        var schedule = schedule(60, newest: Self.wall - 1_000)
        schedule.start(1_000)
        schedule.fail(2_000)
        #expect(schedule.dueAt == 2_000 + BackupSchedule.retryMilliseconds)
        #expect(schedule.failures == 1)
        var often = BackupSchedule()
        often.begin(minutes: 1, newest: nil, now: 0, wall: Self.wall)
        often.start(0)
        often.fail(10)
        #expect(often.dueAt == 10 + Self.minute)
    }

    @Test func `one that was asked for, without a schedule, is followed by none`() {
        var schedule = BackupSchedule()
        schedule.start(5)
        schedule.fail(6)
        #expect(schedule.dueAt == nil)
        schedule.start(7)
        schedule.want(8)
        schedule.succeed(startedAt: Self.wall, bytes: 1, now: 9)
        #expect(schedule.dueAt == 8)
        schedule.start(9)
        #expect(schedule.dueAt == nil)
    }
}

struct RestorePointTests {
    @Test func `a revision is a number, a time has its offset`() {
        #expect(RestorePoint("0") == .revision(0))
        #expect(RestorePoint("120") == .revision(120))
        let time = RestorePoint.time(1_795_327_880_000)
        #expect(RestorePoint("2026-11-22T06:11:20Z") == time)
        #expect(RestorePoint("20261122T061120Z") == time)
        #expect(RestorePoint("2026-11-22T08:11:20+02:00") == time)
        #expect(RestorePoint("2026-11-22T06:11:20.500Z") == .time(1_795_327_880_500))
        for text in ["", "-1", "yesterday", "2026-11-22", "2026-11-22T06:11:20", "1.5"] {
            #expect(RestorePoint(text) == nil, "\(text)")
        }
    }

    @Test func `a stamp is read back`() {
        let time = 1_795_327_880_000
        #expect(UTC.stamp(time) == "20261122T061120Z")
        #expect(UTC.milliseconds(UTC.stamp(time)) == time)
    }

    @Test func `a folder knows its backups by their names, and no others`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "backups-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = BackupFolder(path: path)
        try folder.prepare()
        try folder.prepare()
        let now = 1_795_327_880_000
        for name in ["notes.txt", "journal-x.sqlite", "before-upgrade-of-version-1.sqlite"] {
            try Data().write(to: URL(filePath: path + "/" + name))
        }
        let cut = folder.file(at: now - 5_000) + ".partial"
        try Data().write(to: URL(filePath: cut))
        for age in [0, 1, 40 * 86_400_000] {
            let file = folder.newFile(at: now - age)
            try Data().write(to: URL(filePath: file))
        }
        #expect(folder.times().sorted() == [now - 40 * 86_400_000, now - 1_000, now])
        #expect(folder.rotate(BackupRotation(keep: 2)) == 1)
        #expect(folder.times().sorted() == [now - 1_000, now])
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(names.count == 5)
    }
}
