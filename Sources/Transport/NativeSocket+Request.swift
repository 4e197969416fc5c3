internal import CLibwebsockets

extension NativeSocket {
    /// The headers that anyone looks at.
    package enum Header {
        case accept, acceptEncoding, authorization, connection, contentLength, expect
        case fetchMode, fetchSite, forwardedFor, host, ifNoneMatch, origin
        case subprotocol, transferEncoding, upgrade, webSocketKey, webSocketVersion
        /// The version of HTTP, which stands in the request line.
        case version

        /// The number that libwebsockets knows it by; nil for one that it knows by name alone.
        fileprivate var token: lws_token_indexes? {
            switch self {
            case .accept: WSI_TOKEN_HTTP_ACCEPT
            case .acceptEncoding: WSI_TOKEN_HTTP_ACCEPT_ENCODING
            case .authorization: WSI_TOKEN_HTTP_AUTHORIZATION
            case .connection: WSI_TOKEN_CONNECTION
            case .contentLength: WSI_TOKEN_HTTP_CONTENT_LENGTH
            case .expect: WSI_TOKEN_HTTP_EXPECT
            case .fetchMode, .fetchSite: nil
            case .forwardedFor: WSI_TOKEN_X_FORWARDED_FOR
            case .host: WSI_TOKEN_HOST
            case .ifNoneMatch: WSI_TOKEN_HTTP_IF_NONE_MATCH
            case .origin: WSI_TOKEN_ORIGIN
            case .subprotocol: WSI_TOKEN_PROTOCOL
            case .transferEncoding: WSI_TOKEN_HTTP_TRANSFER_ENCODING
            case .upgrade: WSI_TOKEN_UPGRADE
            case .webSocketKey: WSI_TOKEN_KEY
            case .webSocketVersion: WSI_TOKEN_VERSION
            case .version: WSI_TOKEN_HTTP
            }
        }
    }

    /// Bytes of the known headers' values from which a head is too large.
    package static let headBytesMax = 8_192

    /// A header's value, empty when it is there without one; nil when absent or over 8 KiB, and
    /// over 32 bytes for one that libwebsockets has no number for.
    ///
    /// A head with a longer one is refused: else a client could hide the address that a proxy
    /// appends to what the client sent.
    ///
    /// Valid while lws holds the header table: in `requested`, `upgradeAsked` and `established`.
    package func header(_ header: Header) -> String? {
        switch header {
        case .fetchMode: return self.header(named: "sec-fetch-mode:")
        case .fetchSite: return self.header(named: "sec-fetch-site:")
        default: break
        }
        let count = byteCount(of: header)
        guard let token = header.token, count > 0, count <= Self.headBytesMax else { return nil }
        return unsafe copyText(capacity: count + 1) { buffer, capacity in
            unsafe lws_hdr_copy(raw, buffer, capacity, token)
        }
    }

    /// Bytes of a header's value; 0 when absent.
    package func byteCount(of header: Header) -> Int {
        header.token.map { unsafe Int(lws_hdr_total_length(raw, $0)) } ?? 0
    }

    /// Bytes of the known headers' values.
    package var headByteCount: Int {
        (0..<UInt32(WSI_TOKEN_COUNT.rawValue)).reduce(0) { sum, token in
            unsafe sum + Int(lws_hdr_total_length(raw, lws_token_indexes(token)))
        }
    }

    /// The methods of HTTP by the numbers of `lws_http_get_uri_and_method`.
    package enum Method: Int32 {
        case get, post, options, put, patch, delete, connect, head
    }

    /// The method (nil for one without a number) and the path, percent-decoded once and without
    /// `..`; nil when lws cannot name them.
    package var target: (method: Method?, path: String)? {
        var start: UnsafeMutablePointer<CChar>?
        var count: Int32 = 0
        let method = unsafe lws_http_get_uri_and_method(raw, &start, &count)
        guard method >= 0, let start = unsafe start, count > 0 else { return nil }
        let path = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
        return unsafe (Method(rawValue: method), String(decoding: path, as: UTF8.self))
    }

    /// An item of the query, percent-decoded, of at most 1,023 bytes; nil when there is none.
    package func queryItem(at index: Int) -> String? {
        unsafe copyText(capacity: 1_024) { buffer, capacity in
            unsafe lws_hdr_copy_fragment(
                raw,
                buffer,
                capacity,
                WSI_TOKEN_HTTP_URI_ARGS,
                Int32(index)
            )
        }
    }

    /// True with TLS.
    package var isSecure: Bool { unsafe lws_is_ssl(raw) != 0 }

    private func header(named name: StaticString) -> String? {
        let count = Int32(name.utf8CodeUnitCount)
        let capacity = unsafe lws_hdr_custom_length(raw, name.pointer, count) + 1
        guard (1...32).contains(capacity) else { return nil }
        return unsafe copyText(capacity: Int(capacity)) { buffer, capacity in
            unsafe lws_hdr_custom_copy(raw, buffer, capacity, name.pointer, count)
        }
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

extension StaticString {
    fileprivate var pointer: UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
