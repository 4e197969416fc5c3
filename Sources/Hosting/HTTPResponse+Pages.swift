internal import EmojiArt
internal import Store
internal import Tokens
package import WebSockets
internal import Wire

extension HTTPResponse {
    /// For a path that means nothing here.
    package static let nothing = HTTPResponse(status: 404, text: "There is nothing here.")

    /// For the name of a document that does not exist.
    package static let noDocument = HTTPResponse(status: 404, text: "There is no such document.")

    /// For a change that is durable.
    package static let done = HTTPResponse(status: 204)

    static let badName = HTTPResponse(
        status: 400,
        text: "POST to NAME?name=NEW renames it; a name is a-z 0-9 - _."
    )

    static let fixedNames = HTTPResponse(
        status: 403,
        text: "Documents keep their names here: a proxy finds their server by it (--fixed-names)."
    )

    static let nameTaken = HTTPResponse(
        status: 409,
        text: "Another document has that name."
    )

    static let isFrozen = HTTPResponse(
        status: 423,
        text: "The document is frozen: unfreeze it with emojiart-server unfreeze NAME."
    )

    /// For a document that is being loaded.
    package static let busy = HTTPResponse(
        status: 503,
        text: "The document is being opened: try again.",
        headers: [("Retry-After", "1")]
    )

    static let diskLow = HTTPResponse(
        status: 503,
        text: "The disk is nearly full: edits wait unanswered until there is space."
    )

    static let quotaExceeded = HTTPResponse(
        status: 413,
        text: "The document, or the user who made it, has used all its space on the server."
    )

    static let diskFull = HTTPResponse(
        status: 503,
        text: "The disk is full: edits wait unanswered until there is space."
    )

    static let upgradeNeeded = HTTPResponse(
        status: 426,
        text: "This is a WebSocket: use the subprotocol emojiart.v1. For a picture, get NAME.svg.",
        headers: [("Upgrade", "websocket")]
    )

    /// The answer to a request whose token does not do (RFC 6750, section 3).
    static func refusal(_ fault: TokenFault) -> HTTPResponse {
        if fault == .tooMany {
            return HTTPResponse(
                status: 429,
                text: "Too many bad tokens from your address: try again in a few seconds.",
                headers: [("Retry-After", "5")]
            )
        }
        let isKnown = fault.closeCode == .forbidden
        return HTTPResponse(
            status: isKnown ? 403 : 401,
            text: "Access refused: \(fault.text).",
            headers: isKnown ? [] : [("WWW-Authenticate", "Bearer")]
        )
    }

    /// The list of documents.
    static func list(_ summaries: [DocumentSummary]) -> HTTPResponse {
        var writer = JSONWriter(capacity: 64 * summaries.count + 2)
        writer.array(summaries) { writer, summary in
            writer.raw("{\"name\":")
            writer.string(summary.name)
            writer.raw(",\"revision\":")
            writer.integer(Int(summary.revision))
            writer.raw(",\"time\":")
            writer.integer(Int(summary.time))
            writer.raw("}")
        }
        return HTTPResponse(
            status: 200,
            contentType: "application/json",
            headers: [("Cache-Control", "no-store")],
            body: writer.bytes + [UInt8(ascii: "\n")]
        )
    }
}
