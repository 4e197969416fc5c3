package import Transport

/// The address of a WebSocket: `ws://host[:port]/path[?query]`, or `wss` for TLS.
///
/// Names no credentials and no fragment (RFC 6455 section 3): neither may be sent.
package struct WebSocketURL: Equatable, Sendable {
    /// The two schemes of RFC 6455 section 11.1.
    package enum Scheme: String, Sendable {
        case ws
        case wss
    }

    /// Plain or TLS.
    package let scheme: Scheme
    /// The host without brackets: a name or an IP literal.
    package let host: String
    /// 1...65535; 80 or 443 when the text names none.
    package let port: Int
    /// The path and the query, as they go into the request; at least `/`.
    package let path: String

    /// Reads an address of at most 2,048 printable ASCII characters.
    ///
    /// - Throws: `.invalidURL` that names the part which is wrong.
    package init(_ text: String) throws(WebSocketError) {
        guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalidURL(reason: "only printable ASCII without spaces, at most 2048 bytes")
        }
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://"),
            let scheme = Scheme(rawValue: text[..<colon].lowercased())
        else {
            throw .invalidURL(reason: "the scheme must be ws:// or wss://")
        }
        guard !text.contains("#") else {
            throw .invalidURL(reason: "a fragment (#) is not allowed")
        }
        let rest = text[colon...].dropFirst(3)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@") else {
            throw .invalidURL(reason: "a user name or password is not allowed")
        }
        let tail = rest.dropFirst(authority.count)
        (host, port) = try Self.split(authority, scheme: scheme)
        self.scheme = scheme
        path = tail.hasPrefix("/") ? String(tail) : "/" + tail
    }

    /// What the Host header says: no port when it is the scheme's own (RFC 9110 section 7.2).
    package var hostHeader: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == Self.portDefault(scheme) ? name : "\(name):\(port)"
    }

    private static func portDefault(_ scheme: Scheme) -> Int { scheme == .ws ? 80 : 443 }

    private static func split(
        _ authority: Substring,
        scheme: Scheme
    ) throws(WebSocketError) -> (host: String, port: Int) {
        let host: Substring
        let tail: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else {
                throw .invalidURL(reason: "the bracket of the IPv6 address is not closed")
            }
            host = authority[..<end].dropFirst()
            tail = authority[end...].dropFirst()
            guard host.contains(":"), host.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." })
            else {
                throw .invalidURL(reason: "the brackets must hold an IPv6 address")
            }
        } else {
            host = authority.prefix { $0 != ":" }
            tail = authority.dropFirst(host.count)
            guard host.allSatisfy({ $0.isLetter || $0.isNumber || "-._".contains($0) }) else {
                throw .invalidURL(reason: "the host has an invalid character")
            }
        }
        guard !host.isEmpty, host.utf8.count <= 253 else {
            throw .invalidURL(reason: "the host is missing or longer than 253 bytes")
        }
        guard !tail.isEmpty else { return (String(host), portDefault(scheme)) }
        let digits = tail.dropFirst()
        guard tail.hasPrefix(":"), digits.count <= 5, digits.allSatisfy(\.isNumber),
            let port = Int(digits), (1...65_535).contains(port)
        else {
            throw .invalidURL(reason: "the port must be 1...65535")
        }
        return (String(host), port)
    }
}
