internal import EmojiArt
internal import Terminal

/// The overlay that lists the palettes, and edits one of them.
struct PaletteManager: Equatable {
    var selected: Int
    var mode = Mode.list

    enum Mode: Equatable {
        case list
        case naming(TextField)
        /// Emojis of the palette are shown, one of them pointed at.
        case emojis(Int)
        /// Emojis, or a word to find them by, are being typed.
        case adding(TextField)
        /// Enter deletes the palette.
        case deleting
    }

    /// The palettes changed, here or in another editor: the same one is pointed at still.
    mutating func follow(from old: PaletteBook, to new: PaletteBook) {
        let pointed = old.palettes[selected].id
        let last = new.palettes.count - 1
        if case .naming = mode, selected <= last, old.index(of: new.palettes[selected].id) == nil {
            // It was just made here, to be named.
            return
        }
        if let index = new.index(of: pointed) {
            selected = index
        } else {
            selected = min(selected, last)
            mode = .list
        }
        if case .emojis(let index) = mode {
            mode = .emojis(max(min(index, new.palettes[selected].emojis.count - 1), 0))
        }
    }

    /// Points at an entry, unless it is gone; whether it was pointed at already.
    mutating func point(at index: Int, in book: PaletteBook) -> Bool {
        switch mode {
        case .list:
            guard book.palettes.indices.contains(index) else { return false }
            defer { selected = index }
            return selected == index
        case .emojis(let old):
            guard book.palettes[selected].emojis.indices.contains(index) else { return false }
            mode = .emojis(index)
            return old == index
        case .naming, .adding, .deleting: return false
        }
    }

    mutating func move(_ step: Int, in book: PaletteBook) {
        switch mode {
        case .list:
            let count = book.palettes.count
            selected = (selected + step + count) % count
        case .emojis(let index):
            let count = book.palettes[selected].emojis.count
            if count > 0 { mode = .emojis((index + step + count) % count) }
        case .naming, .adding, .deleting: return
        }
    }

    mutating func insert(_ text: String) {
        switch mode {
        case .naming(var line):
            line.insert(text)
            mode = .naming(line)
        case .adding(var line):
            line.insert(text)
            mode = .adding(line)
        case .emojis:
            // Emojis that are pasted where emojis are shown are meant to be added.
            mode = .adding(TextField(text))
        case .list, .deleting: return
        }
    }
}
