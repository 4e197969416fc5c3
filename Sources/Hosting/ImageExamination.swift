internal import Cryptography
internal import EmojiArt
internal import Images
internal import Store
internal import WebSockets

/// What the body of an upload turned out to be.
enum ImageExamination: Sendable {
    case accepted(StoredImage)
    case refused(HTTPResponse)

    /// Whether an edit may hold a picture: one of a kind and size that could be uploaded as well.
    ///
    /// A drawing (SVG) may make every browser that opens the document busy for good.
    static func accepts(_ url: BackgroundURL) -> Bool {
        guard let image = BackgroundImage(url: url.string), let header = ImageHeader(image.bytes)
        else { return false }
        return header.type.rawValue == image.type && header.pixels <= Limits.imagePixelsMax
    }

    init(of body: [UInt8]) {
        guard let header = ImageHeader(body) else {
            self = .refused(.notAnImage)
            return
        }
        guard header.pixels <= Limits.imagePixelsMax else {
            self = .refused(.imageTooLarge)
            return
        }
        let type = header.type.rawValue
        self = .accepted(StoredImage(digest: SHA256Digest.of(body), type: type, body: body))
    }
}
