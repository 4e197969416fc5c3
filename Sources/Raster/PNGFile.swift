package import EmojiArt
internal import Images

/// A document as a PNG picture, as the browser client draws it.
///
/// It shows what the SVG shows, in the same places: see `SVGFile`. What the document leaves free is
/// transparent.
package struct PNGFile: Equatable, Sendable {
    /// The bytes of the file.
    package let bytes: [UInt8]
    /// Pixels from left to right, 1 to `sideMax`.
    package let width: Int
    /// Pixels from top to bottom, 1 to `sideMax`.
    package let height: Int
    /// Why the background is not in the picture, if it was given and should be.
    package let backgroundFault: RasterError?
    /// Emojis that no font of this machine has: a box stands in their place.
    package let emojisWithoutFont: Int

    /// Most pixels of a picture's side, as in the browser.
    ///
    /// Bounds the memory: a picture of that size takes 256 MiB while it is drawn.
    package static let sideMax = 8_192

    /// Draws a document.
    ///
    /// An image that cannot be read leaves its place free and is told of in `backgroundFault`.
    ///
    /// - Parameters:
    ///   - document: what to draw.
    ///   - scale: pixels for a canvas unit, at least 1.
    ///   - background: the bytes of the image that the document's background stands for, a PNG or a
    ///     JPEG; nil when nobody has it. Not looked at when the document's background is blank.
    /// - Returns: the file, and what is not in it.
    /// - Throws: `RasterError.tooLarge`, before anything is drawn, or `.failed`.
    /// - Complexity: O(n log n) of the emojis, and O(pixels that they cover).
    package static func draw(
        _ document: Document,
        scale: Int = 1,
        background: [UInt8]? = nil
    ) throws(RasterError) -> PNGFile {
        precondition(scale >= 1, "A scale is checked before anything is drawn.")
        var fault: RasterError?
        var image: Surface?
        let turned = background.map { Orientation(of: $0) } ?? .upright
        if document.background != .blank, let background {
            do throws(RasterError) { image = try Surface(image: background) } catch {
                fault = error
            }
        }
        let extent = Extent(
            of: document,
            width: turned.swapsSides ? image?.height : image?.width,
            height: turned.swapsSides ? image?.width : image?.height
        )
        let scale = Double(scale)
        let (width, height) = (pixels(extent.width, scale), pixels(extent.height, scale))
        guard max(width, height) <= sideMax else {
            throw .tooLarge(width: width, height: height)
        }
        let picture = try Surface(width: width, height: height)
        if let image {
            // The extent is in halves of a unit.
            let middle = (-Double(extent.left) / 2 * scale, -Double(extent.top) / 2 * scale)
            picture.draw(image, turned: turned, middle: middle, factor: scale)
        }
        var sprites = SpriteCache()
        var emojisWithoutFont = 0
        for emoji in document.drawingOrder {
            let sprite = try sprites.sprite(for: emoji.text)
            if sprite.isWithoutFont { emojisWithoutFont += 1 }
            picture.draw(
                sprite,
                x: scale * (Double(emoji.x) - Double(extent.left) / 2),
                y: scale * (Double(-emoji.y) - Double(extent.top) / 2),
                // As in the SVG: a glyph is about 1.25 times as wide as its font size.
                fontSize: scale * Double(emoji.size) * 0.8
            )
        }
        return PNGFile(
            bytes: try picture.png(),
            width: width,
            height: height,
            backgroundFault: fault,
            emojisWithoutFont: emojisWithoutFont
        )
    }

    /// A side in pixels: as many as come next to its length, and at least one.
    private static func pixels(_ halves: Int, _ scale: Double) -> Int {
        max(1, Int((Double(halves) / 2 * scale).rounded()))
    }
}
