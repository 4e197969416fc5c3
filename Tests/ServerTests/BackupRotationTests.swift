import Testing

@testable import Hosting
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
