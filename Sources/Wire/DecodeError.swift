package import EmojiArt

/// Why bytes are not a message of this protocol.
public enum DecodeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not JSON as this protocol reads it; the text says what and where.
    case json(String)
    case noType
    case unknownType
    case missing(String)
    case wrong(String)
    case outOfRange(String)
    case tooMany(String)
    case unknownField(String)
    /// An edit's operation that is well placed but refused: the edit's seq is known.
    case refused(RefusalCode)

    /// Bytes that are no JSON within the bounds.
    package init(_ error: JSONError) { self = .json(error.description) }

    /// What is wrong, in one phrase that fits a close reason.
    public var description: String {
        switch self {
        case .json(let text): "not JSON: \(text)"
        case .noType: "not an object with a type"
        case .unknownType: "unknown type"
        case .missing(let field): "\(field) is missing"
        case .wrong(let field): "\(field) is malformed"
        case .outOfRange(let field): "\(field) is out of range"
        case .tooMany(let field): "\(field) has too many items"
        case .unknownField(let place): "unknown field in \(place)"
        case .refused(let code): code.rawValue
        }
    }

    /// The code that refuses an edit whose operation has this error.
    public var refusal: RefusalCode {
        switch self {
        case .json, .noType, .missing, .wrong, .unknownField: .badOperation
        case .unknownType: .unknownOperation
        case .outOfRange: .outOfRange
        case .tooMany: .tooMany
        case .refused(let code): code
        }
    }
}
