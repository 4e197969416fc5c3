/// The head of an HTTP request, as a handler may judge it.
///
/// Everything here was written by the peer and is untrusted. At most `headerBytesMax` bytes.
package struct HTTPRequest: Sendable {
    /// The methods a handler can tell apart.
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
        case options = "OPTIONS"
        case other = ""
    }

    /// One `name=value` of the query, percent-decoded; the value is empty when there is none.
    package struct QueryItem: Equatable, Sendable {
        /// What stands before the first `=`.
        package let name: String
        /// What stands after it.
        package let value: String
    }

    /// The method; anything but the named ones is `other`.
    package let method: Method
    /// The path, percent-decoded once and without `..` by libwebsockets; begins with `/`.
    package let path: String
    /// The query in the order sent, at most 64 items.
    package let query: [QueryItem]
    /// The Host header, empty when absent; several are joined by a comma, so none matches.
    package let host: String
    /// The Origin header; nil when the client is no browser.
    package let origin: String?
    /// True when a page of another site asks without going there, as for an image in it: what
    /// browsers say by Sec-Fetch-Site and Sec-Fetch-Mode.
    package let isEmbedded: Bool
    /// The If-None-Match header, for 304.
    package let ifNoneMatch: String?
    /// The Accept header.
    package let accept: String?
    /// The token of an `Authorization: Bearer` header (RFC 6750); nil without one.
    package let bearer: String?
    /// The Content-Length header; nil when there is none, or none that is a number.
    package let contentLength: Int?
    /// Whether the peer takes a body in the `gzip` coding.
    package let acceptsGzip: Bool
    /// The peer's IP address as text, IPv4 in its own form also when it came over IPv6.
    package let peerAddress: String
}
