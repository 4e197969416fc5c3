import Foundation
import Synchronization

/// What all clients and observers of a run saw, in the order in which they wrote it down.
///
/// A client writes that it is about to make an edit before it does, and an answer after it came: an
/// answer that stands before an edit was given before it.
final class History: Sendable {
    private let written = Mutex<[HistoryEvent]>([])

    var events: [HistoryEvent] { written.withLock { $0 } }

    func write(_ event: HistoryEvent) { written.withLock { $0.append(event) } }

    func write(_ events: [HistoryEvent]) { written.withLock { $0 += events } }

    func count(_ kind: HistoryEvent.Kind) -> Int {
        written.withLock { events in events.count { $0.kind == kind } }
    }

    /// Writes the history to a file in the folder `$EMOJIART_HISTORY`, if that is set.
    func save(_ name: String) {
        guard let folder = ProcessInfo.processInfo.environment["EMOJIART_HISTORY"] else { return }
        let text = events.map { $0.line + "\n" }.joined()
        try? text.write(toFile: "\(folder)/\(name).jsonl", atomically: true, encoding: .utf8)
    }
}
