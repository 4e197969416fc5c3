internal import CLibwebsockets
internal import Glibc

/// Socket addresses as text, and names as addresses.
package enum NativeAddress {
    /// The numeric address of a socket's peer; empty when it has gone already.
    ///
    /// An IPv4 peer of an IPv6 socket is shown as IPv4, so that it counts as the same address.
    package static func peer(of descriptor: Int32) -> String {
        var storage = sockaddr_storage()
        var count = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard unsafe getpeername(descriptor, address, &count) == 0 else { return "" }
                let text = unsafe numericHost(address, count)
                return text.hasPrefix("::ffff:") ? String(text.dropFirst(7)) : text
            }
        }
    }

    /// The numeric form of a host to listen on, after binding it once to learn whether that works.
    ///
    /// libwebsockets reports a failed bind as a log line only; the kernel tells us why.
    ///
    /// - Throws: `.addressInUse`, or `.addressUnusable` with the reason.
    static func listenable(host: String, port: Int) throws(WebSocketError) -> String {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        let failure = unsafe getaddrinfo(host, nil, &hints, &found)
        guard failure == 0, let info = unsafe found, let address = unsafe info.pointee.ai_addr
        else {
            throw .addressUnusable(
                host: host,
                port: port,
                reason: unsafe String(cString: gai_strerror(failure))
            )
        }
        defer { unsafe freeaddrinfo(info) }
        let count = unsafe info.pointee.ai_addrlen
        let failureCode = unsafe tryBind(address, count, port: port)
        switch failureCode {
        case 0: return unsafe numericHost(address, count)
        case EADDRINUSE: throw .addressInUse(host: host, port: port)
        default:
            let reason = unsafe String(cString: strerror(failureCode))
            throw .addressUnusable(host: host, port: port, reason: reason)
        }
    }

    private static func tryBind(
        _ address: UnsafeMutablePointer<sockaddr>,
        _ count: socklen_t,
        port: Int
    ) -> Int32 {
        let family = unsafe Int32(address.pointee.sa_family)
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { _ = close(descriptor) }
        var on: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        // As lws does: an old connection in TIME_WAIT is no reason to refuse.
        unsafe _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, size)
        if family == AF_INET6 {
            unsafe _ = setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, size)
        }
        // Both families keep the port in the same two bytes.
        unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
            unsafe address.pointee.sin_port = in_port_t(UInt16(port)).bigEndian
        }
        return unsafe bind(descriptor, address, count) == 0 ? 0 : errno
    }

    /// The numeric form of an address; empty when there is none.
    static func numericHost(_ address: UnsafePointer<sockaddr>, _ count: socklen_t) -> String {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let size = socklen_t(text.count)
        let result = unsafe getnameinfo(address, count, &text, size, nil, 0, NI_NUMERICHOST)
        guard result == 0 else { return "" }
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// True when the peer of a Unix socket is the user of this process, or root.
    ///
    /// libwebsockets 4.1.6 takes each socket for one of TCP (lws_plat_set_socket_options): where
    /// TCP_NODELAY cannot be set, it goes without setting O_NONBLOCK, and one peer that does not
    /// read would stop the loop. Both sockets get it here.
    ///
    /// - Returns: false also when the sockets cannot be set.
    package static func isOwn(_ descriptor: Int32, on listening: Int32) -> Bool {
        for each in [descriptor, listening] {
            guard fcntl(each, F_SETFL, O_NONBLOCK) == 0 else { return false }
        }
        let user = shim_peer_user(descriptor)
        return user == 0 || user == Int64(geteuid())
    }
}
