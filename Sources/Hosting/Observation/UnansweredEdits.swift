internal import DequeModule

/// When the edits came whose answers wait for the disk.
///
/// One entry for each record, so that it is in step with the journal's batches, which are answered
/// in order. Bounded as those are, by `HostingOptions.queuedBytesMax`.
struct UnansweredEdits {
    /// Nanoseconds, with the two lowest bits for what became of the edit: 16 bytes an entry would
    /// be as good, and these are eight.
    private var entries: Deque<UInt64> = []

    private static let refused: UInt64 = 1
    private static let noEdit: UInt64 = 2

    mutating func append(_ time: UInt64, _ outcome: Metrics.Outcome) {
        let time = time & ~3
        switch outcome {
        case .accepted: entries.append(time)
        case .refused: entries.append(time | Self.refused)
        case .none: entries.append(time | Self.noEdit)
        }
    }

    /// Takes the oldest record; nil when it is no edit.
    ///
    /// - Returns: when the edit came, and whether the members are told of it.
    mutating func removeFirst() -> (time: UInt64, isShown: Bool)? {
        let entry = entries.removeFirst()
        guard entry & Self.noEdit == 0 else { return nil }
        return (entry & ~3, entry & Self.refused == 0)
    }

    /// When the oldest came; nil when all are answered.
    var oldest: UInt64? { entries.first.map { $0 & ~3 } }
}
