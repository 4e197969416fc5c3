internal import Terminal

/// One line of text that is being typed.
struct TextField: Equatable {
    /// Characters that a line may have: nothing that is typed here is longer.
    static let charactersMax = 8_192

    private(set) var characters: [Character] = []
    /// How many characters are left of the cursor.
    private(set) var cursor = 0

    init(_ text: String = "") { insert(text) }

    var text: String { String(characters) }

    mutating func take(_ stroke: Stroke) {
        switch (stroke.key, stroke.modifiers) {
        case (.character(let scalar), []): insert(String(scalar))
        case (.backspace, _): if cursor > 0 { remove(cursor - 1) }
        case (.delete, _): if cursor < characters.count { remove(cursor) }
        case (.left, _): cursor = max(cursor - 1, 0)
        case (.right, _): cursor = min(cursor + 1, characters.count)
        case (.home, _), (.character("a"), .control): cursor = 0
        case (.end, _), (.character("e"), .control): cursor = characters.count
        case (.character("u"), .control):
            characters.removeFirst(cursor)
            cursor = 0
        case (.character("k"), .control): characters.removeLast(characters.count - cursor)
        case (.character("w"), .control): removeWord()
        default: return
        }
    }

    /// Inserts a text at the cursor; a line break becomes a space.
    mutating func insert(_ text: String) {
        // A joiner or a skin tone that is typed after an emoji becomes one character with it, so
        // the line is put together as a text.
        let left =
            String(characters[..<cursor]) + text.map { $0.isNewline ? " " : String($0) }.joined()
        let right = String(characters[cursor...])
        let whole = Array((left + right).prefix(Self.charactersMax))
        cursor = min(left.count, whole.count)
        characters = whole
    }

    private mutating func remove(_ index: Int) {
        characters.remove(at: index)
        if index < cursor { cursor -= 1 }
    }

    private mutating func removeWord() {
        var start = cursor
        while start > 0, characters[start - 1] == " " { start -= 1 }
        while start > 0, characters[start - 1] != " " { start -= 1 }
        characters.removeSubrange(start..<cursor)
        cursor = start
    }
}
