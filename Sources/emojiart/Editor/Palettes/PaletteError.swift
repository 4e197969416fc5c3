/// Why the palettes are not changed as asked; the description is for a person.
enum PaletteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A palette's name would have more than `UserPalette.nameBytesMax` bytes.
    case nameTooLong
    /// A palette's name would hold a control character.
    case nameHoldsControl
    /// A text that was typed to add emojis holds none.
    case noEmoji
    /// A palette would have more than `UserPalette.emojisMax` emojis.
    case paletteFull
    /// There would be more than `PaletteBook.palettesMax` palettes.
    case tooManyPalettes
    /// The only palette cannot be deleted.
    case lastPalette
    /// The palette is not there: another editor has deleted it.
    case noSuchPalette

    var description: String {
        switch self {
        case .nameTooLong:
            "a palette's name has at most \(UserPalette.nameBytesMax) bytes"
        case .nameHoldsControl:
            "a palette's name has no control characters"
        case .noEmoji:
            "no emoji in this text"
        case .paletteFull:
            "a palette has at most \(UserPalette.emojisMax) emojis"
        case .tooManyPalettes:
            "at most \(PaletteBook.palettesMax) palettes are possible"
        case .lastPalette:
            "the last palette cannot be deleted"
        case .noSuchPalette:
            "another editor deleted this palette"
        }
    }
}
