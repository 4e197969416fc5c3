import EmojiArt
import Wire

/// Messages as tests write and read them.
enum Messages {
    static func client(_ bytes: [UInt8]) throws -> ClientMessage {
        var decoder = MessageDecoder()
        return try decoder.clientMessage(bytes.span)
    }

    static func client(_ text: String) throws -> ClientMessage { try client(Array(text.utf8)) }

    static func server(_ bytes: [UInt8]) throws -> ServerMessage? {
        var decoder = MessageDecoder()
        return try decoder.serverMessage(bytes.span)
    }

    static func server(_ text: String) throws -> ServerMessage? { try server(Array(text.utf8)) }

    /// The error of a client's message; nil when it is one.
    static func clientError(_ bytes: [UInt8]) -> DecodeError? {
        do {
            _ = try client(bytes)
            return nil
        } catch { return error as? DecodeError }
    }

    static func clientError(_ text: String) -> DecodeError? { clientError(Array(text.utf8)) }

    static func serverError(_ bytes: [UInt8]) -> DecodeError? {
        do {
            _ = try server(bytes)
            return nil
        } catch { return error as? DecodeError }
    }

    /// How an edit's operation is refused; nil when it is not.
    static func refusal(_ operation: String) throws -> RefusalCode? {
        let text =
            #"{"type":"edit","seq":1,"mark":"0000000000000001","operation":"# + operation + "}"
        guard case .edit(let edit) = try client(text), case .invalid(let code) = edit.request else {
            return nil
        }
        return code
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
