internal import Cryptography
internal import EmojiArt
internal import Images
internal import Store
internal import Sync
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
    /// What pages of other sites may ask, where the operator lets them (Fetch, section 4.8).
    static let preflight = HTTPResponse(
        status: 204,
        headers: [
            ("Access-Control-Allow-Methods", "GET, HEAD, PUT, POST, DELETE"),
            ("Access-Control-Allow-Headers", "Authorization, Content-Type"),
            ("Access-Control-Max-Age", "600"),
        ]
    )
    static let badName = HTTPResponse(
        status: 400,
        text: "POST to NAME?name=NEW renames it; a name is a-z 0-9 - _."
    )

    static let fixedNames = HTTPResponse(
        status: 403,
        text: "Documents keep their names here: a proxy finds their server by it (--fixed-names)."
    )

    static let nameTaken = HTTPResponse(status: 409, text: "Another document has that name.")

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

    static func list(_ summaries: [DocumentSummary]) -> HTTPResponse {
        var writer = JSONWriter(capacity: 64 * summaries.count + 2)
        writer.array(summaries) { writer, summary in
            writer.string("{\"name\":", summary.name)
            writer.integer(",\"revision\":", Int(summary.revision))
            writer.integer(",\"time\":", Int(summary.time))
            writer.raw("}")
        }
        return .fresh("application/json", writer.bytes + [UInt8(ascii: "\n")])
    }

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
        writer.string("{\"url\":", "image:" + image.digest)
        writer.string(",\"type\":", image.type)
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

    static let badMoment = HTTPResponse(
        status: 400,
        text: "at must be a revision, or a time such as 2026-11-22T06:30:00Z."
    )

    static let badRange = HTTPResponse(
        status: 400,
        text: "after must be a revision, and limit 1 to \(EditRange.limitMax)."
    )

    static let pastBusy = HTTPResponse(
        status: 503,
        text: "Too many requests for past revisions: try again.",
        headers: [("Retry-After", "1")]
    )

    static let pastUnreadable = HTTPResponse(
        status: 500,
        text: "The document's history cannot be read."
    )

    static func past(_ answer: PastAnswer) -> HTTPResponse {
        switch answer {
        case .found: preconditionFailure("A state that was found is rendered.")
        case .noDocument: .noDocument
        case .notKept(let first):
            HTTPResponse(
                status: 410,
                text: "That revision is no longer kept: the history begins at revision \(first)."
            )
        case .notYet(let last):
            HTTPResponse(status: 404, text: "The document is only at revision \(last).")
        case .unreadable: .pastUnreadable
        }
    }

    static func history(_ result: Result<StoredPast?, StorageError>) -> HTTPResponse {
        guard case .success(let found) = result else { return .pastUnreadable }
        guard let past = found else { return .noDocument }
        var writer = JSONWriter()
        writer.word("{\"epoch\":", past.epoch)
        writer.integer(",\"first\":", Int(past.first))
        writer.integer(",\"revision\":", Int(past.last))
        if let time = past.lastTime { writer.integer(",\"time\":", Int(time)) }
        writer.raw("}\n")
        return .fresh("application/json", writer.bytes)
    }

    /// The messages of a snapshot, one a line.
    static func snapshot(_ past: Past) -> HTTPResponse {
        var lines: [UInt8] = []
        for message in past.state.snapshot(of: past.epoch).parts {
            lines += message
            lines.append(UInt8(ascii: "\n"))
        }
        return .fresh("application/x-ndjson", lines)
    }

    /// An answer that no cache keeps: the next edit makes it another.
    package static func fresh(
        _ type: String,
        _ body: [UInt8],
        headers: [(String, String)] = []
    ) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            contentType: type,
            headers: headers + [("Cache-Control", "no-store")],
            body: body
        )
    }
}
