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
        let past = try options.past()
        _ = try past.get("/documents/\(options.url.name).emojiart")
        let viewer = Viewer()
        try Session(options, isViewer: true, body: viewer).run()
        return try draw(viewer.document, of: past, scale: scale)
    }

    /// Draws a state of a document, with the image of its background.
    static func draw(
        _ document: Document,
        of past: PastFetch,
        scale: Int
    ) throws(ExitStatus) -> Data {
        try draw(document, try image(of: document, past), scale: scale)
    }

    /// The background's image: what the server keeps is fetched, and what the document holds is
    /// there; nil of any other.
    private static func image(
        of document: Document,
        _ past: PastFetch
    ) throws(ExitStatus) -> [UInt8]? {
        guard case .url(let url) = document.background else { return nil }
        guard let digest = url.digest else { return HeldImage.bytes(in: url) }
        return Array(try past.get("/documents/\(past.url.name)/background/\(digest)"))
    }

    private static func draw(
        _ document: Document,
        _ image: [UInt8]?,
        scale: Int
    ) throws(ExitStatus) -> Data {
        let picture: PNGFile
        do throws(RasterError) {
            picture = try PNGFile.draw(document, scale: scale, background: image)
        } catch {
            throw .usage(error.description)
        }
        if let fault = picture.backgroundFault {
            Output.explain("exported without the background: \(fault)")
        } else if document.background != .blank, image == nil {
            Output.explain("exported without the background: images at other URLs are not fetched")
        }
        if picture.emojisWithoutFont > 0 {
            Output.explain("no installed font has \(picture.emojisWithoutFont) of the emojis")
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

/// The image that a document's background holds itself.
enum HeldImage {
    /// The bytes that a URL holds itself (RFC 2397), none when it does not hold what it says; nil
    /// of any other URL.
    ///
    /// An image elsewhere is not fetched: whoever set the background would choose what this machine
    /// asks for, and learn that it did.
    static func bytes(in url: BackgroundURL) -> [UInt8]? {
        guard url.string.hasPrefix("data:") else { return nil }
        let parts = url.string.split(separator: ",", maxSplits: 1)
        guard parts.count == 2, let text = parts[1].removingPercentEncoding else { return [] }
        guard parts[0].lowercased().hasSuffix(";base64") else { return Array(text.utf8) }
        return Array(Data(base64Encoded: text) ?? Data())
    }
}
