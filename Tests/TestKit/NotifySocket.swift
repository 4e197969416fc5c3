internal import Foundation
internal import Glibc

/// The socket of a service manager, which a server may report to: see `sd_notify(3)`.
package final class NotifySocket {
    /// Why there is none.
    package struct Failed: Error {}

    /// What `NOTIFY_SOCKET` says; begins with `@` for an abstract name.
    package let path: String
    private let descriptor: Int32

    /// Opens one.
    package init(isAbstract: Bool = false) throws {
        let name = "emojiart-notify-\(UUID().uuidString.prefix(8))"
        let file = FileManager.default.temporaryDirectory.appending(path: name).path
        path = isAbstract ? "@" + name : file
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var bytes = Array(path.utf8)
        if isAbstract { bytes[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let start = MemoryLayout<sa_family_t>.size
        let size = socklen_t(start + bytes.count + (isAbstract ? 0 : 1))
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) == 0
            }
        }
        guard isBound else { throw Failed() }
    }

    deinit {
        close(descriptor)
        if path.hasPrefix("/") { unsafe _ = unlink(path) }
    }

    /// The next report; nil when none comes within the time.
    package func next(within seconds: Double = 30) -> String? {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&waiting, 1, Int32(seconds * 1_000)) == 1 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
        return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
