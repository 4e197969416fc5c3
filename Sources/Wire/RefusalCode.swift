public import EmojiArt

/// Why the server refuses an edit.
///
/// The connection lives on; the edit's seq is used up.
///
/// The raw value is the code on the wire; see `Protocol/PROTOCOL.md`, section 7.
public enum RefusalCode: String, CaseIterable, Error, Sendable {
    case badOperation = "bad_operation"
    case unknownOperation = "unknown_operation"
    case outOfRange = "out_of_range"
    case tooMany = "too_many"
    case notEmoji = "not_emoji"
    case textTooLong = "text_too_long"
    case badBackground = "bad_background"
    case foreignID = "foreign_id"
    case idTaken = "id_taken"
    case documentFull = "document_full"
    case outsideCanvas = "outside_canvas"
    case nothingToUndo = "nothing_to_undo"
    case nothingToRedo = "nothing_to_redo"
    case notKept = "not_kept"
    case notPermitted = "not_permitted"
    case againstRule = "against_rule"
    case quotaExceeded = "quota_exceeded"

    /// The code of a refusal by the document.
    public init(_ refusal: Refusal) {
        switch refusal {
        case .idTaken: self = .idTaken
        case .documentFull: self = .documentFull
        case .tooMany: self = .tooMany
        case .outsideCanvas: self = .outsideCanvas
        }
    }

    /// What went wrong and what to do next, in one sentence for a person.
    public var text: String {
        switch self {
        case .badOperation: "The operation is malformed: compare it with the protocol."
        case .unknownOperation: "The server does not know this operation: update the server."
        case .outOfRange: "A number is out of range: see the protocol's limits."
        case .tooMany: "The operation names too many emojis: send it in parts."
        case .notEmoji: "The text is not exactly one emoji."
        case .textTooLong: "The text is too long for one emoji."
        case .badBackground:
            "The background must be an http, https or data:image URL, or an image kept here."
        case .foreignID: "The id has another client's number: use your own number in ids."
        case .idTaken: "The id was used before: count on from your highest counter."
        case .documentFull: "The document is full: delete some emojis first."
        case .outsideCanvas: "The position is outside the canvas."
        case .nothingToUndo: "There is nothing of yours to undo."
        case .nothingToRedo: "There is nothing of yours to redo."
        case .notKept: "That revision is no longer kept: choose a later one."
        case .notPermitted: "You may view this document, but not edit it."
        case .againstRule: "A rule of this document does not allow that."
        case .quotaExceeded:
            "The document or its owner has no space left on the server: ask its operator."
        }
    }
}
