internal import EmojiArt

// The palette that is shown, and the emoji of it that is added next.
extension Editor {
    var palette: UserPalette { palettes.palettes[min(paletteIndex, palettes.palettes.count - 1)] }

    /// The emoji that is added next; nil when the palette is empty.
    var currentEmoji: EmojiText? {
        let emojis = palette.emojis
        return emojis.isEmpty ? nil : emojis[min(emojiIndex, emojis.count - 1)]
    }

    /// Shows a palette; after the last comes the first.
    mutating func showPalette(_ index: Int) {
        let count = palettes.palettes.count
        paletteIndex = (index % count + count) % count
        emojiIndex = 0
        isArmed = false
    }

    mutating func showEmoji(_ index: Int) {
        let count = palette.emojis.count
        guard count > 0 else { return }
        emojiIndex = (index % count + count) % count
    }

    /// The palettes changed, here or in another editor: what was shown is shown still.
    mutating func take(_ new: PaletteBook) {
        let shown = palette.id
        let emoji = currentEmoji
        let old = palettes
        palettes = new
        paletteIndex = new.index(of: shown) ?? min(paletteIndex, new.palettes.count - 1)
        emojiIndex = emoji.flatMap { palette.emojis.firstIndex(of: $0) } ?? 0
        if case .palettes(var manager) = overlay {
            manager.follow(from: old, to: new)
            overlay = .palettes(manager)
        }
    }

    /// The palettes could not be changed: what was to follow the change is given up.
    mutating func refusePalettes(_ reason: String) {
        warn(reason)
        guard case .palettes(var manager) = overlay else { return }
        manager.mode = .list
        overlay = .palettes(manager)
    }
}
