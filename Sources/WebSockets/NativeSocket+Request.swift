internal import CLibwebsockets

extension NativeSocket {
    /// A header's value, empty when it is there without one, nil when absent or over 8 KiB.
    ///
    /// A head with a longer one is refused: else a client could hide the address that a proxy
    /// appends to what the client sent.
    func header(_ token: lws_token_indexes) -> String? {
        let count = unsafe Int(lws_hdr_total_length(raw, token))
        guard count > 0, count <= Self.headBytesMax else { return nil }
        return unsafe copyText(capacity: count + 1) { buffer, capacity in
            unsafe lws_hdr_copy(raw, buffer, capacity, token)
        }
    }

    /// The request as the handler sees it; nil when lws cannot name its method or path.
    ///
    /// Valid while lws holds the header table: in HTTP, CONFIRM_UPGRADE and ESTABLISHED.
    func request(peerAddress: String) -> HTTPRequest? {
        var start: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        let method = unsafe lws_http_get_uri_and_method(raw, &start, &count)
        guard method >= 0, let start = unsafe start, count > 0 else { return nil }
        let path = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
        return unsafe HTTPRequest(
            method: HTTPRequest.Method(native: method),
            path: String(decoding: path, as: UTF8.self),
            query: queryItems(),
            host: header(WSI_TOKEN_HOST) ?? "",
            origin: header(WSI_TOKEN_ORIGIN),
            isEmbedded: isEmbedded,
            ifNoneMatch: header(WSI_TOKEN_HTTP_IF_NONE_MATCH),
            accept: header(WSI_TOKEN_HTTP_ACCEPT),
            bearer: Self.bearer(header(WSI_TOKEN_HTTP_AUTHORIZATION)),
            contentLength: header(WSI_TOKEN_HTTP_CONTENT_LENGTH).flatMap { UInt32($0) }
                .map(Int.init),
            acceptsGzip: Self.namesGzip(header(WSI_TOKEN_HTTP_ACCEPT_ENCODING) ?? ""),
            peerAddress: peerAddress
        )
    }

    /// True when a page of another site loads this without navigating here.
    private var isEmbedded: Bool {
        guard let site = header(named: "sec-fetch-site:"), site.hasSuffix("-site") else {
            return false
        }
        return header(named: "sec-fetch-mode:") != "navigate"
    }

    /// The value of a header that lws has no token for; nil when absent or of more than 32 bytes.
    private func header(named name: StaticString) -> String? {
        let count = Int32(name.utf8CodeUnitCount)
        let capacity = unsafe lws_hdr_custom_length(raw, name.pointer, count) + 1
        guard (1...32).contains(capacity) else { return nil }
        return unsafe copyText(capacity: Int(capacity)) { buffer, capacity in
            unsafe lws_hdr_custom_copy(raw, buffer, capacity, name.pointer, count)
        }
    }

    /// True with TLS.
    var isSecure: Bool { unsafe lws_is_ssl(raw) != 0 }

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

    /// Whether what the head says of the body's length is a number, or nothing.
    ///
    /// With another one libwebsockets would look for a body without an end.
    var hasClearLength: Bool {
        guard unsafe lws_hdr_total_length(raw, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 else {
            return true
        }
        let text = header(WSI_TOKEN_HTTP_CONTENT_LENGTH) ?? ""
        return text.utf8.allSatisfy { (0x30...0x39).contains($0) } && UInt32(text) != nil
    }

    /// The answer to a head that is too large, or of another version of HTTP; nil for others.
    var refusalOfHead: HTTPResponse? {
        let version = header(WSI_TOKEN_HTTP)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { return .wrongVersion }
        let bytes = (0..<UInt32(WSI_TOKEN_COUNT.rawValue)).reduce(0) { sum, token in
            unsafe sum + Int(lws_hdr_total_length(raw, lws_token_indexes(token)))
        }
        return bytes > Self.headBytesMax ? .headTooLarge : nil
    }

    /// Bytes of the known headers' values.
    private static let headBytesMax = 8_192

    /// Whether a request body follows the head, which lws then reads to its end.
    ///
    /// lws reckons with one after POST, PUT and PATCH unless a length of 0 is said.
    var announcesBody: Bool {
        if let text = header(WSI_TOKEN_HTTP_CONTENT_LENGTH) {
            return Int(text).map { $0 > 0 } ?? true
        }
        return [WSI_TOKEN_POST_URI, WSI_TOKEN_PUT_URI, WSI_TOKEN_PATCH_URI].contains { token in
            unsafe lws_hdr_total_length(raw, token) > 0
        }
    }

    /// Whether the peer waits to be told that it may send the body (RFC 9110, section 10.1.1).
    var awaitsContinue: Bool {
        header(WSI_TOKEN_HTTP_EXPECT)?.lowercased() == "100-continue"
    }

    private func queryItems() -> [HTTPRequest.QueryItem] {
        var items: [HTTPRequest.QueryItem] = []
        // The head is at most 4 KiB, so 64 items is more than an honest client sends.
        for index in 0..<Int32(64) {
            let text = unsafe copyText(capacity: 1_024) { buffer, capacity in
                unsafe lws_hdr_copy_fragment(raw, buffer, capacity, WSI_TOKEN_HTTP_URI_ARGS, index)
            }
            guard let text else { break }
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            items.append(
                HTTPRequest.QueryItem(
                    name: String(parts[0]),
                    value: parts.count > 1 ? String(parts[1]) : ""
                )
            )
        }
        return items
    }

    private func copyText(
        capacity: Int,
        _ copy: (UnsafeMutablePointer<CChar>, Int32) -> Int32
    ) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = unsafe copy(start, Int32(capacity))
            guard count >= 0 else { return nil }
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
            return unsafe String(decoding: bytes, as: UTF8.self)
        }
    }
}

extension HTTPRequest.Method {
    /// The numbers of `lws_http_get_uri_and_method`, an index of its list of methods.
    init(native: Int32) {
        switch native {
        case 0: self = .get
        case 1: self = .post
        case 3: self = .put
        case 5: self = .delete
        case 7: self = .head
        default: self = .other
        }
    }
}

extension StaticString {
    fileprivate var pointer: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
