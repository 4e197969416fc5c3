import Foundation
import Testing

/// The files for operators, beside the server's sources.
enum OperationsFile {
    static func path(_ name: String) -> String {
        URL(filePath: #filePath)
            .appending(path: "../../../../Sources/emojiart-server/Packaging/\(name)")
            .standardizedFileURL.path
    }

    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }

    /// The text of one, with some of its words replaced wherever they stand; each must be there.
    static func text(_ name: String, changing words: [(String, String)]) throws -> String {
        var text = try Self.text(name)
        for (original, changed) in words {
            try #require(text.contains(original), "\(original)")
            text = text.replacing(original, with: changed)
        }
        return text
    }
}
