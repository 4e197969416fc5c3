internal import EmojiArt
internal import Store
internal import WebSockets

/// Which edits a request asks for.
struct EditRange: Equatable, Sendable {
    /// Edits of one answer.
    static let limitMax = 1_000
    /// Bytes after which an answer ends.
    static let bytesMax = 1_048_576

    /// The revision before the first of them.
    let after: Int
    let limit: Int

    /// Reads `after=R` and `limit=N`, which may be absent; nil for anything else.
    init?(_ query: [HTTPRequest.QueryItem]) {
        var values = ["after": 0, "limit": Self.limitMax]
        for item in query {
            guard values[item.name] != nil, item.value.utf8.count <= 15,
                let value = Int(item.value), value >= 0
            else { return nil }
            values[item.name] = value
        }
        guard let after = values["after"], let limit = values["limit"],
            (1...Self.limitMax).contains(limit)
        else { return nil }
        self.after = after
        self.limit = limit
    }
}

/// Gathers edits for an answer, slice by slice, on the journal's thread.
struct EditGathering: Sendable {
    let journal: any DocumentStore
    let range: EditRange
    let completion: @Sendable (HTTPResponse) -> Void

    func start(_ name: DocumentName) {
        journal.past(name.string, at: nil) { result in
            guard case .success(let found) = result else { return completion(.pastUnreadable) }
            guard let past = found else { return completion(.noDocument) }
            guard range.after >= past.first else {
                return completion(.past(.notKept(first: Int(past.first))))
            }
            let after = Int64(range.after)
            let last = min(past.last, after + Int64(range.limit))
            gather([], of: past.document, after: after, upTo: last)
        }
    }

    private func gather(_ body: [UInt8], of document: Int64, after: Int64, upTo last: Int64) {
        guard after < last, body.count < EditRange.bytesMax else {
            return completion(.fresh("application/x-ndjson", body))
        }
        journal.edits(of: document, after: after, upTo: last) { result in
            guard case .success(let edits) = result else { return completion(.pastUnreadable) }
            var body = body
            for edit in edits {
                body += edit.body
                body.append(UInt8(ascii: "\n"))
            }
            // No more: they were cut off, or deleted, meanwhile.
            gather(body, of: document, after: edits.last?.revision ?? last, upTo: last)
        }
    }
}
