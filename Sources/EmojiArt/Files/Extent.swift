/// What a picture of a document shows: a rectangle in half canvas units and a picture's
/// directions, so y points down.
///
/// Halves, because an odd side has its middle between two units.
package struct Extent: Equatable, Sendable {
    /// The left edge, in half units from the canvas's centre.
    package private(set) var left = 0
    /// The upper edge, in half units from the canvas's centre.
    package private(set) var top = 0
    private var right = 0
    private var bottom = 0

    /// The width, in half units; at least 2.
    package var width: Int { right - left }
    /// The height, in half units; at least 2.
    package var height: Int { bottom - top }

    /// The bounds of a document if it has some; else every emoji's square and the centre, with
    /// `SVGFile.padding` around them, and with a background evenly about the centre and at least
    /// `SVGFile.backgroundSideMin` each way.
    ///
    /// - Complexity: O(emojis).
    package init(of document: Document) {
        if let canvas = document.canvas {
            (left, top) = (-canvas.width, -canvas.height)
            (right, bottom) = (canvas.width, canvas.height)
            return
        }
        for emoji in document.emojis.values {
            left = min(left, 2 * emoji.x - emoji.size)
            top = min(top, -2 * emoji.y - emoji.size)
            right = max(right, 2 * emoji.x + emoji.size)
            bottom = max(bottom, -2 * emoji.y + emoji.size)
        }
        let padding = 2 * SVGFile.padding
        (left, top) = (left - padding, top - padding)
        (right, bottom) = (right + padding, bottom + padding)
        guard document.background != .blank else { return }
        right = max(-left, right, SVGFile.backgroundSideMin)
        bottom = max(-top, bottom, SVGFile.backgroundSideMin)
        (left, top) = (-right, -bottom)
    }
}
