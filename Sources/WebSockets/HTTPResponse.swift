/// One complete HTTP answer; the connection closes after it.
package struct HTTPResponse: Sendable {
    /// The status code, 100...599.
    package var status: Int
    /// The Content-Type; no header is sent when it is empty.
    package var contentType: String
    /// More headers; lines with a control character are left out rather than sent split.
    package var headers: [(String, String)]
    /// The body, sent with its length; not sent at all in answer to HEAD.
    package var content: HTTPContent

    /// Creates an answer.
    package init(
        status: Int,
        contentType: String = "",
        headers: [(String, String)] = [],
        body: [UInt8] = []
    ) {
        self.status = status
        self.contentType = contentType
        self.headers = headers
        content = HTTPContent(body)
    }

    /// Creates an answer of plain text that ends with a line feed.
    package init(status: Int, text: String, headers: [(String, String)] = []) {
        self.init(
            status: status,
            contentType: "text/plain; charset=utf-8",
            headers: headers,
            body: Array((text + "\n").utf8)
        )
    }

    /// The answer to a method that a path does not have.
    package static func wrongMethod(allowing methods: [HTTPRequest.Method]) -> HTTPResponse {
        let list = methods.map(\.rawValue).joined(separator: ", ")
        return HTTPResponse(status: 405, text: "only \(list)", headers: [("Allow", list)])
    }

    /// The answer to an address that has more connections than it may have; one that has ten times
    /// as many is hung up on before it says anything.
    static let tooManyConnections = HTTPResponse(
        status: 429,
        text: "Too many connections from your address: try again in a few seconds.",
        headers: [("Retry-After", "5")]
    )

    /// The answer to a path that is not spelt as paths are, or whose document is elsewhere (RFC
    /// 9110, section 15.5.20).
    package static let misdirected = HTTPResponse(
        status: 421,
        text: "Write the path plainly, as in /documents/NAME: no percent signs, no host."
    )

    static let headTooLarge = HTTPResponse(
        status: 431,
        text: "The request's head is too large: send fewer or shorter headers."
    )

    static let wrongVersion = HTTPResponse(status: 505, text: "Use HTTP 1.0 or 1.1.")
    /// The answer while as much is being sent as the server may keep in memory.
    static let tooMuchOutput = HTTPResponse(
        status: 503,
        text: "The server is sending too much at once: try again.",
        headers: [("Retry-After", "5")]
    )

    /// The answer while as much is being sent to an address as one may take of that.
    static let tooMuchForAddress = HTTPResponse(
        status: 429,
        text: "Your address reads too many large files at once: try again.",
        headers: [("Retry-After", "5")]
    )

    /// Whether a body follows the head: 204 and 304 have none, whatever the request.
    var hasBody: Bool { status != 204 && status != 304 && !content.bytes.isEmpty }

    /// What every answer says: no browser guesses its type, or shows it in pages of other sites.
    private static let common = """
        X-Content-Type-Options: nosniff\r
        Cross-Origin-Resource-Policy: same-origin\r

        """

    /// The head as it goes to the socket (RFC 9112).
    ///
    /// With TLS, a browser learns to come with it from then on (RFC 6797).
    func head(isSecure: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(Self.reason(status))\r\nConnection: close\r\n"
        // RFC 9110 section 8.6: 1xx, 204 and 304 carry no length of a body they do not have.
        if status >= 200 && status != 204 && status != 304 {
            head += "Content-Length: \(content.bytes.count)\r\n"
        }
        for (name, value) in [("Content-Type", contentType)] + headers
        where !value.isEmpty && Self.isClean(name) && Self.isClean(value) {
            head += "\(name): \(value)\r\n"
        }
        head += Self.common
        if isSecure { head += "Strict-Transport-Security: max-age=31536000\r\n" }
        head += "\r\n"
        return Array(head.utf8)
    }

    /// A control character in a header could end it and begin another.
    private static func isClean(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    private static func reason(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 204: "No Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 304: "Not Modified"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 423: "Locked"
        case 421: "Misdirected Request"
        case 426: "Upgrade Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        case 505: "HTTP Version Not Supported"
        default: "Status"
        }
    }
}
