package import EmojiArt

extension BackgroundPicture {
    /// The picture that drawings of a document show; nil when there is none, or it is on another
    /// host, of an unknown kind, or larger than `Limits.imagePixelsMax`.
    ///
    /// - Parameters:
    ///   - document: what is drawn.
    ///   - image: the image that its background names, if a server keeps it.
    /// - Complexity: O(bytes of the image).
    package init?(of document: Document, kept image: BackgroundImage? = nil) {
        guard case .url(let url) = document.background,
            let image = image ?? BackgroundImage(url: url.string),
            let header = ImageHeader(image.bytes), header.pixels <= Limits.imagePixelsMax
        else { return nil }
        let isTurned = Orientation(of: image.bytes).swapsSides
        self.init(
            url: image.url,
            width: isTurned ? header.height : header.width,
            height: isTurned ? header.width : header.height
        )
    }
}
