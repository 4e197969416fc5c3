import Foundation

/// The golden files that the Swift and the JavaScript tests share.
enum VectorFile: String {
    case emojiTexts = "emoji-texts.json"
    case operations = "operations.json"

    private var url: URL {
        URL(filePath: #filePath)
            .deletingLastPathComponent()  // Support
            .deletingLastPathComponent()  // EmojiArtTests
            .deletingLastPathComponent()  // Tests
            .deletingLastPathComponent()
            .appending(path: "Protocol/vectors/\(rawValue)")
    }

    func read() throws -> Data { try Data(contentsOf: url) }

    func write(_ data: Data) throws { try data.write(to: url) }
}
