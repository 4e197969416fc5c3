/// How a cell looks.
package struct Style: Hashable, Sendable {
    /// The colour of letters.
    package var foreground: Paint
    /// The colour behind them.
    package var background: Paint
    /// What is not colour.
    package var attributes: Attributes

    /// Letters without colour.
    package static let plain = Style()

    /// Makes a style.
    package init(
        _ foreground: Paint = .standard,
        on background: Paint = .standard,
        _ attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }

    /// Whether empty cells of this style show nothing of the foreground.
    var hidesForeground: Bool { attributes.isDisjoint(with: [.underline, .reverse]) }

    /// What is not colour.
    package struct Attributes: OptionSet, Hashable, Sendable {
        /// One bit for each.
        package let rawValue: UInt8

        /// Heavier, or brighter.
        package static let bold = Attributes(rawValue: 1)
        /// Weaker.
        package static let dim = Attributes(rawValue: 2)
        /// With a line below.
        package static let underline = Attributes(rawValue: 4)
        /// With the two colours changed for each other.
        package static let reverse = Attributes(rawValue: 8)

        /// Makes a set of its bits.
        package init(rawValue: UInt8) { self.rawValue = rawValue }
    }
}

/// The terminal's own colour, or one of 24 bits that is brought down to what the terminal has.
package struct Paint: Hashable, Sendable {
    /// 0xrrggbb, or a number in the lower byte with its kind in the upper one.
    let bits: UInt32

    /// The terminal's own colour.
    package static let standard = Paint(bits: 0xff00_0000)
    /// The kind of one of 256 colours.
    static let palette: UInt32 = 0x0100_0000
    /// The kind of one of 16 colours.
    static let named: UInt32 = 0x0200_0000

    /// Makes a paint of 24 bits.
    package init(rgb: UInt32) { self.init(bits: rgb & 0xff_ffff) }

    init(bits: UInt32) { self.bits = bits }
}
