internal import EmojiArt
internal import HTTPClient
internal import Wire

/// A URL goes to a host or nowhere, and an answer is a verdict or none.
enum HookTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        let text = String(decoding: bytes, as: UTF8.self)
        if let url = HTTPURL(text) {
            try promise(HTTPURL(url.description) == url, "\(url) is not the same again")
            try promise(text.utf8.allSatisfy { $0 > 0x20 }, "\(url) has spaces or controls")
        }
        var decoder = MessageDecoder()
        let verdict: EditVerdict
        do throws(DecodeError) {
            verdict = try decoder.ruleVerdict(bytes.span)
        } catch {
            return try MessageTrial.check(error)
        }
        guard case .replace(let operation) = verdict else { return }
        let message = ClientMessage.edit(.init(seq: 1, mark: UInt64(1), .operation(operation)))
        let again = try? decoder.clientMessage(message.encoded.span)
        try promise(again == message, "\(operation) is none that a client may send")
    }
}
