extension VirtualTerminal {
    /// One cell of the grid.
    struct Cell: Equatable, Sendable {
        /// The glyph, a space, or nothing where another cell's glyph covers it.
        var text = " "
        /// How it looks.
        var style = Style()
        /// How many columns the glyph takes.
        var columns = 1
        /// How many rows the glyph takes.
        var rows = 1
        /// Where in its glyph the cell is.
        var columnInGlyph = 0
        /// Where in its glyph the cell is.
        var rowInGlyph = 0

        /// Whether a glyph takes more cells than one.
        var isPart: Bool { columns > 1 || rows > 1 }
    }

    /// How a cell looks.
    struct Style: Equatable, Sendable, CustomStringConvertible {
        /// The colour of letters.
        var foreground = Colour.standard
        /// The colour behind them.
        var background = Colour.standard
        /// Attribute 1.
        var isBold = false
        /// Attribute 2.
        var isDim = false
        /// Attribute 4.
        var isUnderlined = false
        /// Attribute 7.
        var isReversed = false

        /// Such as `bold fg:#ff0000`; empty when there is nothing to say.
        var description: String {
            var words: [String] = []
            if isBold { words.append("bold") }
            if isDim { words.append("dim") }
            if isUnderlined { words.append("underline") }
            if isReversed { words.append("reverse") }
            if foreground != .standard { words.append("fg:\(foreground)") }
            if background != .standard { words.append("bg:\(background)") }
            return words.joined(separator: " ")
        }
    }

    /// A colour as it was chosen.
    enum Colour: Equatable, Sendable, CustomStringConvertible {
        case standard
        case palette(Int)
        case direct(Int, Int, Int)

        /// Such as `7` of the palette, or `#102030`.
        var description: String {
            switch self {
            case .standard: "standard"
            case .palette(let number): "\(number)"
            case .direct(let red, let green, let blue):
                "#" + [red, green, blue].map(Self.hex).joined()
            }
        }

        private static func hex(_ value: Int) -> String {
            (value < 16 ? "0" : "") + String(value, radix: 16)
        }
    }
}
