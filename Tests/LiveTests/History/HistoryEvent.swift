import Foundation
import Synchronization

/// One line of a history: something that a client or an observer saw from outside.
///
/// The names are those of the lines that programs print, and of the server's messages.
struct HistoryEvent: Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        /// A client is about to make an edit.
        case invoke
        case ack
        case refused
        /// An observer was told of an edit.
        case observe = "edit"
        /// An observer was given the whole state in place of edits.
        case state
        /// The state that is found when all is over.
        case final
    }

    var type: Kind
    /// The client, or the observer; a client that was killed and started again is another one.
    var who: String
    /// A client's own mark of an edit.
    var ref: Int?
    var operation: HistoryOperation?
    var revision: Int?
    /// The number of the client that made the edit, and its seq.
    var client: Int?
    var seq: Int?
    /// The ids that an acknowledged `add` gave.
    var ids: [String]?
    var code: String?
    var checksum: String?
    /// The emojis of a state, in drawing order.
    var emojis: [HistoryOperation.Emoji]?
}

extension HistoryEvent {
    static func invoke(_ who: String, _ ref: Int, _ operation: HistoryOperation) -> HistoryEvent {
        HistoryEvent(type: .invoke, who: who, ref: ref, operation: operation)
    }

    /// Reads what a program printed, or a server sent: an answer to an edit, an edit that was told,
    /// or a state; nil for any other line.
    init?(printed line: String, by who: String) {
        let told = #"{"who":"\#(who)","# + line.dropFirst()
        guard let event = try? HistoryEvent(line: told) else { return nil }
        self = event
    }

    init(line: String) throws {
        self = try JSONDecoder().decode(HistoryEvent.self, from: Data(line.utf8))
    }

    var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// What all clients and observers of a run saw, in the order in which they wrote it down.
///
/// A client writes that it is about to make an edit before it does, and an answer after it came: an
/// answer that stands before an edit was given before it.
final class History: Sendable {
    private let written = Mutex<[HistoryEvent]>([])

    var events: [HistoryEvent] { written.withLock { $0 } }

    func write(_ event: HistoryEvent) { written.withLock { $0.append(event) } }

    func count(_ kind: HistoryEvent.Kind) -> Int {
        written.withLock { events in events.count { $0.type == kind } }
    }

    /// Writes the history to a file in the folder `$EMOJIART_HISTORY`, if that is set.
    func save(_ name: String) {
        guard let folder = ProcessInfo.processInfo.environment["EMOJIART_HISTORY"] else { return }
        let text = events.map { $0.line + "\n" }.joined()
        try? text.write(toFile: "\(folder)/\(name).jsonl", atomically: true, encoding: .utf8)
    }
}

/// An operation as the protocol's page writes it, read without any of the product's code.
struct HistoryOperation: Codable, Equatable, Sendable {
    struct Emoji: Codable, Equatable, Sendable {
        var id: String?
        var text: String
        var x: Int
        var y: Int
        var size: Int?
        var z: Int?
    }

    var type: String
    var ids: [String]?
    var dx: Int?
    var dy: Int?
    var factor: Double?
    var emojis: [Emoji]?
    /// Of a background; none takes it away.
    var url: String?

    static let none = HistoryOperation(type: "none")

    static func add(_ emojis: [Emoji]) -> HistoryOperation {
        HistoryOperation(type: "add", emojis: emojis)
    }

    static func move(_ ids: [String], dx: Int, dy: Int) -> HistoryOperation {
        HistoryOperation(type: "move", ids: ids, dx: dx, dy: dy)
    }

    static func scale(_ ids: [String], by factor: Double) -> HistoryOperation {
        HistoryOperation(type: "scale", ids: ids, factor: factor)
    }

    static func background(_ url: String?) -> HistoryOperation {
        HistoryOperation(type: "background", url: url)
    }

    static func delete(_ ids: [String]) -> HistoryOperation {
        HistoryOperation(type: "delete", ids: ids)
    }
}
