internal import EmojiArt
internal import Images

/// An image's header tells the same whatever comes after it, and a picture has its sides.
enum ImageHeaderTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        let isTurned = Orientation(of: bytes).swapsSides
        guard let header = ImageHeader(bytes) else { return }
        let (width, height) = (header.width, header.height)
        try promise(width > 0 && height > 0, "it is \(width) by \(height)")
        try promise(header.pixels / width == height, "\(header.pixels) pixels")
        try promise(ImageHeader(bytes + [0xff]) == header, "a byte at the end changes the header")
        guard let image = BackgroundImage(type: header.type.rawValue, bytes: bytes) else {
            throw Finding("an image of \(bytes.count) bytes is none")
        }
        try promise(BackgroundImage(url: image.url) == image, "its URL stands for another image")
        guard let url = BackgroundURL(image.url) else { return }
        var document = Document()
        _ = try? document.apply(.background(.url(url)))
        let picture = DrawnPicture(of: document)
        guard header.pixels <= Limits.imagePixelsMax else {
            return try promise(picture == nil, "a picture of \(header.pixels) pixels is drawn")
        }
        let sides = isTurned ? [height, width] : [width, height]
        try promise(
            picture.map { [$0.width, $0.height] } == sides,
            "\(sides) is drawn as \(String(describing: picture))"
        )
    }
}
