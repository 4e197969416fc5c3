internal import CCurl

/// Posts to web servers, one request after another, over the same connection where it can.
///
/// libcurl reads what servers answer. URLSession of Foundation 6.3 stands on it as well, but traps
/// at what libcurl hands on: at a trailer, and at some values of `Location`.
///
/// It waits, and belongs to one thread.
@safe package final class HTTPClient {
    /// A whole answer.
    package struct Answer: Equatable, Sendable {
        /// The status code.
        package let status: Int
        /// The body, at most `bodyBytesMax`.
        package let body: [UInt8]
    }

    /// Why there is no whole answer.
    package enum Fault: Error, Equatable, Sendable {
        /// The cause, as libcurl says it.
        case noAnswer(String)
        /// The body or the headers are longer than any that is read.
        case tooLong
    }

    /// Bytes of a body that is read; a longer one counts as no answer.
    package static let bodyBytesMax = 65_536
    /// Bytes of all headers of an answer.
    private static let headBytesMax = 65_536

    private static let isReady = shim_start() != 0

    private let connections: UnsafeMutableRawPointer
    private var room = [UInt8](repeating: 0, count: bodyBytesMax)

    /// Makes a client that has no connection yet; nil when there is no memory for one.
    package init?() {
        guard Self.isReady, let connections = unsafe shim_connections() else { return nil }
        unsafe self.connections = connections
    }

    deinit { unsafe curl_share_cleanup(connections) }

    /// Posts a body, and waits for the answer.
    ///
    /// Redirects are not followed.
    ///
    /// - Parameters:
    ///   - body: What is sent.
    ///   - url: Where to.
    ///   - headers: Lines such as `Content-Type: application/json`.
    ///   - milliseconds: How long all of it may take, at least 1.
    /// - Returns: The answer, of any status.
    /// - Throws: Why there is none.
    package func post(
        _ body: [UInt8],
        to url: HTTPURL,
        headers: [String],
        milliseconds: Int
    ) throws(Fault) -> Answer {
        precondition(milliseconds >= 1, "For libcurl 0 is no limit.")
        // Of its own for each request: libcurl 7.88 adds a header line that begins with a space to
        // the last header of the request before, which is freed.
        guard let handle = unsafe curl_easy_init() else { throw .noAnswer("no memory") }
        defer { unsafe curl_easy_cleanup(handle) }
        // Without the last, libcurl waits for leave to send a large body.
        var lines: UnsafeMutablePointer<curl_slist>?
        for line in headers + ["Expect:"] { unsafe lines = curl_slist_append(lines, line) }
        defer { unsafe curl_slist_free_all(lines) }
        var answer = unsafe shim_answer()
        let code = unsafe body.withUnsafeBufferPointer { body in
            unsafe room.withUnsafeMutableBufferPointer { room in
                unsafe answer.bytes = room.baseAddress
                unsafe answer.room = room.count
                unsafe answer.headRoom = Self.headBytesMax
                return unsafe shim_post(
                    handle,
                    connections,
                    url.description,
                    lines,
                    body.baseAddress,
                    body.count,
                    milliseconds,
                    &answer
                )
            }
        }
        guard code != CURLE_WRITE_ERROR else { throw .tooLong }
        guard code == CURLE_OK else {
            throw .noAnswer(unsafe String(cString: curl_easy_strerror(code)))
        }
        return unsafe Answer(status: answer.status, body: Array(room.prefix(answer.count)))
    }
}
