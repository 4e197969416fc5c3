import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

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
