internal import EmojiArt
internal import Foundation

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
