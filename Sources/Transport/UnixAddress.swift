internal import CLibwebsockets
internal import Glibc

/// Paths as addresses of Unix sockets (unix(7)).
enum UnixAddress {
    /// Bytes of a path that the kernel takes, less the zero behind it.
    static let pathBytesMax = 107

    /// Calls with the address of a path; nil for one that is empty or too long.
    static func with<Result>(
        _ path: String,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= pathBytesMax, !bytes.contains(0) else { return nil }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            for (index, byte) in bytes.enumerated() { unsafe place[index] = byte }
        }
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe body(address, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// A socket that is connected to a path; nil when nobody listens there.
    static func connect(to path: String) -> Int32? {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        if unsafe with(path, { unsafe Glibc.connect(descriptor, $0, $1) }) == 0 {
            return descriptor
        }
        close(descriptor)
        return nil
    }

    /// Removes the socket of a dead process, and finds out why there can be none.
    ///
    /// - Throws: `.socketInUse` or `.socketUnusable`.
    static func makeWay(at path: String) throws(WebSocketError) {
        var status = stat()
        if unsafe lstat(path, &status) == 0 {
            // libwebsockets would unlink whatever is there.
            guard status.st_mode & S_IFMT == S_IFSOCK else {
                throw .socketUnusable(path: path, reason: "the file there is not a socket")
            }
            if let descriptor = connect(to: path) {
                close(descriptor)
                throw .socketInUse(path: path)
            }
            unsafe unlink(path)
        }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        // libwebsockets tells a failed bind to its log only.
        guard let result = unsafe with(path, { unsafe bind(descriptor, $0, $1) }) else {
            throw .socketUnusable(
                path: path,
                reason: "a socket path has 1 to \(pathBytesMax) bytes"
            )
        }
        let code = errno
        guard result == 0 else {
            throw .socketUnusable(path: path, reason: unsafe String(cString: strerror(code)))
        }
        unsafe unlink(path)
    }
}
