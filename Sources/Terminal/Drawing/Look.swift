/// A style, packed: two colours and attributes.
///
/// A colour is 0xrrggbb, or has one of the flags in its upper byte.
struct Look: Hashable {
    var foreground: UInt32
    var background: UInt32
    var attributes: UInt8

    static let plain = Look(foreground: standard, background: standard, attributes: 0)

    /// The terminal's own colour.
    static let standard: UInt32 = 0xff00_0000
    /// One of 256 colours, in the lower byte.
    static let palette: UInt32 = 0x0100_0000
    /// One of 16 colours, in the lower byte.
    static let named: UInt32 = 0x0200_0000
}

extension Look {
    /// Packs a style.
    init(_ style: Style) {
        self.init(
            foreground: style.foreground.rgb ?? Self.standard,
            background: style.background.rgb ?? Self.standard,
            attributes: style.attributes.rawValue
        )
    }

    /// The style, if its colours are of 24 bits.
    var style: Style {
        Style(
            Self.paint(foreground),
            on: Self.paint(background),
            Style.Attributes(rawValue: attributes)
        )
    }

    /// Whether empty cells of this look show nothing of the foreground.
    var hidesForeground: Bool {
        attributes & (Style.Attributes.underline.rawValue | Style.Attributes.reverse.rawValue) == 0
    }

    private static func paint(_ colour: UInt32) -> Paint {
        colour == standard ? .standard : Paint(rgb: colour)
    }
}
