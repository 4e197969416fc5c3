internal import EmojiArt
internal import Foundation
internal import Raster
internal import Sync

/// The picture of a document: it is joined as a viewer, for the state that everyone sees, and
/// drawn here.
enum PNGExport {
    /// Draws a document, and tells on standard error what is not in the picture.
    ///
    /// - Parameters:
    ///   - options: the document and the time limit.
    ///   - scale: pixels for a canvas unit.
    /// - Returns: the PNG.
    /// - Throws: `ExitStatus.noConnection` also when there is no such document, `.timeout`, or
    ///   `.usage` when the picture would be too large.
    static func draw(_ options: ClientOptions, scale: Int) throws(ExitStatus) -> Data {
        // Who joins a document that there is not finds an empty one.
        let file = options.url.http("/documents/\(options.url.name).emojiart")
        _ = try HTTPFetch.get(file, timeout: options.limit.seconds)
        let viewer = Viewer()
        try Session(options, isViewer: true, body: viewer).run()
        return try draw(viewer.document, scale: scale)
    }

    private static func draw(_ document: Document, scale: Int) throws(ExitStatus) -> Data {
        let image: [UInt8]? =
            if case .url(let url) = document.background { BackgroundImage.bytes(in: url) } else {
                nil
            }
        let picture: PNGFile
        do throws(RasterError) {
            picture = try PNGFile.draw(document, scale: scale, background: image)
        } catch {
            throw .usage(error.description)
        }
        if let fault = picture.backgroundFault {
            Output.explain("without the background. \(fault)")
        } else if document.background != .blank, image == nil {
            Output.explain("without the background: it is not in the document, and is not fetched")
        }
        if picture.emojisWithoutFont > 0 {
            Output.explain("no font here has \(picture.emojisWithoutFont) of the emojis")
        }
        return Data(picture.bytes)
    }
}

/// Takes the state of a document once it is joined, and leaves.
private final class Viewer: SessionBody {
    private(set) var document = Document()

    func started(_ session: Session) {
        document = session.client.replica.confirmed
        session.finish()
    }

    func heard(_ effect: ReplicaEffect, _ session: Session) {}
}
