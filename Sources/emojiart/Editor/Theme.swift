internal import Terminal
internal import Wire

/// The looks of what the editor draws, for what the terminal can do.
///
/// Nothing is told by colour alone: without colours members differ by letter, and bars and marks by
/// reverse and bold.
struct Theme {
    let hasColours: Bool
    private let isLight: Bool

    init(_ capabilities: Capabilities) {
        hasColours = capabilities.colours != .none
        isLight = capabilities.isLight ?? false
    }

    var bar: Style {
        guard hasColours else { return Style(.standard, on: .standard, .reverse) }
        return isLight
            ? Style(Paint(rgb: 0x20_2124), on: Paint(rgb: 0xe3_e6ea))
            : Style(Paint(rgb: 0xe8_eaed), on: Paint(rgb: 0x30_3338))
    }

    var strong: Style {
        var style = bar
        style.attributes.insert(.bold)
        return style
    }

    var warning: Style {
        hasColours
            ? Style(Paint(rgb: 0xff_ffff), on: Paint(rgb: 0xb4_1e1e), .bold)
            : Style(.standard, on: .standard, [.reverse, .bold])
    }

    /// What is there only to find one's way.
    var faint: Style {
        hasColours
            ? Style(Paint(rgb: isLight ? 0x9a_a0a6 : 0x5f_6368))
            : Style(.standard, on: .standard, .dim)
    }

    var panel: Style { hasColours ? bar : .plain }

    var pointed: Style {
        hasColours
            ? Style(Paint(rgb: 0xff_ffff), on: Paint(rgb: 0x1a_5fb4))
            : Style(.standard, on: .standard, .reverse)
    }

    var key: Style {
        var style = bar
        if hasColours { style.foreground = Paint(rgb: isLight ? 0x0b_57d0 : 0x8a_b4f8) }
        style.attributes.insert(.bold)
        return style
    }

    /// Letters in a member's colour, light enough to be read on a dark window.
    func ink(_ colour: Colour) -> Style {
        guard hasColours else { return Style(.standard, on: .standard, .bold) }
        let paint = isLight ? colour.rgb : Self.lightened(colour.rgb)
        return Style(Paint(rgb: paint), on: .standard, .bold)
    }

    /// A label of a member: all of the twelve colours can carry white letters.
    func label(_ colour: Colour) -> Style {
        hasColours
            ? Style(Paint(rgb: 0xff_ffff), on: Paint(rgb: colour.rgb))
            : Style(.standard, on: .standard, .reverse)
    }

    private static func lightened(_ rgb: UInt32) -> UInt32 {
        var result: UInt32 = 0
        for shift: UInt32 in [16, 8, 0] {
            let part = rgb >> shift & 0xff
            result |= (part + (255 - part) * 45 / 100) << shift
        }
        return result
    }
}
