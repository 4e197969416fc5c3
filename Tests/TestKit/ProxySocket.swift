internal import Glibc

/// A non-blocking TCP socket of this machine, closed by its owner.
struct ProxySocket {
    /// What reading or writing came to.
    enum Outcome {
        case count(Int)
        case later
        case end
        case failed
    }

    private(set) var descriptor: Int32

    var isOpen: Bool { descriptor >= 0 }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    private static func new() -> ProxySocket? {
        let flags = SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(flags), 0)
        return descriptor < 0 ? nil : ProxySocket(descriptor: descriptor)
    }

    /// A socket that has a port, 0 for any free one, and shares it with others that say so.
    static func bound(to port: Int) -> ProxySocket? {
        guard let new = new() else { return nil }
        var yes: Int32 = 1
        unsafe setsockopt(new.descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        let result = unsafe withLoopback(port) { unsafe bind(new.descriptor, $0, $1) }
        guard result == 0 else {
            Glibc.close(new.descriptor)
            return nil
        }
        return new
    }

    /// A socket that is connecting; that nobody listens shows when it is used.
    static func connecting(to port: Int) -> ProxySocket? {
        guard let new = new() else { return nil }
        _ = unsafe withLoopback(port) { unsafe connect(new.descriptor, $0, $1) }
        new.sendAtOnce()
        return new
    }

    var port: Int? {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &length)
            }
        }
        return result == 0 ? Int(UInt16(bigEndian: address.sin_port)) : nil
    }

    func startListening() -> Bool { listen(descriptor, 4_096) == 0 }

    func acceptOne() -> ProxySocket? {
        // Swift's Glibc has no accept4, which would do it at once.
        let accepted = accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        _ = fcntl(accepted, F_SETFL, O_NONBLOCK)
        let socket = ProxySocket(descriptor: accepted)
        socket.sendAtOnce()
        return socket
    }

    func read(_ count: Int) -> (Outcome, [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = unsafe recv(descriptor, &bytes, count, 0)
        if result > 0 { return (.count(result), Array(bytes[..<result])) }
        return (result == 0 ? .end : Self.failure, [])
    }

    func write(_ bytes: ArraySlice<UInt8>) -> Outcome {
        let result = unsafe bytes.withUnsafeBytes { all in
            unsafe send(descriptor, all.baseAddress, all.count, Int32(MSG_NOSIGNAL))
        }
        return result >= 0 ? .count(result) : Self.failure
    }

    /// The peer reads the end of the stream, after all that was written.
    func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes; `abruptly` the peer is told that the connection is reset.
    ///
    /// The connection ends also where a program that was started just now has a copy of the socket.
    mutating func close(abruptly: Bool) {
        guard isOpen else { return }
        if abruptly {
            // Disconnecting sends the reset: SO_LINGER would leave it to the last copy.
            _ = unsafe withLoopback(0, family: AF_UNSPEC) { unsafe connect(descriptor, $0, $1) }
        } else {
            _ = shutdown(descriptor, Int32(SHUT_RDWR))
        }
        Glibc.close(descriptor)
        descriptor = -1
    }

    /// A byte by itself is a segment by itself.
    private func sendAtOnce() {
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, 4)
    }

    private static var failure: Outcome {
        errno == EAGAIN || errno == EINTR ? .later : .failed
    }
}

/// Calls the system with the address of a port of this machine.
func withLoopback(
    _ port: Int,
    family: Int32 = AF_INET,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(family)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return unsafe withUnsafePointer(to: &address) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            unsafe body($0, length)
        }
    }
}
