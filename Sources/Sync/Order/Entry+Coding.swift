package import EmojiArt
package import Wire

// Entries as bytes, for the way from one node to all of them. The operation is written as in an
// edit, with the types `undo`, `redo` and `refusal` for what is decided only when it is applied,
// and what was decided before.
extension Entry: Orderable {
    /// No bound but that of bytes.
    package static var countMax: Int { .max }

    /// Writes it as one JSON value.
    package func encode(to writer: inout JSONWriter) {
        switch self {
        case .enrolment(let key):
            writer.raw("{\"type\":\"enrolment\",\"key\":")
            writer.string(key.text)
        case .edit(let client, let seq, let request, let time, let revert, let isOffered):
            writer.raw("{\"type\":\"edit\",\"client\":")
            writer.integer(client)
            writer.raw(",\"seq\":")
            writer.integer(seq)
            writer.raw(",\"time\":")
            writer.integer(time)
            if let revert {
                writer.raw(",\"revert\":")
                writer.integer(revert)
            }
            if isOffered { writer.raw(",\"offered\":true") }
            writer.raw(",\"operation\":")
            writer.request(request)
        }
        writer.raw("}")
    }

    /// Reads it from the value at a node.
    ///
    /// - Throws: `DecodeError`: another version's, or nobody's.
    package init(
        decoding object: Int,
        of reader: borrowing JSONReader,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) {
        switch reader.nodes[try reader.need("type", of: object)].text {
        case "enrolment":
            let text = try reader.string("key", of: object, bytesMax: 32, bytes)
            guard let key = ClientKey(text) else { throw .wrong("key") }
            self = .enrolment(key)
        case "edit":
            let isRevert = reader.member("revert", of: object) != nil
            self = .edit(
                client: try reader.integer("client", of: object, in: 1...Limits.identifierMax),
                seq: try reader.integer("seq", of: object, in: 1...Limits.stackMax),
                request: try reader.request(try reader.need("operation", of: object), bytes),
                time: try reader.integer("time", of: object, in: 0...Limits.stackMax),
                revert: isRevert
                    ? try reader.integer("revert", of: object, in: 0...Limits.stackMax) : nil,
                isOffered: reader.member("offered", of: object) != nil
            )
        default: throw .unknownType
        }
    }
}

extension JSONWriter {
    fileprivate mutating func request(_ request: ClientMessage.Request) {
        switch request {
        case .operation(let operation): self.operation(operation)
        case .walk(.undo): raw("{\"type\":\"undo\"}")
        case .walk(.redo): raw("{\"type\":\"redo\"}")
        case .invalid(let code):
            raw("{\"type\":\"refusal\",\"code\":")
            string(code.rawValue)
            raw("}")
        case .revert: preconditionFailure("A revert enters the order as what it changes.")
        }
    }
}

extension JSONReader {
    fileprivate func request(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> ClientMessage.Request {
        switch nodes[try need("type", of: object)].text {
        case "undo": return .walk(.undo)
        case "redo": return .walk(.redo)
        case "refusal":
            let code = RefusalCode(rawValue: try string("code", of: object, bytesMax: 64, bytes))
            guard let code else { throw .wrong("code") }
            return .invalid(code)
        default: return .operation(try operation(object, bytes, from: .server))
        }
    }
}
