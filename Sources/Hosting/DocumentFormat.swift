internal import EmojiArt
internal import Images
internal import WebSockets

/// A form in which a document can be fetched.
///
/// The raw value is the file name's extension.
package enum DocumentFormat: String, Sendable {
    case emojiart
    case svg

    /// The document as an answer, with the image that it names if a server keeps it.
    func response(
        _ document: Document,
        name: DocumentName,
        image: BackgroundImage? = nil
    ) -> HTTPResponse {
        switch self {
        case .emojiart:
            .fresh(
                "application/json",
                EmojiArtFile.write(document, image: image),
                headers: [("Content-Disposition", "attachment; filename=\"\(name).emojiart\"")]
            )
        case .svg:
            .fresh(
                "image/svg+xml",
                SVGFile.write(document, picture: DrawnPicture(of: document, kept: image)),
                headers: [
                    // The picture may hold a background from elsewhere, and never a script.
                    (
                        "Content-Security-Policy",
                        "default-src 'none'; img-src http: https: data:; "
                            + "style-src 'unsafe-inline'; sandbox"
                    )
                ]
            )
        }
    }
}
