import Foundation

/// One line of a history: something that a client or an observer saw from outside.
struct HistoryEvent: Codable, Sendable {
    enum Kind: String, Codable, Sendable {
        /// A client is about to make an edit.
        case invoke
        /// The edit is acknowledged.
        case ack
        /// The edit is refused.
        case refused
        /// An observer was told of an edit.
        case observe
        /// An observer was given the whole state in place of edits.
        case state
        /// The state that is found when all is over.
        case final
    }

    var kind: Kind
    /// The client, or the observer; a client that was killed and started again is another one.
    var who: String
    /// A client's own mark of an edit.
    var ref: Int?
    var operation: HistoryOperation?
    var revision: Int?
    /// The number of the client that made the edit, and its seq.
    var author: Int?
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
        HistoryEvent(kind: .invoke, who: who, ref: ref, operation: operation)
    }

    /// Reads what a program printed: an answer to an edit, an edit that was told, or a state; nil
    /// for any other line.
    init?(printed line: String, by who: String) {
        guard let printed = try? JSONDecoder().decode(Printed.self, from: Data(line.utf8)) else {
            return nil
        }
        let kinds: [String: Kind] = [
            "ack": .ack, "refused": .refused, "edit": .observe, "state": .state,
        ]
        guard let kind = kinds[printed.type] else { return nil }
        self.init(
            kind: kind,
            who: who,
            ref: printed.ref,
            operation: printed.operation,
            revision: printed.revision,
            author: printed.client,
            seq: printed.seq,
            ids: printed.ids,
            code: printed.code,
            checksum: printed.checksum,
            emojis: printed.emojis
        )
    }

    private struct Printed: Decodable {
        let type: String
        let ref: Int?
        let operation: HistoryOperation?
        let revision: Int?
        let client: Int?
        let seq: Int?
        let ids: [String]?
        let code: String?
        let checksum: String?
        let emojis: [HistoryOperation.Emoji]?
    }

    /// Reads a line of a history.
    init(line: String) throws {
        self = try JSONDecoder().decode(HistoryEvent.self, from: Data(line.utf8))
    }

    /// The event as a line of a history.
    var line: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
