internal import EmojiArt
internal import Foundation
internal import Glibc
internal import Wire

/// Where output goes: JSON lines to standard output, words to standard error.
enum Output {
    /// Writes one line of JSON, at once.
    ///
    /// A reader that has gone ends the process quietly by SIGPIPE, as it does for any filter.
    static func line(_ json: [UInt8]) {
        var line = json
        line.append(UInt8(ascii: "\n"))
        do { try FileHandle.standardOutput.write(contentsOf: Data(line)) } catch {
            // Sockets must not raise it, so it was ignored until now.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
    }

    /// Writes a line of text for a person who asked for it.
    static func text(_ text: String) { line(Array(printable(text).utf8)) }

    /// Tells a person something.
    ///
    /// What a server says may be in it, but it does not speak to the terminal.
    static func explain(_ text: String) {
        let line = "emojiart: \(printable(text))\n"
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }

    private static func printable(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.isControl && scalar != "\n" ? "?" : scalar)
        }
        return String(scalars)
    }
}

extension Output {
    /// Writes a line that tells a whole document.
    static func state(_ document: Document, revision: Int) {
        var writer = JSONWriter(capacity: 4_096)
        writer.raw("{\"type\":\"state\",\"revision\":")
        writer.integer(revision)
        writer.raw(",\"checksum\":")
        writer.word(document.checksum.bits)
        writer.raw(",\"background\":")
        writer.background(document.background)
        writer.raw(",\"canvas\":")
        writer.canvas(document.canvas)
        writer.raw(",\"emojis\":")
        writer.array(document.drawingOrder) { writer, emoji in writer.emoji(emoji) }
        writer.raw("}")
        Output.line(writer.bytes)
    }
}
