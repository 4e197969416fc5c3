internal import Cryptography
internal import EmojiArt
internal import Images
internal import Store
internal import WebSockets

extension HTTPResponse {
    static let imageTooLarge = HTTPResponse(
        status: 413,
        text: "An image may have at most \(Limits.imageBytesMax) bytes and "
            + "\(Limits.imagePixelsMax) pixels."
    )

    static let notAnImage = HTTPResponse(
        status: 415,
        text: "This is not a PNG, JPEG, GIF or WebP image."
    )

    static let diskBehind = HTTPResponse(
        status: 503,
        text: "The disk cannot keep up: try again.",
        headers: [("Retry-After", "5")]
    )

    static let unchanged = HTTPResponse(status: 304)

    /// An image was kept: this is the URL for an edit of the background.
    static func kept(_ image: StoredImage, of name: DocumentName) -> HTTPResponse {
        var writer = JSONWriter()
        writer.raw("{\"url\":")
        writer.string("image:" + image.digest)
        writer.raw(",\"type\":")
        writer.string(image.type)
        writer.raw("}\n")
        return HTTPResponse(
            status: 201,
            contentType: "application/json",
            headers: [("Location", "/documents/\(name)/background/\(image.digest)")],
            body: writer.bytes
        )
    }

    /// An image that is kept, or the reason why it cannot be shown.
    ///
    /// - Complexity: O(bytes), of the digest that tells a flipped bit.
    static func image(
        _ result: Result<StoredImage?, StorageError>,
        digest: String
    ) -> HTTPResponse {
        guard case .success(let found) = result else {
            return HTTPResponse(status: 500, text: "The image cannot be read.")
        }
        guard let image = found else {
            return HTTPResponse(status: 404, text: "There is no such image.")
        }
        guard SHA256Digest.of(image.body) == digest,
            let type = ImageType(rawValue: image.type)
        else {
            return HTTPResponse(status: 500, text: "The image is damaged.")
        }
        return HTTPResponse(
            status: 200,
            contentType: type.rawValue,
            headers: [
                ("Cache-Control", "private, max-age=31536000, immutable"),
                ("ETag", "\"\(digest)\""),
                ("Content-Security-Policy", "default-src 'none'; sandbox"),
            ],
            body: image.body
        )
    }
}
