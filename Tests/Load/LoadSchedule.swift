/// When which edit, cursor and newcomer is due.
///
/// The open loop sends at times that were set before, whatever the server does: a server that
/// stands still makes all that was due meanwhile late, and each of it is counted from when it was
/// due. A load that waits for answers would leave the worst out ("coordinated omission").
struct LoadSchedule {
    /// One kind of thing that is due again and again.
    struct Series {
        /// Nanoseconds between two; nil when it is never due.
        let interval: Double?
        private var startedAt: UInt64 = 0
        private(set) var count = 0

        init(perSecond: Double) { interval = perSecond > 0 ? 1e9 / perSecond : nil }

        /// When the next one is due.
        var nextAt: UInt64 {
            guard let interval, startedAt > 0 else { return .max }
            return startedAt + UInt64(Double(count) * interval)
        }

        mutating func start(at time: UInt64) { startedAt = time }

        mutating func stop() { startedAt = 0 }

        /// Takes the next one that is due; its number and its time.
        mutating func take(_ now: UInt64) -> (number: Int, time: UInt64)? {
            let time = nextAt
            guard time <= now else { return nil }
            defer { count += 1 }
            return (count, time)
        }
    }

    var edits: Series
    var cursors: Series
    var newcomers: Series

    init(_ plan: LoadPlan) {
        edits = Series(perSecond: plan.rate * Double(plan.documents * plan.writers))
        cursors = Series(perSecond: plan.cursorRate * Double(plan.documents * plan.cursors))
        newcomers = Series(perSecond: plan.joins)
    }

    /// When anything is due.
    var nextAt: UInt64 { min(edits.nextAt, cursors.nextAt, newcomers.nextAt) }

    mutating func start(at time: UInt64) {
        edits.start(at: time)
        cursors.start(at: time)
        newcomers.start(at: time)
    }

    mutating func stop() {
        edits.stop()
        cursors.stop()
        newcomers.stop()
    }
}
