internal import Glibc

/// Why a Unix socket cannot be talked to.
package struct UnixSocketError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The socket's path.
    package let path: String

    /// The error of the system, as of errno(3).
    package let code: Int32

    init(_ path: String, _ code: Int32) {
        self.path = path
        self.code = code
    }

    /// Whether no process listens there.
    package var isNobodyThere: Bool { code == ENOENT || code == ECONNREFUSED || code == ENOTDIR }

    /// Whether the user may not use the socket.
    package var isForbidden: Bool { code == EACCES || code == EPERM }

    /// The cause in the words of the system.
    package var description: String { "\(path): \(Self.text(of: code))" }

    static func text(of code: Int32) -> String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}
