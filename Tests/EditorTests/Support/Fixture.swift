import EmojiArt
import Wire

@testable import emojiart

/// Values by short names, for tests about something else than how they are made.
enum Fixture {
    /// The text of an emoji that is known to be one.
    static func text(_ string: String) -> EmojiText {
        guard let text = try? EmojiText(string) else {
            preconditionFailure("\(string) is not an emoji.")
        }
        return text
    }
}

extension Room {
    /// Adds emojis by the command line of someone who is there; returns their ids.
    @discardableResult
    func add(_ person: Person, _ emojis: [(text: String, x: Int, y: Int)]) -> [EmojiID] {
        let before = Set(document.emojis.keys)
        for emoji in emojis { person.command("add \(emoji.text) \(emoji.x) \(emoji.y)") }
        person.command("select none")
        return document.emojis.keys.filter { !before.contains($0) }.sorted()
    }
}

extension GridPoint {
    /// A cell so far from this one.
    func offset(_ columns: Int, _ rows: Int) -> GridPoint {
        GridPoint(column: column + columns, row: row + rows)
    }
}
