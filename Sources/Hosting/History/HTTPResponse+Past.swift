internal import EmojiArt
internal import Store
internal import Sync
internal import WebSockets

extension HTTPResponse {
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

    /// Why there is no answer from the past.
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

    /// What is kept of a document's past.
    static func history(_ result: Result<StoredPast?, StorageError>) -> HTTPResponse {
        guard case .success(let found) = result else { return .pastUnreadable }
        guard let past = found else { return .noDocument }
        var writer = JSONWriter()
        writer.raw("{\"epoch\":")
        writer.word(past.epoch)
        writer.raw(",\"first\":")
        writer.integer(Int(past.first))
        writer.raw(",\"revision\":")
        writer.integer(Int(past.last))
        if let time = past.lastTime {
            writer.raw(",\"time\":")
            writer.integer(Int(time))
        }
        writer.raw("}\n")
        return HTTPResponse(
            status: 200,
            contentType: "application/json",
            headers: [("Cache-Control", "no-store")],
            body: writer.bytes
        )
    }

    /// Edits, one a line.
    static func edits(_ lines: [UInt8]) -> HTTPResponse { .lines(lines) }

    /// The messages of a snapshot, one a line.
    static func snapshot(_ past: Past) -> HTTPResponse {
        var lines: [UInt8] = []
        for message in past.state.snapshot(of: past.epoch).parts {
            lines += message
            lines.append(UInt8(ascii: "\n"))
        }
        return .lines(lines)
    }

    private static func lines(_ lines: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            contentType: "application/x-ndjson",
            headers: [("Cache-Control", "no-store")],
            body: lines
        )
    }
}
