/// What a painter writes for a glyph, packed in 32 bits: a scalar, or the number of a text in its
/// `WidthTable`, with flags.
enum Drawing {
    /// The lower bits are the number of a text.
    static let textFlag: UInt32 = 1 << 31
    /// Nobody knows how many cells it takes: what stands right of it is written again after it.
    static let unsteadyFlag: UInt32 = 1 << 29
    /// It takes one of its two cells: both are emptied first.
    static let halfFlag: UInt32 = 1 << 28
    /// What a cell shows of which nothing is known: differs from every drawing.
    static let unknown = UInt32.max

    static func number(_ drawing: UInt32) -> UInt32 { drawing & 0x0fff_ffff }

    static func isText(_ drawing: UInt32) -> Bool { drawing & textFlag != 0 }

    static func isUnsteady(_ drawing: UInt32) -> Bool { drawing & unsteadyFlag != 0 }

    /// Whether its cells are emptied before it is written.
    static func isLoose(_ drawing: UInt32) -> Bool { drawing & (unsteadyFlag | halfFlag) != 0 }
}
