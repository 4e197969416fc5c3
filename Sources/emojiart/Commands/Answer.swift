internal import EmojiArt
internal import Wire

/// The answer to an edit as a line of output.
///
/// ```
/// {"type":"ack","ref":"a","seq":4,"revision":17,"ids":["1.3"]}
/// {"type":"refused","ref":"b","seq":5,"code":"not_emoji","text":"..."}
/// {"type":"error","line":3,"code":"bad_operation","text":"dx is missing"}
/// ```
enum Answer {
    /// The edit is durable; `ids` are those of the emojis that it added.
    case acknowledged(seq: Int, revision: Int, ids: [EmojiID])
    /// The server refuses the edit.
    case refused(seq: Int, code: String)
    /// The line of input asks for no edit; it was not sent.
    case error(line: Int, DecodeError)

    /// The line, without its end.
    func line(ref: EditLine.Ref? = nil) -> [UInt8] {
        var writer = JSONWriter()
        switch self {
        case .acknowledged: writer.raw("{\"type\":\"ack\"")
        case .refused: writer.raw("{\"type\":\"refused\"")
        case .error: writer.raw("{\"type\":\"error\"")
        }
        if let ref {
            writer.raw(",\"ref\":")
            switch ref {
            case .string(let text): writer.string(text)
            case .integer(let number): writer.integer(number)
            }
        }
        switch self {
        case .acknowledged(let seq, let revision, let ids):
            writer.raw(",\"seq\":")
            writer.integer(seq)
            writer.raw(",\"revision\":")
            writer.integer(revision)
            if !ids.isEmpty {
                writer.raw(",\"ids\":")
                writer.array(ids) { writer, id in writer.emojiID(id) }
            }
        case .refused(let seq, let code):
            writer.raw(",\"seq\":")
            writer.integer(seq)
            writer.problem(code, RefusalCode(rawValue: code)?.text ?? "")
        case .error(let line, let error):
            writer.raw(",\"line\":")
            writer.integer(line)
            writer.problem(error.refusal.rawValue, error.description)
        }
        writer.raw("}")
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func problem(_ code: String, _ text: String) {
        raw(",\"code\":")
        string(code)
        raw(",\"text\":")
        string(text)
    }
}
