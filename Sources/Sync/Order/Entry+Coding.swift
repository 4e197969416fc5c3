internal import EmojiArt
internal import Wire

// Entries as bytes, for the way from one node to all of them. The operation is written as in an
// edit, with the types `undo`, `redo` and `refusal` for what is decided only when it is applied,
// and what was decided before.
extension JSONWriter {
    mutating func entry(_ entry: Entry) {
        switch entry {
        case .enrolment(let key):
            raw("{\"type\":\"enrolment\",\"key\":")
            string(key.text)
        case .edit(let client, let seq, let request, let time, let revert):
            raw("{\"type\":\"edit\",\"client\":")
            integer(client)
            raw(",\"seq\":")
            integer(seq)
            raw(",\"time\":")
            integer(time)
            if let revert {
                raw(",\"revert\":")
                integer(revert)
            }
            raw(",\"operation\":")
            self.request(request)
        }
        raw("}")
    }

    private mutating func request(_ request: ClientMessage.Request) {
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
    /// Reads an entry.
    ///
    /// - Throws: `DecodeError`: another version's, or nobody's.
    func entry(_ object: Int, _ bytes: borrowing Span<UInt8>) throws(DecodeError) -> Entry {
        switch nodes[try need("type", of: object)].text {
        case "enrolment":
            guard let key = ClientKey(try string("key", of: object, bytesMax: 32, bytes)) else {
                throw .wrong("key")
            }
            return .enrolment(key)
        case "edit":
            let isRevert = member("revert", of: object) != nil
            return .edit(
                client: try integer("client", of: object, in: 1...Limits.identifierMax),
                seq: try integer("seq", of: object, in: 1...Limits.stackMax),
                request: try request(try need("operation", of: object), bytes),
                time: try integer("time", of: object, in: 0...Limits.stackMax),
                revert: isRevert ? try integer("revert", of: object, in: 0...Limits.stackMax) : nil
            )
        default: throw .unknownType
        }
    }

    private func request(
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
