internal import EmojiArt
internal import Raster

/// An image is drawn below the emojis, or left out with a reason, and then changes nothing.
enum ImageTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        guard let url = BackgroundURL("https://example.org/a"),
            let canvas = Canvas(width: 24, height: 16)
        else { throw Finding("a URL or bounds of a canvas are none") }
        var document = Document()
        _ = try? document.apply(.background(.url(url)))
        _ = try? document.apply(.canvas(canvas))
        let picture: PNGFile
        let free: PNGFile
        do throws(RasterError) {
            picture = try PNGFile.draw(document, background: bytes)
            free = try PNGFile.draw(document)
        } catch {
            throw Finding("a small picture cannot be drawn: \(error)")
        }
        try promise(picture.width == 24 && picture.height == 16, "the picture has another size")
        guard picture.backgroundFault != nil else { return }
        try promise(picture.bytes == free.bytes, "a part of an image that is left out is drawn")
    }
}
