internal import CCurl

/// The address of a web server that requests can go to: `http` or `https`, and a host.
package struct HTTPURL: Equatable, Sendable, CustomStringConvertible {
    /// As it was written.
    package let description: String

    /// Reads an address; nil for one that no request can go to.
    package init?(_ text: String) {
        // libcurl would guess a scheme, and reads up to the first zero.
        let hasScheme = ["http://", "https://"].contains { text.utf8.starts(with: $0.utf8) }
        guard hasScheme, !text.utf8.contains(0) else { return nil }
        let parser = unsafe curl_url()
        defer { unsafe curl_url_cleanup(parser) }
        guard unsafe curl_url_set(parser, CURLUPART_URL, text, 0) == CURLUE_OK else { return nil }
        description = text
    }
}

/// Asks servers over HTTP, one request after another, over the same connection where it can.
///
/// libcurl reads what servers answer. URLSession of Foundation 6.3 stands on it as well, but traps
/// at what libcurl hands on: at a trailer, and at some values of `Location`.
///
/// It waits, and belongs to one thread.
@safe package final class HTTPClient {
    /// One request.
    package struct Request: Sendable {
        /// Where it goes.
        package var url: HTTPURL
        /// The method.
        package var method = "GET"
        /// Lines such as `Content-Type: application/json`.
        package var headers: [String] = []
        /// The body to send; nil for none.
        package var body: [UInt8]?
        /// The path of a Unix socket, in place of the URL's host.
        package var socket: String?
        /// A PEM file of the authorities that vouch for the server, in place of the system's.
        package var authorities: String?
        /// How long all of it may take, at least 1; nil for no limit.
        package var milliseconds: Int?
        /// Bytes of a body that is read; a longer one counts as no answer.
        package var bodyBytesMax = 65_536

        /// Asks for what is at a URL.
        package init(url: HTTPURL) { self.url = url }
    }

    /// A whole answer.
    package struct Answer: Equatable, Sendable {
        /// The status code.
        package let status: Int
        /// The body, at most `bodyBytesMax`.
        package let body: [UInt8]
    }

    /// Why there is no whole answer.
    package enum Fault: Error, Equatable, Sendable {
        /// The cause as libcurl says it, and the system's error of errno(3), if there is one.
        case noAnswer(String, system: Int32)
        case timeout
        /// The body or the headers are longer than any that is read.
        case tooLong
    }

    /// Bytes of all headers of an answer.
    private static let headBytesMax = 65_536

    private static let isReady = shim_start() != 0

    private let connections: UnsafeMutableRawPointer

    /// Makes a client that has no connection yet; nil when there is no memory for one.
    package init?() {
        guard Self.isReady, let connections = unsafe shim_connections() else { return nil }
        unsafe self.connections = connections
    }

    deinit { unsafe curl_share_cleanup(connections) }

    /// Asks, and waits for the answer, of any status; redirects are not followed.
    ///
    /// - Throws: Why there is none.
    package func answer(to request: Request) throws(Fault) -> Answer {
        precondition(request.milliseconds ?? 1 >= 1, "For libcurl 0 is no limit.")
        // Of its own for each request: libcurl 7.88 adds a header line that begins with a space to
        // the last header of the request before, which is freed.
        guard let handle = unsafe curl_easy_init() else {
            throw .noAnswer("no memory", system: 0)
        }
        defer { unsafe curl_easy_cleanup(handle) }
        // Without the last, libcurl waits for leave to send a large body.
        var lines: UnsafeMutablePointer<curl_slist>?
        for line in request.headers + ["Expect:"] { unsafe lines = curl_slist_append(lines, line) }
        defer { unsafe curl_slist_free_all(lines) }
        var answer = unsafe shim_answer()
        unsafe answer.bodyMax = request.bodyBytesMax
        unsafe answer.headMax = Self.headBytesMax
        defer { unsafe free(answer.bytes) }
        let code = unsafe ask(handle, request, lines, &answer)
        guard code != CURLE_WRITE_ERROR else { throw .tooLong }
        guard code != CURLE_OPERATION_TIMEDOUT else { throw .timeout }
        guard code == CURLE_OK else {
            let cause = unsafe withUnsafeBytes(of: &answer.cause) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw .noAnswer(cause, system: unsafe Int32(truncatingIfNeeded: answer.fault))
        }
        let body = unsafe UnsafeBufferPointer(start: answer.bytes, count: answer.count)
        return unsafe Answer(status: answer.status, body: Array(body))
    }

    private func ask(
        _ handle: UnsafeMutableRawPointer,
        _ request: Request,
        _ lines: UnsafeMutablePointer<curl_slist>?,
        _ answer: inout shim_answer
    ) -> CURLcode {
        var asked = unsafe shim_request()
        let texts = unsafe [
            request.url.description, request.method, request.socket, request.authorities,
        ].map { text in unsafe text.map { unsafe strdup($0) } ?? nil }
        defer { for index in 0..<4 { unsafe free(texts[index]) } }
        unsafe asked.url = UnsafePointer(texts[0])
        unsafe asked.method = UnsafePointer(texts[1])
        unsafe asked.socket = UnsafePointer(texts[2])
        unsafe asked.authorities = UnsafePointer(texts[3])
        unsafe asked.headers = lines
        unsafe asked.milliseconds = request.milliseconds ?? 0
        // One byte more, so that an empty body has an address.
        return unsafe ((request.body ?? []) + [0]).withUnsafeBufferPointer { body in
            if request.body != nil {
                unsafe asked.body = body.baseAddress
                unsafe asked.count = body.count - 1
            }
            return unsafe shim_ask(handle, connections, &asked, &answer)
        }
    }
}
