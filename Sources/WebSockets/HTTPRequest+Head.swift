internal import Transport

extension HTTPRequest {
    /// The request whose head is there; nil when its method or path cannot be named.
    init?(_ socket: NativeSocket, peerAddress: String) {
        guard let (method, path) = socket.target else { return nil }
        self.init(
            method: Method(method),
            path: path,
            query: Self.queryItems(of: socket),
            host: socket.header(.host) ?? "",
            origin: socket.header(.origin),
            isEmbedded: Self.isEmbedded(socket),
            ifNoneMatch: socket.header(.ifNoneMatch),
            accept: socket.header(.accept),
            bearer: Self.bearer(socket.header(.authorization)),
            contentLength: socket.header(.contentLength).flatMap { UInt32($0) }.map(Int.init),
            acceptsGzip: Self.namesGzip(socket.header(.acceptEncoding) ?? ""),
            peerAddress: peerAddress
        )
    }

    /// True when a page of another site loads this without navigating here.
    private static func isEmbedded(_ socket: NativeSocket) -> Bool {
        guard let site = socket.header(.fetchSite), site.hasSuffix("-site") else { return false }
        return socket.header(.fetchMode) != "navigate"
    }

    /// The token of an Authorization header; the scheme's name is of any case.
    private static func bearer(_ header: String?) -> String? {
        guard let parts = header?.split(separator: " "), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return String(parts[1])
    }

    /// Whether an Accept-Encoding names gzip and does not weigh it 0 (RFC 9110, section 12.5.3).
    private static func namesGzip(_ header: String) -> Bool {
        header.split(separator: ",").contains { item in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            let isRefused = parts.contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
            return parts.first == "gzip" && !isRefused
        }
    }

    private static func queryItems(of socket: NativeSocket) -> [QueryItem] {
        var items: [QueryItem] = []
        // The head is at most 16 KiB, so 64 items is more than an honest client sends.
        for index in 0..<64 {
            guard let text = socket.queryItem(at: index) else { break }
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            items.append(
                QueryItem(
                    name: String(parts[0]),
                    value: parts.count > 1 ? String(parts[1]) : ""
                )
            )
        }
        return items
    }
}

extension HTTPRequest.Method {
    fileprivate init(_ native: NativeSocket.Method?) {
        switch native {
        case .get: self = .get
        case .post: self = .post
        case .put: self = .put
        case .delete: self = .delete
        case .head: self = .head
        case .options: self = .options
        case .patch, .connect, nil: self = .other
        }
    }
}

extension NativeSocket {
    /// Whether what the head says of the body's length is a number, or nothing.
    ///
    /// With another one libwebsockets would look for a body without an end.
    var hasClearLength: Bool {
        guard byteCount(of: .contentLength) > 0 else { return true }
        let text = header(.contentLength) ?? ""
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt32(text) != nil
    }

    /// The answer to a head that is too large, or of another version of HTTP; nil for others.
    var refusalOfHead: HTTPResponse? {
        let version = header(.version)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { return .wrongVersion }
        return headByteCount > Self.headBytesMax ? .headTooLarge : nil
    }

    /// Whether a request body follows the head, which lws then reads to its end.
    ///
    /// lws reckons with one after POST, PUT and PATCH unless a length of 0 is said.
    var announcesBody: Bool {
        if let text = header(.contentLength) { return Int(text).map { $0 > 0 } ?? true }
        return switch target?.method {
        case .post, .put, .patch: true
        default: false
        }
    }

    /// Whether the peer waits for permission to send the body (RFC 9110, section 10.1.1).
    var awaitsContinue: Bool { header(.expect)?.lowercased() == "100-continue" }
}
