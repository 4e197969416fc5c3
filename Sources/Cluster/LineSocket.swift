internal import Glibc

/// A connection for one line that the other side begins with.
enum LineSocket {
    /// Connects, and reads up to the end of the first line; waits for at most a second at a time.
    ///
    /// - Returns: the line without its end; nil when there is none.
    static func firstLine(of host: String, port: Int) -> String? {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(port)", &hints, &list) == 0 else { return nil }
        defer { unsafe freeaddrinfo(list) }
        guard let first = unsafe list?.pointee else { return nil }
        let handle = unsafe socket(first.ai_family, first.ai_socktype, first.ai_protocol)
        guard handle >= 0 else { return nil }
        defer { close(handle) }
        // Of sending it is also that of connecting (page socket(7)).
        var patience = timeval(tv_sec: 1, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(handle, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        unsafe setsockopt(handle, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        guard unsafe connect(handle, first.ai_addr, first.ai_addrlen) == 0 else { return nil }
        return line(from: handle)
    }

    private static func line(from handle: Int32) -> String? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        // A broker's line is one or two thousand bytes.
        while bytes.count < 65_536 {
            let count = unsafe recv(handle, &chunk, chunk.count, 0)
            guard count > 0 else { return nil }
            bytes += chunk[..<count]
            if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                return String(decoding: bytes[..<end], as: UTF8.self)
            }
        }
        return nil
    }
}
