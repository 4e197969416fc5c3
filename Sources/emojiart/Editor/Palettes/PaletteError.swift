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
            "A palette's name has at most \(UserPalette.nameBytesMax) bytes."
        case .nameHoldsControl:
            "A palette's name holds no control characters."
        case .noEmoji:
            "There is no emoji in this text."
        case .paletteFull:
            "A palette has at most \(UserPalette.emojisMax) emojis."
        case .tooManyPalettes:
            "There are at most \(PaletteBook.palettesMax) palettes."
        case .lastPalette:
            "The last palette cannot be deleted."
        case .noSuchPalette:
            "This palette is not there any more."
        }
    }
}
