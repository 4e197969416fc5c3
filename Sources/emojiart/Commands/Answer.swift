internal import EmojiArt
internal import Wire

/// The answer to an edit as a line of output.
///
/// ```
/// {"type":"ack","ref":"a","seq":4,"revision":17,"ids":["1.3"]}
/// {"type":"refused","ref":"b","seq":5,"code":"not_emoji","text":"..."}
/// {"type":"unknown","ref":"c","text":"..."}
/// {"type":"error","line":3,"code":"bad_operation","text":"dx is missing"}
/// ```
enum Answer {
    /// The edit is durable; `ids` are those of the emojis that it added.
    case acknowledged(seq: Int, revision: Int, ids: [EmojiID])
    case refused(seq: Int, code: String)
    /// Nobody can say whether the edit is in the document: it was sent, by this program or by
    /// another with its key, and the server no longer knows.
    case unknown
    /// The line of input asks for no edit; it was not sent.
    case error(line: Int, DecodeError)

    /// The refusal of any edit by one who may only look: there is no number, and so are no ids.
    static let notPermitted = Answer.refused(seq: 0, code: RefusalCode.notPermitted.rawValue)

    func line(ref: EditLine.Ref? = nil) -> [UInt8] {
        JSONWriter.object(type) { writer in
            switch ref {
            case .string(let text): writer.member("ref", text)
            case .integer(let number): writer.member("ref", number)
            case nil: break
            }
            switch self {
            case .acknowledged(let seq, let revision, let ids):
                writer.member("seq", seq)
                writer.member("revision", revision)
                guard !ids.isEmpty else { return }
                writer.name("ids")
                writer.emojiIDs(ids)
            case .refused(let seq, let code):
                writer.member("seq", seq)
                writer.member("code", code)
                writer.member("text", RefusalCode(rawValue: code)?.text ?? "")
            case .unknown:
                writer.member(
                    "text",
                    "The edit may be in the document already: look, and send it again or not."
                )
            case .error(let line, let error):
                writer.member("line", line)
                writer.member("code", error.refusal.rawValue)
                writer.member("text", error.description)
            }
        }
    }

    private var type: String {
        switch self {
        case .acknowledged: "ack"
        case .refused: "refused"
        case .unknown: "unknown"
        case .error: "error"
        }
    }
}
