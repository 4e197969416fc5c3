internal import Cryptography
internal import EmojiArt
internal import Images
internal import Storage
internal import WebSockets

/// What the body of an upload turned out to be.
enum ImageExamination: Sendable {
    case accepted(StoredImage)
    case refused(HTTPResponse)

    /// Looks at a body's first bytes, and computes its digest.
    ///
    /// - Complexity: O(bytes).
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
