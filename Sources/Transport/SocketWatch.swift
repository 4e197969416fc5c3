internal import CLibwebsockets
internal import Glibc

/// Tells on which of many sockets something came, at no cost for those that are silent.
///
/// Event-loop thread only.
package final class SocketWatch {
    /// The largest number of names that `ready` returns.
    package static let batch = 256

    /// Whether sockets have bytes that can be looked at: simulated ones have none.
    package static let canPeek = true

    /// A descriptor that can be read when more came on one of the sockets.
    package let descriptor: Int32
    private var names = [UInt64](repeating: 0, count: batch)

    /// Makes an empty one; nil when no descriptor is left.
    package init?() {
        descriptor = shim_arrivals_create()
        guard descriptor >= 0 else { return nil }
    }

    /// Adds a socket; false when the system refuses.
    ///
    /// One that somebody else reads is reported even if it was read meanwhile, unless it cannot be
    /// written to.
    package func add(_ socket: Int32, as name: UInt, evenIfRead: Bool) -> Bool {
        shim_arrivals_add(descriptor, socket, UInt64(name), evenIfRead ? 1 : 0) == 0
    }

    /// Removes a socket.
    package func remove(_ socket: Int32) { shim_arrivals_remove(descriptor, socket) }

    /// The names of sockets on which more came since they were last reported, a batch at most.
    package func ready() -> ArraySlice<UInt64> {
        let count = unsafe shim_arrivals_ready(descriptor, &names, Int32(Self.batch))
        return names.prefix(Int(max(0, count)))
    }

    /// The first bytes that a peer sent, without reading them; empty when none came yet, nil when
    /// the peer is gone.
    package static func peek(_ socket: Int32, bytesMax: Int) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: bytesMax)
        let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
        let count = unsafe recv(socket, &bytes, bytes.count, flags)
        if count > 0 { return bytes.prefix(count) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? [] : nil
    }

    /// Another descriptor of the same socket; nil when none is left.
    package static func duplicate(_ socket: Int32) -> Int32? {
        let copy = shim_duplicate(socket)
        return copy >= 0 ? copy : nil
    }

    /// Closes a socket.
    package static func close(_ socket: Int32) { _ = Glibc.close(socket) }
}
