public import EmojiArt

/// What a rule says of an edit.
public enum EditVerdict: Equatable, Sendable {
    /// It may be applied as it is.
    case accept
    /// It is refused `RefusalCode.againstRule`.
    case refuse
    /// This is applied in its place; of an undo, a redo or a revert it counts as `refuse`.
    ///
    /// One that fits no message is refused `RefusalCode.tooMany`.
    case replace(Operation)
}

extension MessageDecoder {
    /// Reads a verdict: `{"verdict":"accept"}`, `{"verdict":"refuse"}`, or
    /// `{"verdict":"replace","operation":{...}}` with an operation as a client may send it.
    ///
    /// - Throws: `DecodeError`: it is none.
    /// - Complexity: O(bytes).
    package mutating func ruleVerdict(
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> EditVerdict {
        do { try reader.read(bytes, within: .message) } catch { throw DecodeError(error) }
        guard reader.nodes[0].kind == .object else { throw .noType }
        switch try reader.string("verdict", of: 0, bytesMax: 16, bytes) {
        case "accept": return .accept
        case "refuse": return .refuse
        case "replace":
            let operation = try reader.need("operation", of: 0)
            return .replace(try reader.operation(operation, bytes, from: .client))
        default: throw .wrong("verdict")
        }
    }
}
