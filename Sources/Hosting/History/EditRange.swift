internal import WebSockets

/// Which edits a request asks for.
struct EditRange: Equatable, Sendable {
    /// Edits of one answer.
    static let limitMax = 1_000
    /// Bytes after which an answer ends.
    static let bytesMax = 1_048_576

    /// The revision before the first of them.
    let after: Int
    /// How many at most.
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
