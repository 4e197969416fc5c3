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
