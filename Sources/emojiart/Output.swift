internal import Foundation
internal import Glibc

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

    /// Tells a person something.
    static func explain(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("emojiart: \(text)\n".utf8))
    }
}
