internal import EmojiArt

/// Why a picture could not be drawn, or an image not be read: the facts, and in `description` the
/// next step.
package enum RasterError: Error, Equatable, Sendable {
    /// The picture would have more pixels a side than `PNGFile.sideMax`.
    case tooLarge(width: Int, height: Int)
    /// The image is neither a PNG nor a JPEG, or is damaged.
    case unreadable(String)
    /// The image says that it has more pixels than `Limits.imagePixelsMax`.
    case imageTooLarge(width: Int, height: Int)
    /// Cairo could not go on, for want of memory as a rule; its words.
    case failed(String)
}

extension RasterError: CustomStringConvertible {
    /// What is wrong, as one sentence or two.
    package var description: String {
        switch self {
        case .tooLarge(let width, let height):
            "the picture would have \(width) x \(height) pixels, at most "
                + "\(PNGFile.sideMax) a side are drawn; an SVG has no such limit"
        case .unreadable(let reason):
            "cannot read the image: \(reason)"
        case .imageTooLarge(let width, let height):
            "the image has \(width) x \(height) pixels, at most "
                + "\(Limits.imagePixelsMax) are read"
        case .failed(let reason):
            "cannot draw the picture: \(reason)"
        }
    }
}
