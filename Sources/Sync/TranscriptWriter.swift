internal import EmojiArt
internal import Wire

/// Writes the lines of a transcript.
struct TranscriptWriter {
    private(set) var lines: [[UInt8]]

    /// Begins a client's transcript.
    init(of key: ClientKey) { lines = [Self.header(of: key)] }

    /// The server sent a message.
    mutating func heard(_ message: ServerMessage) { heard(message.encoded.span) }

    /// The server sent a message.
    mutating func heard(_ message: borrowing Span<UInt8>) { lines.append(Self.line("<", message)) }

    /// The client sent a message.
    mutating func said(_ message: ClientMessage) {
        lines.append(Self.line(">", message.encoded.span))
    }

    /// The client made an edit.
    mutating func said(_ edit: PendingEdit) { said(.edit(seq: edit.seq, edit.request)) }

    /// The connection was lost.
    mutating func closed() { lines.append(Self.closedLine) }

    /// The first line: the form's version, and whose edits these are.
    ///
    /// Under another key they would be another client's edits. The key itself stays in its file.
    static func header(of key: ClientKey) -> [UInt8] {
        var digest = Digest()
        digest.combine(key.text)
        var writer = JSONWriter()
        writer.raw("# emojiart transcript 1 of client ")
        writer.word(digest.value.bits)
        return writer.bytes
    }

    /// The line that says that edits after it are made without a connection.
    static let closedLine = Array("# closed".utf8)

    /// A line of a message; an end of line in it, which is a space in JSON, becomes one.
    static func line(_ direction: Unicode.Scalar, _ message: borrowing Span<UInt8>) -> [UInt8] {
        var line: [UInt8] = []
        line.reserveCapacity(message.count + 2)
        line.append(UInt8(truncatingIfNeeded: direction.value))
        line.append(UInt8(ascii: " "))
        for index in message.indices {
            line.append(message[index] == UInt8(ascii: "\n") ? UInt8(ascii: " ") : message[index])
        }
        return line
    }
}
