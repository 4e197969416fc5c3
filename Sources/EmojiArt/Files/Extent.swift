/// What a picture of a document shows: a rectangle in half canvas units and a picture's
/// directions, so y points down.
///
/// Halves, because an odd side has its middle between two units.
package struct Extent: Equatable, Sendable {
    /// The left edge, in half units from the canvas's centre.
    package let left: Int
    /// The upper edge, in half units from the canvas's centre.
    package let top: Int
    private let right: Int
    private let bottom: Int

    /// The width, in half units; at least 2.
    package var width: Int { right - left }
    /// The height, in half units; at least 2.
    package var height: Int { bottom - top }

    /// The bounds of a document if it has some; else the picture and every emoji's square, or the
    /// centre of a document without either, with `SVGFile.padding` around them (EX2, EX3).
    ///
    /// Width and height are the picture's, in units; nil when none is drawn.
    ///
    /// - Complexity: O(emojis).
    package init(of document: Document, width: Int? = nil, height: Int? = nil) {
        if let canvas = document.canvas {
            (left, top) = (-canvas.width, -canvas.height)
            (right, bottom) = (canvas.width, canvas.height)
            return
        }
        let across = width.map { [(-$0, $0)] } ?? []
        let down = height.map { [(-$0, $0)] } ?? []
        let emojis = document.emojis.values
        let padding = 2 * SVGFile.padding
        let columns = across + emojis.map { (2 * $0.x - $0.size, 2 * $0.x + $0.size) }
        let rows = down + emojis.map { (-2 * $0.y - $0.size, -2 * $0.y + $0.size) }
        left = (columns.map { $0.0 }.min() ?? 0) - padding
        right = (columns.map { $0.1 }.max() ?? 0) + padding
        top = (rows.map { $0.0 }.min() ?? 0) - padding
        bottom = (rows.map { $0.1 }.max() ?? 0) + padding
    }
}
