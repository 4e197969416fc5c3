internal import CLibwebsockets
internal import Glibc

/// A connection within TLS that is waited for: for one request, and never on a loop's thread.
///
/// The server is checked by the certificates of a file alone.
@safe
package struct TLSStream: ~Copyable {
    private let stream: OpaquePointer

    /// Connects; `host` is a name or an address, which the server's certificate has to name.
    ///
    /// - Throws: `.loopFailed`, whose reason says what TLS or the network has against it.
    package init(host: String, port: Int, authorities: String) throws(WebSocketError) {
        // SIGPIPE would end the program when the server goes.
        signal(SIGPIPE, SIG_IGN)
        let place = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        var reason: UnsafePointer<CChar>?
        guard let stream = unsafe shim_tls_connect(place, host, authorities, &reason) else {
            let text = unsafe reason.map { unsafe String(cString: $0) } ?? ""
            throw .loopFailed(part: "connection", reason: text)
        }
        unsafe self.stream = stream
    }

    deinit { unsafe BIO_free_all(stream) }

    /// Sends all of it; false when the server is gone.
    package borrowing func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let piece = Array(bytes[sent..<min(bytes.count, sent + 1 << 20)])
            let count = unsafe BIO_write(stream, piece, Int32(piece.count))
            guard count > 0 else { return false }
            sent += Int(count)
        }
        return true
    }

    /// Reads until the server ends the stream, however it does.
    package borrowing func readToEnd() -> [UInt8] {
        var all: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe BIO_read(stream, &piece, Int32(piece.count))
            guard count > 0 else { return all }
            all += piece[..<Int(count)]
        }
    }
}
