internal import CLibwebsockets
internal import Glibc

/// Connections whose requests do not say yet which loop they go to.
///
/// They are looked at and not read: the loop that serves one reads it from its first byte.
/// Event-loop thread only.
final class Lobby {
    /// One that waits.
    private struct Visitor {
        let arrival: Arrival
        let listener: Listener
        let deadline: UInt64
    }

    /// What came of looking at a connection.
    private enum Look {
        case waits
        case says(RequestLine)
        case gone
    }

    /// Can be read when more has come of one of them.
    let descriptor: Int32
    private unowned let loop: EventLoop
    private var visitors: [Int32: Visitor] = [:]
    private static let batch = 64

    /// Makes an empty one; nil when no descriptor is left.
    init?(of loop: EventLoop) {
        self.loop = loop
        descriptor = shim_arrivals_create()
        guard descriptor >= 0 else { return nil }
    }

    deinit {
        for visitor in visitors.values { _ = close(visitor.arrival.descriptor) }
    }

    /// Sends a connection on, at once if its request is there.
    func enter(_ arrival: Arrival, by listener: Listener, until deadline: UInt64) {
        let visitor = Visitor(arrival: arrival, listener: listener, deadline: deadline)
        if look(at: visitor) { return }
        guard shim_arrivals_add(descriptor, arrival.descriptor) == 0 else {
            return loop.turnAway(arrival, from: listener)
        }
        visitors[arrival.descriptor] = visitor
    }

    /// More has come of some of them.
    func service() {
        var sockets = [Int32](repeating: 0, count: Self.batch)
        let count = unsafe shim_arrivals_ready(descriptor, &sockets, Int32(Self.batch))
        for socket in sockets.prefix(Int(max(0, count))) {
            guard let visitor = visitors[socket] else { continue }
            if look(at: visitor) { visitors[socket] = nil }
        }
    }

    /// Hangs up on those whose time is over.
    func cutLate(now: UInt64) {
        for (socket, visitor) in visitors where visitor.deadline <= now {
            visitors[socket] = nil
            loop.turnAway(visitor.arrival, from: visitor.listener)
        }
    }

    /// Hangs up on the one that waits for longest; false when there is none.
    ///
    /// - Complexity: O(those that wait).
    func sendAwayOldest() -> Bool {
        guard let (socket, visitor) = visitors.min(by: { $0.value.deadline < $1.value.deadline })
        else { return false }
        visitors[socket] = nil
        loop.turnAway(visitor.arrival, from: visitor.listener)
        return true
    }

    /// Sends one on, or hangs up when its peer has; false when it has to wait.
    private func look(at visitor: Visitor) -> Bool {
        let socket = visitor.arrival.descriptor
        switch Self.look(at: socket) {
        case .waits, .says(.unfinished): return false
        case .gone:
            loop.turnAway(visitor.arrival, from: visitor.listener)
        case .says(let line):
            if visitors[socket] != nil { shim_arrivals_remove(descriptor, socket) }
            loop.pass(visitor.arrival, by: visitor.listener, line)
        }
        return true
    }

    private static func look(at socket: Int32) -> Look {
        var bytes = [UInt8](repeating: 0, count: RequestLine.bytesMax)
        let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
        let count = unsafe recv(socket, &bytes, bytes.count, flags)
        if count > 0 { return .says(RequestLine(bytes.prefix(count))) }
        return count < 0 && (errno == EAGAIN || errno == EINTR) ? .waits : .gone
    }
}
