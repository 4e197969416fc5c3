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
        do { try FileHandle.standardOutput.write(contentsOf: Data(json + "\n".utf8)) } catch {
            // Sockets must not raise it, so it was ignored until now.
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)
        }
    }

    static func text(_ text: String) { line(Array(printable(text).utf8)) }

    /// Tells a person something.
    ///
    /// What a server says may be in it, but it does not speak to the terminal.
    static func explain(_ text: String) {
        let line = "emojiart: \(printable(text))\n"
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }

    static func state(_ document: Document, revision: Int) {
        line(
            JSONWriter.object("state") { writer in
                writer.member("revision", revision)
                writer.name("checksum")
                writer.word(document.checksum.bits)
                writer.name("background")
                writer.background(document.background)
                writer.name("canvas")
                writer.canvas(document.canvas)
                writer.name("emojis")
                writer.array(document.drawingOrder) { writer, emoji in writer.emoji(emoji) }
            }
        )
    }

    private static func printable(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.isControl && scalar != "\n" ? "?" : scalar)
        }
        return String(scalars)
    }
}

extension JSONWriter {
    /// An object that begins with its type; `write` appends the other members.
    static func object(_ type: String, _ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"type\":\"\(type)\"")
        write(&writer)
        writer.raw("}")
        return writer.bytes
    }

    /// Appends the name of a member that is not the first; its value follows.
    mutating func name(_ name: String) { raw(",\"\(name)\":") }

    mutating func member(_ name: String, _ value: Int) {
        self.name(name)
        integer(value)
    }

    mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }
}

/// How a command ends when it did not do all that it was asked.
enum ExitStatus: Error {
    /// The command line, or a file that it names, is wrong.
    case usage(String)
    /// The server cannot be reached, or sends this client away for good.
    case noConnection(String)
    /// At least one edit was refused; the answers said which and why.
    case refused
    /// Of at least one edit nobody can say whether it is in the document; the answers said which.
    case unknown
    case timeout(String)
    case interrupted

    var code: Int32 {
        switch self {
        case .usage: 2
        case .noConnection: 3
        case .refused: 4
        case .timeout: 5
        case .unknown: 6
        case .interrupted: 130
        }
    }

    var text: String? {
        switch self {
        case .usage(let text), .noConnection(let text), .timeout(let text): text
        case .refused, .unknown, .interrupted: nil
        }
    }
}
