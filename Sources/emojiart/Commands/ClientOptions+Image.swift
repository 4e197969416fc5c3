internal import EmojiArt
internal import Foundation

extension ClientOptions {
    /// Has the server keep an image for the document.
    ///
    /// - Returns: the URL that names it in a background.
    /// - Throws: `ExitStatus.noConnection` with the server's words when it refuses the image or has
    ///   no such document, or `.timeout`.
    func keep(_ image: [UInt8]) throws(ExitStatus) -> BackgroundURL {
        let address = url.http("/documents/\(url.name)/background")
        let data = try fetch().put(image, to: address)
        guard let answer = try? JSONDecoder().decode(KeptImage.self, from: data),
            let url = BackgroundURL(answer.url)
        else { throw .noConnection("the server's answer lacks the URL of the image") }
        return url
    }

    private struct KeptImage: Decodable {
        let url: String
    }
}
