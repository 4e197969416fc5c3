/// The bounds of a document that has some: a rectangle about the centre.
///
/// A point is inside when 2|x| <= width and 2|y| <= height, bounds included.
public struct Canvas: Equatable, Sendable {
    /// Width in canvas units, 1...`Limits.canvasSideMax`.
    public let width: Int
    /// Height in canvas units, 1...`Limits.canvasSideMax`.
    public let height: Int

    /// Makes bounds; nil when a side is out of range.
    public init?(width: Int, height: Int) {
        let sides = 1...Limits.canvasSideMax
        guard sides.contains(width), sides.contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    /// Whether a point is inside, bounds included.
    public func contains(x: Int, y: Int) -> Bool {
        2 * abs(x) <= width && 2 * abs(y) <= height
    }
}
