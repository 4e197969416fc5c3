internal import Hosting
internal import Logging
internal import Store
internal import Transport

/// How much of the past is kept: all of it, unless the operator says otherwise.
///
/// An edit takes some 200 bytes, and what is gone cannot be brought back. Event-loop thread only.
final class Retention {
    /// Milliseconds from the end of a run to the next.
    private static let interval: UInt64 = 3_600_000

    private var isRunning = false
    private unowned let upkeep: Upkeep
    private var server: Server { upkeep.server }
    private lazy var alarm = Alarm(upkeep.server.alarms) { [unowned self] _ in run() }

    init(of upkeep: Upkeep) { self.upkeep = upkeep }

    /// Looks soon for what is not to be kept: at the start, and when the rule is another.
    func runSoon() { alarm.set(at: server.now + 1_000) }

    private func run() {
        // Another run begins only when this one is done.
        guard !isRunning, server.drain == nil, let rule = Self.rule(of: upkeep.options) else {
            return
        }
        isRunning = true
        let (journal, log) = (server.journal, server.log)
        server.perform { (done: @escaping @Sendable (Bool) -> Void) in
            HistoryCut(journal: journal, log: log).start(rule) { done(true) }
        } then: { [unowned self] _ in
            isRunning = false
            alarm.setAtLatest(at: server.now + Self.interval)
        }
    }

    private static func rule(of options: ServerOptions) -> HistoryRetention? {
        guard options.historyEdits > 0 || options.historyDays > 0 else { return nil }
        let day = 86_400_000
        return HistoryRetention(
            editsMax: options.historyEdits > 0 ? Int64(options.historyEdits) : nil,
            olderThan: options.historyDays > 0
                ? Int64(Clock.milliseconds - options.historyDays * day) : nil
        )
    }
}
