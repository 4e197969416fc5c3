internal import EmojiArt
internal import Foundation
internal import Raster
internal import Sync

/// The picture of a document: it is joined as a viewer, for the state that everyone sees, and
/// drawn here.
enum PNGExport {
    /// Draws a document, and tells on standard error what is not in the picture.
    ///
    /// - Throws: `ExitStatus.noConnection` also when there is no such document, `.timeout`, or
    ///   `.usage` when the picture would be too large.
    static func draw(_ options: ClientOptions, scale: Int) throws(ExitStatus) -> Data {
        // Who joins a document that there is not finds an empty one.
        let past = try options.request.past(of: options.url)
        _ = try past.get("/documents/\(options.url.name).emojiart")
        let viewer = Viewer()
        try Session(options, isViewer: true, body: viewer).run()
        return try draw(viewer.document, of: past, scale: scale)
    }

    /// Draws a state of a document, with the image of its background: what the server keeps is
    /// fetched, what the document holds is there, and images at other URLs are left out.
    static func draw(
        _ document: Document,
        of past: PastFetch,
        scale: Int
    ) throws(ExitStatus) -> Data {
        var image: [UInt8]?
        if case .url(let url) = document.background {
            if let digest = url.digest {
                image = Array(try past.get("/documents/\(past.url.name)/background/\(digest)"))
            } else {
                image = HeldImage.bytes(in: url)
            }
        }
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
