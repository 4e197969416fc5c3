/// A picture in a drawing: a background, centred on the canvas, a pixel of it a unit (EX1); or an
/// emoji in a font of 160 pixels.
public struct DrawnPicture: Equatable, Sendable {
    /// The address that holds it, a `data:` URL.
    public let url: String
    /// Pixels from left to right, of the picture as it is seen upright; 1 or more.
    public let width: Int
    /// Pixels from top to bottom, of the picture as it is seen upright; 1 or more.
    public let height: Int

    /// Makes a picture; its size is that of the upright picture.
    public init(url: String, width: Int, height: Int) {
        precondition(width > 0 && height > 0, "A picture has pixels.")
        self.url = url
        self.width = width
        self.height = height
    }
}
