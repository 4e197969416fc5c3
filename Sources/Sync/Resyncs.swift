/// The snapshots that a member got because its state differed.
///
/// One who asks again and again is not helped by another: its copy will differ once more.
struct Resyncs {
    /// What becomes of the next question.
    enum Decision: Equatable {
        case answered
        /// It is answered at the time.
        case waiting(until: UInt64)
        /// There were too many.
        case refused
    }

    /// How many there are within a minute.
    static let snapshotsMax = 3

    /// When those of the last minute were sent, in milliseconds of the monotonic clock.
    private var times: [UInt64] = []

    /// Decides about a question that waits; an answer counts.
    mutating func next(now: UInt64) -> Decision {
        times.removeAll { $0 + 60_000 <= now }
        guard times.count < Self.snapshotsMax else { return .refused }
        if let last = times.last {
            let due = last + 1_000 << (times.count - 1)
            guard now >= due else { return .waiting(until: due) }
        }
        times.append(now)
        return .answered
    }
}
