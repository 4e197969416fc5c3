internal import CLibwebsockets
internal import Glibc

/// Asks a server of this machine over HTTP on its Unix socket, and waits for each answer.
///
/// For commands: it blocks, so a loop's thread has no use for it.
package struct UnixClient: Sendable {
    /// One answer.
    package struct Answer: Sendable {
        /// The status code.
        package let status: Int

        /// The body, as it came.
        package let body: [UInt8]
    }

    /// The socket's path.
    package let path: String

    /// Seconds that the server may be silent.
    package let timeoutSeconds: Int

    /// Makes a client; it connects anew for each request.
    package init(path: String, timeoutSeconds: Int = 30) {
        self.path = path
        self.timeoutSeconds = timeoutSeconds
    }

    /// Sends a request without a body, and reads the answer to its end.
    ///
    /// - Parameters:
    ///   - method: such as `GET`.
    ///   - target: the path and the query, percent-encoded.
    /// - Returns: the answer.
    /// - Throws: `UnixSocketError`: nobody listens, the user may not ask, or no answer came.
    package func request(
        _ method: String,
        _ target: String
    ) throws(UnixSocketError) -> Answer {
        let descriptor = try UnixAddress.connect(to: path)
        defer { close(descriptor) }
        var time = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, size)
        let head = "\(method) \(target) HTTP/1.1\r\nHost: local\r\nContent-Length: 0\r\n\r\n"
        try send(Array(head.utf8), to: descriptor)
        return try Self.answer(in: readToEnd(descriptor), from: path)
    }

    private func send(_ bytes: [UInt8], to descriptor: Int32) throws(UnixSocketError) {
        var offset = 0
        while offset < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
                return unsafe Glibc.send(
                    descriptor,
                    rest.baseAddress,
                    rest.count,
                    Int32(MSG_NOSIGNAL)
                )
            }
            guard count > 0 else { throw UnixSocketError(path, errno) }
            offset += count
        }
    }

    private func readToEnd(_ descriptor: Int32) throws(UnixSocketError) -> [UInt8] {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe piece.withUnsafeMutableBytes { buffer in
                unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
            }
            if count > 0 {
                all += piece[..<count]
            } else if count == 0 {
                return all
            } else if errno == EAGAIN || errno == EWOULDBLOCK {
                throw UnixSocketError(path, ETIMEDOUT)
            } else if errno == ECONNRESET, !all.isEmpty {
                // The server closed with something of ours unread: the answer came before.
                return all
            } else if errno != EINTR {
                throw UnixSocketError(path, errno)
            }
        }
    }

    /// The status and the body of what came (RFC 9112); our server closes after each answer.
    private static func answer(
        in bytes: [UInt8],
        from path: String
    ) throws(UnixSocketError) -> Answer {
        let end: [UInt8] = [13, 10, 13, 10]
        let start = bytes.indices.first { bytes[$0...].starts(with: end) }
        let line = String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
        guard let start, line.count >= 2, let status = Int(line[1]) else {
            throw UnixSocketError(path, EPROTO)
        }
        return Answer(status: status, body: Array(bytes[(start + 4)...]))
    }
}
