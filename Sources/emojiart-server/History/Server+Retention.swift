internal import EmojiArt
internal import Logging
internal import Storage
internal import WebSockets

// How much of the past is kept: all of it, unless the operator says otherwise. An edit takes some
// 200 bytes, and what is gone cannot be brought back.
extension Server {
    /// How often what is not to be kept is looked for.
    static let retentionInterval: UInt64 = 3_600_000

    /// The rule of now; nil to keep everything.
    private var retention: HistoryRetention? {
        guard options.historyEdits > 0 || options.historyDays > 0 else { return nil }
        let day = 86_400_000
        return HistoryRetention(
            editsMax: options.historyEdits > 0 ? Int64(options.historyEdits) : nil,
            olderThan: options.historyDays > 0
                ? Int64(Clock.milliseconds - options.historyDays * day) : nil
        )
    }

    /// Looks for it soon: at the start, and when the rule is another.
    func retainSoon() {
        retentionDue = now + 1_000
        loop.setAlarm(at: now + 1_000)
    }

    /// Looks for it if it is time.
    func retain(_ now: UInt64) {
        guard let due = retentionDue, drain == nil else { return }
        guard due <= now else { return loop.setAlarm(at: due) }
        guard let rule = retention else {
            retentionDue = nil
            return
        }
        // Another run begins only when this one is done.
        retentionDue = nil
        let mailbox = journalMailbox
        let log = log
        let run = HistoryCut(journal: journal, rule: rule) { name, result in
            switch result {
            case .success(let revision):
                let metadata: Logger.Metadata = [
                    "document": "\(name)", "revision": "\(revision)",
                ]
                log.info("history trimmed", metadata: metadata)
            case .failure(let cause):
                let metadata: Logger.Metadata = ["document": "\(name)", "cause": "\(cause)"]
                log.error("cannot trim history", metadata: metadata)
            }
        } completion: {
            mailbox.post(.retained)
        }
        run.start()
    }

    /// A run is done: the next is in an hour.
    func retained() {
        retentionDue = now + Self.retentionInterval
        loop.setAlarm(at: now + Self.retentionInterval)
    }
}
