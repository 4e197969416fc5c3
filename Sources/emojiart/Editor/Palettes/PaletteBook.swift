internal import EmojiArt

/// The user's palettes in their order: never none, and no identity twice.
///
/// All changes are total: what cannot be done is thrown and leaves the palettes as they were.
struct PaletteBook: Equatable, Sendable {
    private(set) var palettes: [UserPalette]

    /// Most palettes: bounds the file and the list.
    static let palettesMax = 200

    init() { palettes = UserPalette.builtIn }

    /// Takes palettes; without any, `UserPalette.fallback` stands in (L11-12).
    ///
    /// Of palettes with the same identity the last is kept, where the first stood.
    init(_ palettes: [UserPalette]) throws(PaletteError) {
        self.palettes = []
        for palette in palettes {
            try insert(palette, at: index(of: palette.id) ?? self.palettes.count)
        }
        if palettes.isEmpty { self.palettes = [.fallback] }
    }

    func index(of id: PaletteID) -> Int? { palettes.firstIndex { $0.id == id } }

    /// Puts a palette so that it stands at `index`, or at the end nearest to it.
    ///
    /// One with the same identity is replaced and so moves: none ever stands twice (L13-4).
    mutating func insert(_ palette: UserPalette, at index: Int) throws(PaletteError) {
        if let present = self.index(of: palette.id) {
            palettes.remove(at: present)
        } else if palettes.count >= Self.palettesMax {
            throw .tooManyPalettes
        }
        palettes.insert(palette, at: min(max(index, 0), palettes.count))
    }

    /// Makes a new palette at `index`, or at the end nearest to it (L13-1).
    @discardableResult
    mutating func insertNew(
        at index: Int,
        using generator: inout some RandomNumberGenerator
    ) throws(PaletteError) -> PaletteID {
        var id = PaletteID(using: &generator)
        while self.index(of: id) != nil { id = PaletteID(using: &generator) }
        try insert(UserPalette(id: id), at: index)
        return id
    }

    /// Changes a palette.
    mutating func change(_ id: PaletteID, _ change: (inout UserPalette) throws -> Void) throws {
        try change(&palettes[place(of: id)])
    }

    /// Deletes a palette, unless it is the only one (L11-12).
    mutating func delete(_ id: PaletteID) throws(PaletteError) {
        let index = try place(of: id)
        guard palettes.count > 1 else { throw .lastPalette }
        palettes.remove(at: index)
    }

    /// Moves a palette down the list, or up when `steps` is negative; it stops at the ends (L13-3).
    mutating func move(_ id: PaletteID, by steps: Int) throws(PaletteError) {
        let index = try place(of: id)
        let steps = min(max(steps, -index), palettes.count - 1 - index)
        palettes.insert(palettes.remove(at: index), at: index + steps)
    }

    /// Brings back, at the end, the program's palettes that were deleted; leaves all others alone.
    ///
    /// The stand-in goes when it was all there was.
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
}
