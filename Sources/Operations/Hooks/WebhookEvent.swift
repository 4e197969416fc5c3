internal import EmojiArt
internal import Hosting

/// An event of a document, for its host.
struct WebhookEvent: Sendable {
    let kind: DocumentEvent
    let name: DocumentName
    /// The revision of the last edit that is durable.
    let revision: Int

    /// The request's body.
    ///
    /// - Parameter time: When it is sent, in milliseconds since 1970.
    /// - Returns: One JSON object.
    func body(time: Int) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw(#"{"event":"#)
        writer.string(kind.rawValue)
        writer.raw(#","document":"#)
        writer.string(name.string)
        writer.raw(#","revision":"#)
        writer.integer(revision)
        writer.raw(#","time":"#)
        writer.integer(time)
        writer.raw("}")
        return writer.bytes
    }
}
