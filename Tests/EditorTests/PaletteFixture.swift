import EmojiArt
import Foundation
import TestKit

@testable import emojiart

enum PaletteFixture {
    static func emojis(_ text: String) -> [EmojiText] {
        text.map { character in
            guard let emoji = try? EmojiText(String(character)) else {
                preconditionFailure("\(character) is no emoji.")
            }
            return emoji
        }
    }

    /// As many different emojis: flags, some of no country, and pictures.
    static func many(_ count: Int) -> [EmojiText] {
        let letters = (UInt32(0x1F1E6)...0x1F1FF).compactMap(Unicode.Scalar.init).map(String.init)
        let flags = letters.flatMap { first in letters.map { first + $0 } }
        let pictures = (UInt32(0x1F300)...0x1F5FF).compactMap(Unicode.Scalar.init).map(String.init)
        let emojis = (flags + pictures).compactMap { try? EmojiText($0) }
        precondition(emojis.count >= count, "There are only \(emojis.count).")
        return Array(emojis[..<count])
    }

    static func emoji(
        _ text: String,
        id: Int,
        x: Int,
        y: Int,
        size: Int = 40,
        client: Int = 1
    ) -> Emoji {
        Emoji(
            id: EmojiID(client: client, counter: id),
            text: emojis(text)[0],
            x: x,
            y: y,
            size: size,
            z: id
        )
    }

    static func palette(_ name: String, _ text: String = "", seed: UInt64) throws -> UserPalette {
        var generator = SplitMix64(seed: seed)
        return try UserPalette(id: PaletteID(using: &generator), name: name, emojis: emojis(text))
    }
}

/// A directory that goes with the value.
final class PaletteDirectory: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "palettes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Where the palettes are; the directory above does not exist yet.
    var file: String { path + "/config/emojiart/palettes.json" }

    var names: [String] {
        let folder = URL(filePath: file).deletingLastPathComponent().path
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Writes the palettes' file as another program would, not by a rename.
    func plant(_ text: String) throws {
        let folder = URL(filePath: file).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
    }

    /// What a file beside the palettes holds; the palettes themselves without a name.
    func text(_ ending: String = "") throws -> String {
        try String(contentsOfFile: file + ending, encoding: .utf8)
    }
}
