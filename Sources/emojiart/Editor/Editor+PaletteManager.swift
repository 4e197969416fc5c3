internal import EmojiArt
internal import Terminal

// The overlay that edits the palettes.
extension Editor {
    mutating func type(_ stroke: Stroke, _ manager: inout PaletteManager) {
        switch manager.mode {
        case .list: typeInList(stroke, &manager)
        case .naming(var line):
            switch stroke.key {
            case .escape: manager.mode = .list
            case .enter:
                manager.mode = .list
                let name = line.text
                changePalette(manager) { try $0.rename(to: name) }
            default:
                line.take(stroke)
                manager.mode = .naming(line)
            }
        case .emojis(let index): typeInEmojis(stroke, at: index, &manager)
        case .adding(var line):
            switch stroke.key {
            case .escape: manager.mode = .emojis(0)
            case .enter:
                manager.mode = .emojis(0)
                add(line.text, manager)
            default:
                line.take(stroke)
                manager.mode = .adding(line)
            }
        case .deleting:
            if stroke.key == .enter || stroke == "y" {
                change(manager) { (book, id) in try book.delete(id) }
            }
            manager.mode = .list
        }
        if case .palettes = overlay { overlay = .palettes(manager) }
    }

    private mutating func typeInList(_ stroke: Stroke, _ manager: inout PaletteManager) {
        switch stroke.key {
        case .escape, .character("q"), .character("P"): overlay = .none
        case .down where stroke.modifiers.contains(.shift), .character("J"):
            change(manager) { (book, id) in try book.move(id, by: 1) }
        case .up where stroke.modifiers.contains(.shift), .character("K"):
            change(manager) { (book, id) in try book.move(id, by: -1) }
        case .down, .character("j"), .tab: manager.move(1, in: palettes)
        case .up, .character("k"): manager.move(-1, in: palettes)
        case .enter:
            showPalette(manager.selected)
            overlay = .none
        case .character("n"): makePalette(&manager)
        case .character("r"):
            manager.mode = .naming(TextField(palettes.palettes[manager.selected].name))
        case .character("e"), .right: manager.mode = .emojis(0)
        case .character("d"), .delete: manager.mode = .deleting
        case .character("b"):
            effects.append(.changePalettes { book in try book.restoreBuiltIn() })
        default: return
        }
    }

    private mutating func typeInEmojis(
        _ stroke: Stroke,
        at index: Int,
        _ manager: inout PaletteManager
    ) {
        let palette = palettes.palettes[manager.selected]
        switch stroke.key {
        case .escape, .character("q"): manager.mode = .list
        case .right, .down, .tab, .character("l"): manager.move(1, in: palettes)
        case .left, .up, .character("h"): manager.move(-1, in: palettes)
        case .character("a"), .character("/"): manager.mode = .adding(TextField())
        case .character("d"), .character("x"), .delete, .backspace, .enter:
            guard palette.emojis.indices.contains(index) else { return }
            let emoji = palette.emojis[index]
            changePalette(manager) { $0.remove(emoji) }
        case .character("u"):
            guard let emoji = palette.removed.first else { return }
            changePalette(manager) { try $0.putBack(emoji) }
        case .character(let scalar) where !scalar.isASCII:
            // An emoji that is typed is one to add.
            var line = TextField()
            line.take(stroke)
            manager.mode = .adding(line)
        default: return
        }
    }

    /// A new palette is empty, stands where the list points, and is named at once.
    private mutating func makePalette(_ manager: inout PaletteManager) {
        let place = manager.selected
        effects.append(
            .changePalettes { book in
                var generator = SystemRandomNumberGenerator()
                try book.insertNew(at: place, using: &generator)
            }
        )
        manager.mode = .naming(TextField())
    }

    /// Adds the emojis of a text, or else those that it is the name of.
    private mutating func add(_ text: String, _ manager: PaletteManager) {
        var emojis = text
        if [EmojiText](in: text).isEmpty {
            let known = PaletteBook().palettes.flatMap(\.emojis)
            let found = EmojiName.search(text, in: known)
            if !found.isEmpty { emojis = found.map(\.string).joined() }
        }
        changePalette(manager) { [emojis] in try $0.add(emojis) }
    }

    private mutating func changePalette(
        _ manager: PaletteManager,
        _ change: @escaping (inout UserPalette) throws -> Void
    ) {
        self.change(manager) { (book, id) in try book.change(id, change) }
    }

    /// Changes what is about the palette that is pointed at.
    private mutating func change(
        _ manager: PaletteManager,
        _ change: @escaping (inout PaletteBook, PaletteID) throws -> Void
    ) {
        let id = palettes.palettes[manager.selected].id
        effects.append(.changePalettes { book in try change(&book, id) })
    }
}
