internal import EmojiArt
internal import Terminal

/// What the pointer or a held key is in the middle of.
///
/// Whether a drag moves or pans, and whether a wheel scales or zooms, is decided when it begins and
/// never again: what others do meanwhile cannot turn one into the other.
enum CanvasGesture: Equatable {
    case none
    /// The left button is down and the pointer has not left the cell.
    case pressed(Press)
    /// Emojis are dragged from a place of the canvas, so that they stay under the pointer when the
    /// view moves meanwhile; which ones is in the own presence.
    case moving(from: Viewport.Point)
    /// The view is dragged; the pointer was last at a cell.
    case panning(GridPoint)
    /// A rectangle is being drawn between two cells, by keys until the button goes down.
    case marquee(from: GridPoint, to: GridPoint)
    case placing(EmojiText, at: GridPoint)
    case held(Held, until: UInt64)

    struct Press: Equatable {
        let cell: GridPoint
        let emoji: EmojiID?
        /// Whether a drag draws a rectangle.
        let isMarquee: Bool
    }

    enum Held: Equatable {
        case nudge
        /// Scales emojis: so many steps up, down when negative; a size of the start stays the base.
        case scale(ids: [EmojiID], steps: Int)
        case zoom
    }

    /// How long after the last stroke or notch a held gesture ends, in milliseconds.
    ///
    /// Longer than keyboards wait before they repeat a key (up to 660 by default), so that a key
    /// that is held is one step for undo from its first stroke on.
    static let heldMilliseconds: UInt64 = 750

    private static let stepFactor = 1.1

    /// The factor of some steps of scaling or zooming, down when they are negative.
    static func factor(_ steps: Int) -> Double {
        let factor = (0..<abs(steps)).reduce(1.0) { factor, _ in factor * stepFactor }
        return steps < 0 ? 1 / factor : factor
    }
}
