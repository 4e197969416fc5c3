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
    /// 0xrrggbb; nil for the terminal's own.
    package let rgb: UInt32?

    /// The terminal's own colour.
    package static let standard = Paint(nil)

    /// Makes a paint of 24 bits.
    package init(rgb: UInt32) { self.init(rgb & 0xff_ffff) }

    private init(_ rgb: UInt32?) { self.rgb = rgb }
}
