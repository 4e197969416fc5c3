internal import EmojiArt
internal import Foundation

/// Where a client has its token from, for servers that ask for one.
///
/// A file is read again whenever the client connects and before the token ends, so that whoever
/// issues tokens only has to write there.
struct TokenSource {
    /// The file; nil for `EMOJIART_TOKEN` in the environment.
    var file: String?

    /// The token as it is now; nil when there is none.
    ///
    /// - Throws: `ExitStatus.usage` when the file cannot be read.
    func read() throws(ExitStatus) -> String? {
        guard let file else {
            return ProcessInfo.processInfo.environment["EMOJIART_TOKEN"].flatMap(Self.clean)
        }
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let token = Self.clean(text)
        else { throw .usage("cannot read a token from \(file)") }
        return token
    }

    private static func clean(_ text: String) -> String? {
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return token.isEmpty || token.utf8.count > Limits.tokenBytesMax ? nil : token
    }
}
