internal import EmojiArt

/// The user's palettes in their order: never none, and no identity twice.
///
/// All changes are total: what cannot be done is thrown and leaves the palettes as they were.
struct PaletteBook: Equatable, Sendable {
    private(set) var palettes: [UserPalette]

    /// Most palettes: bounds the file and the list.
    static let palettesMax = 200

    /// The palettes that come with the program.
    init() { palettes = UserPalette.builtIn }

    /// Takes palettes; without any, `UserPalette.fallback` stands in (L11-12).
    ///
    /// Of palettes with the same identity the last is kept, where the first stood.
    ///
    /// - Throws: `PaletteError.tooManyPalettes`.
    init(_ palettes: [UserPalette]) throws(PaletteError) {
        self.palettes = []
        for palette in palettes {
            try insert(palette, at: index(of: palette.id) ?? self.palettes.count)
        }
        if palettes.isEmpty { self.palettes = [.fallback] }
    }

    /// The place of a palette; nil when it is not there.
    func index(of id: PaletteID) -> Int? { palettes.firstIndex { $0.id == id } }

    /// Puts a palette so that it stands at `index`, or at the end nearest to it.
    ///
    /// One with the same identity is replaced and so moves: none ever stands twice (L13-4).
    ///
    /// - Throws: `PaletteError.tooManyPalettes`.
    mutating func insert(_ palette: UserPalette, at index: Int) throws(PaletteError) {
        if let present = self.index(of: palette.id) {
            palettes.remove(at: present)
        } else if palettes.count >= Self.palettesMax {
            throw .tooManyPalettes
        }
        palettes.insert(palette, at: min(max(index, 0), palettes.count))
    }

    /// Makes a new palette at `index`, or at the end nearest to it (L13-1).
    ///
    /// - Throws: `PaletteError` when the name or the number of palettes is out of bounds.
    @discardableResult
    mutating func insertNew(
        named name: String = "",
        at index: Int,
        using generator: inout some RandomNumberGenerator
    ) throws(PaletteError) -> PaletteID {
        let palette = try UserPalette(id: newID(using: &generator), name: name)
        try insert(palette, at: index)
        return palette.id
    }

    /// Gives a palette another name.
    ///
    /// - Throws: `PaletteError.noSuchPalette`, `.nameTooLong` or `.nameHoldsControl`.
    mutating func rename(_ id: PaletteID, to name: String) throws(PaletteError) {
        try palettes[place(of: id)].rename(to: name)
    }

    /// Puts the emojis of a typed text before a palette's others (L13-2).
    ///
    /// - Throws: `PaletteError.noSuchPalette`, `.noEmoji` or `.paletteFull`.
    mutating func add(_ text: String, to id: PaletteID) throws(PaletteError) {
        try palettes[place(of: id)].add(text)
    }

    /// Takes an emoji out of a palette, which remembers it.
    ///
    /// - Throws: `PaletteError.noSuchPalette`.
    mutating func remove(_ emoji: EmojiText, from id: PaletteID) throws(PaletteError) {
        palettes[try place(of: id)].remove(emoji)
    }

    /// Puts a removed emoji back before a palette's others.
    ///
    /// - Throws: `PaletteError.noSuchPalette` or `.paletteFull`.
    mutating func putBack(_ emoji: EmojiText, into id: PaletteID) throws(PaletteError) {
        try palettes[place(of: id)].putBack(emoji)
    }

    /// Deletes a palette, unless it is the only one (L11-12).
    ///
    /// - Throws: `PaletteError.noSuchPalette` or `.lastPalette`.
    mutating func delete(_ id: PaletteID) throws(PaletteError) {
        let index = try place(of: id)
        guard palettes.count > 1 else { throw .lastPalette }
        palettes.remove(at: index)
    }

    /// Moves a palette down the list, or up when `steps` is negative; it stops at the ends (L13-3).
    ///
    /// - Throws: `PaletteError.noSuchPalette`.
    mutating func move(_ id: PaletteID, by steps: Int) throws(PaletteError) {
        let index = try place(of: id)
        let steps = min(max(steps, -index), palettes.count - 1 - index)
        palettes.insert(palettes.remove(at: index), at: index + steps)
    }

    /// Brings back, at the end, the program's palettes that were deleted; leaves all others alone.
    ///
    /// The stand-in goes when it was all there was.
    ///
    /// - Throws: `PaletteError.tooManyPalettes`.
    mutating func restoreBuiltIn() throws(PaletteError) {
        let missing = UserPalette.builtIn.filter { index(of: $0.id) == nil }
        let kept = palettes == [.fallback] ? [] : palettes
        guard kept.count + missing.count <= Self.palettesMax else { throw .tooManyPalettes }
        palettes = kept + missing
    }

    private func place(of id: PaletteID) throws(PaletteError) -> Int {
        guard let index = index(of: id) else { throw .noSuchPalette }
        return index
    }

    /// An identity that no palette has.
    private func newID(using generator: inout some RandomNumberGenerator) -> PaletteID {
        while true {
            let id = PaletteID(using: &generator)
            if index(of: id) == nil { return id }
        }
    }
}
