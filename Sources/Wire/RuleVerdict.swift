package import EmojiArt

/// What somebody else's server says of an edit that it was asked about.
package enum RuleVerdict: Equatable, Sendable {
    /// It may be put in order.
    case accept
    /// It is refused `against_rule`.
    case refuse
    /// This is put in order in its place.
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
    ) throws(DecodeError) -> RuleVerdict {
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
