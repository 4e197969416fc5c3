import Foundation

/// The files for operators, beside the server's sources.
enum OperationsFile {
    /// The path of one.
    static func path(_ name: String) -> String {
        URL(filePath: #filePath)
            .appending(path: "../../../../Sources/emojiart-server/Operations/\(name)")
            .standardizedFileURL.path
    }

    /// The text of one.
    static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name), encoding: .utf8)
    }
}
