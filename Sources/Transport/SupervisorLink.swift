// With the Swift runtime linked in, the clock's type is one of the library's headers.
internal import CLibwebsockets
internal import Glibc

/// The way to the service manager that started this process: the protocol of `sd_notify(3)`.
///
/// Datagrams to the Unix socket that `NOTIFY_SOCKET` names. Nothing is waited for: what the manager
/// does not take at once is lost, as nobody there reads.
package final class SupervisorLink: Sendable {
    private let descriptor: Int32
    private let path: [UInt8]

    /// Opens the way; nil for a path that no Unix socket can have, or without a descriptor.
    ///
    /// - Parameter path: an absolute path, or with `@` first a name of the abstract kind.
    package init?(path: String) {
        var bytes = Array(path.utf8)
        let bytesMax = MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        guard bytes.first == UInt8(ascii: "/") || bytes.first == UInt8(ascii: "@"),
            bytes.count > 1, bytes.count < bytesMax
        else { return nil }
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        let kind =
            Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            | Int32(SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_UNIX, kind, 0)
        self.path = bytes
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Sends assignments, one a line, such as `READY=1`.
    ///
    /// - Returns: whether the manager's socket took them.
    @discardableResult
    package func send(_ assignments: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path) }
        // The length says where an abstract name ends; a path ends by a zero besides.
        let start = MemoryLayout<sa_family_t>.size
        let size = socklen_t(start + path.count + (path[0] == 0 ? 0 : 1))
        let bytes = Array(assignments.utf8)
        let count = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), pointer, size)
            }
        }
        return count == bytes.count
    }
}
