/// What a terminal can do, as far as is known.
package struct Capabilities: Equatable, Sendable {
    /// How many colours it has, or may be used.
    package var colours: ColourLevel
    /// Whether nothing but ASCII may be written: `--ascii`, or a locale without UTF-8.
    package var isASCII: Bool
    /// Whether a frame can be shown at once (mode 2026).
    package var synchronizes = false
    /// Whether it measures whole grapheme clusters (mode 2027): emojis then need no probing.
    package var measuresClusters = false
    /// Whether it draws text in larger cells (OSC 66).
    package var scalesText = false
    /// Whether it answers `CSI 6n`, so that widths can be probed.
    package var reportsCursor = false
    /// Whether its background is light; nil when it did not say.
    package var isLight: Bool?

    /// Makes the capabilities of a terminal that was asked nothing yet.
    package init(colours: ColourLevel, isASCII: Bool = false) {
        self.colours = colours
        self.isASCII = isASCII
    }
}
