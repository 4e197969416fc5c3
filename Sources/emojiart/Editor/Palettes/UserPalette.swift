internal import EmojiArt
internal import Wire

/// A palette that its user can change.
///
/// No emoji stands twice, neither among the emojis nor among the removed ones nor in both. All
/// changes are total: what cannot be done is thrown and leaves the palette as it was.
struct UserPalette: Equatable, Identifiable, Sendable {
    let id: PaletteID
    /// The name to show; empty until the user has given one.
    private(set) var name: String
    private(set) var emojis: [EmojiText]
    /// The emojis that were taken out and can be put back, the latest first.
    private(set) var removed: [EmojiText]

    /// Most UTF-8 bytes of a name: that of a member of a document.
    static let nameBytesMax = Limits.memberNameBytesMax
    /// Most emojis, and most removed ones: bounds the file and the time to draw.
    static let emojisMax = 1_000

    /// Makes a palette; an emoji that stands twice is kept where it stands first.
    init(
        id: PaletteID,
        name: String = "",
        emojis: [EmojiText] = [],
        removed: [EmojiText] = []
    ) throws(PaletteError) {
        self.id = id
        self.name = try Self.checked(name: name)
        self.emojis = try Self.checked(emojis: emojis)
        self.removed = []
        setRemoved(removed)
    }

    /// Takes a palette that is known to be within the bounds.
    private init(id: PaletteID, _ palette: Palette) {
        self.id = id
        name = palette.name
        emojis = palette.distinctEmojis
        removed = []
    }

    static let builtIn: [UserPalette] = Palette.builtIn.enumerated().map { index, palette in
        UserPalette(id: PaletteID(builtIn: index), palette)
    }

    /// What stands in where there is no palette (L11-12).
    static let fallback = UserPalette(
        id: .fallback,
        Palette(name: "Warning", emojis: [EmojiText](in: "⚠️🚧🛑⛔️🚨"))
    )

    /// Gives the palette another name.
    mutating func rename(to name: String) throws(PaletteError) {
        self.name = try Self.checked(name: name)
    }

    /// Puts the emojis of a typed text first, in their order; one that was there moves (L13-2).
    ///
    /// What is no emoji is dropped. Nothing that is added counts as removed any longer.
    mutating func add(_ text: String) throws(PaletteError) {
        let added = [EmojiText](in: text)
        guard !added.isEmpty else { throw .noEmoji }
        emojis = try Self.checked(emojis: added + emojis)
        setRemoved(removed)
    }

    /// Takes an emoji out and remembers it, the oldest being forgotten when there are too many.
    ///
    /// One that is not there is left alone.
    mutating func remove(_ emoji: EmojiText) {
        guard let index = emojis.firstIndex(of: emoji) else { return }
        emojis.remove(at: index)
        removed.insert(emoji, at: 0)
        if removed.count > Self.emojisMax { removed.removeLast() }
    }

    /// Puts an emoji back that was removed, before the others; another one is left alone.
    mutating func putBack(_ emoji: EmojiText) throws(PaletteError) {
        guard removed.contains(emoji) else { return }
        emojis = try Self.checked(emojis: [emoji] + emojis)
        removed.removeAll { $0 == emoji }
    }

    /// Of too many removed emojis the oldest are forgotten.
    private mutating func setRemoved(_ removed: [EmojiText]) {
        let present = Set(emojis)
        let distinct = removed.distinct.filter { !present.contains($0) }
        self.removed = Array(distinct.prefix(Self.emojisMax))
    }

    private static func checked(emojis: [EmojiText]) throws(PaletteError) -> [EmojiText] {
        let distinct = emojis.distinct
        guard distinct.count <= emojisMax else { throw .paletteFull }
        return distinct
    }

    private static func checked(name: String) throws(PaletteError) -> String {
        guard name.utf8.count <= nameBytesMax else { throw .nameTooLong }
        guard !name.unicodeScalars.contains(where: \.isControl) else { throw .nameHoldsControl }
        return name
    }
}

/// The identity of a palette, kept when it is renamed, moved or saved.
///
/// Written as 16 hexadecimal digits. The palettes that come with the program have small numbers
/// for good; the user's own have the highest bit, so that chance never makes the two equal.
struct PaletteID: CustomStringConvertible, Hashable, Sendable {
    private let word: UInt64

    static let fallback = PaletteID(word: 0)

    private init(word: UInt64) { self.word = word }

    /// The identity of a palette of `Palette.builtIn`, by its place there.
    ///
    /// Palettes that are added to the list later go to its end, or users' files would name others.
    init(builtIn index: Int) { self.init(word: UInt64(clamping: index) + 1) }

    init(using generator: inout some RandomNumberGenerator) {
        self.init(word: generator.next() | 1 << 63)
    }

    /// Reads 16 lowercase hexadecimal digits; nil for anything else.
    init?(_ text: String) {
        guard text.utf8.count == 16, let word = UInt64(hexadecimal: text.utf8) else { return nil }
        self.init(word: word)
    }

    var description: String { word.digits }
}

/// Why the palettes are not changed as asked; the description is for a person.
enum PaletteError: Error, Equatable, Sendable, CustomStringConvertible {
    case nameTooLong
    case nameHoldsControl
    case noEmoji
    case paletteFull
    case tooManyPalettes
    case lastPalette
    case noSuchPalette

    var description: String {
        switch self {
        case .nameTooLong: "a palette's name has at most \(UserPalette.nameBytesMax) bytes"
        case .nameHoldsControl: "a palette's name has no control characters"
        case .noEmoji: "no emoji in this text"
        case .paletteFull: "a palette has at most \(UserPalette.emojisMax) emojis"
        case .tooManyPalettes: "at most \(PaletteBook.palettesMax) palettes are possible"
        case .lastPalette: "the last palette cannot be deleted"
        case .noSuchPalette: "another editor deleted this palette"
        }
    }
}
