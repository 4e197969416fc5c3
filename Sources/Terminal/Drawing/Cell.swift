/// One cell of a grid; small and trivial, since grids are cleared and drawn anew all the time.
///
/// ```
/// glyph 4 | foreground 4 | background 4 | attributes 1 | part 1 | block 2     16 bytes
/// ```
///
/// In a frame `glyph` is a scalar, or the number of a text in the frame's table with
/// `Cell.tableFlag`. In what a painter shows it is a `Drawing`.
struct Cell: Equatable {
    var glyph: UInt32
    var look: Style
    /// Which part of its glyph the cell is.
    var part: UInt8 = Cell.whole
    /// In a frame: the number of the scaled emoji that the cell was last drawn by, or 0.
    ///
    /// In what a painter shows: the scale that the cell's glyph is drawn in, or 0.
    var block: UInt16 = 0

    /// The only cell of a narrow glyph.
    static let whole: UInt8 = 0
    /// The left cell of a wide glyph.
    static let left: UInt8 = 1
    /// The right cell of a wide glyph.
    static let right: UInt8 = 2
    /// The upper left cell of a scaled glyph; its others follow by rows.
    static let scaled: UInt8 = 16

    static let tableFlag: UInt32 = 1 << 31
    static let space: UInt32 = 0x20

    static let blank = Cell(glyph: space, look: .plain)
}
