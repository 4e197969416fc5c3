internal import Transport

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

    private let watch: SocketWatch
    private unowned let loop: EventLoop
    private var visitors: [Int32: Visitor] = [:]

    /// Makes an empty one; nil when no descriptor is left.
    init?(of loop: EventLoop) {
        self.loop = loop
        guard let watch = SocketWatch() else { return nil }
        self.watch = watch
    }

    deinit {
        for visitor in visitors.values { SocketWatch.close(visitor.arrival.descriptor) }
    }

    /// Can be read when more has come of one of them.
    var descriptor: Int32 { watch.descriptor }

    /// Sends a connection on, at once if its request is there.
    func enter(_ arrival: Arrival, by listener: Listener, until deadline: UInt64) {
        let visitor = Visitor(arrival: arrival, listener: listener, deadline: deadline)
        if look(at: visitor) { return }
        let descriptor = arrival.descriptor
        guard watch.add(descriptor, as: UInt(descriptor), evenIfRead: false) else {
            return loop.turnAway(arrival, from: listener)
        }
        visitors[descriptor] = visitor
    }

    /// More has come of some of them.
    func service() {
        for name in watch.ready() {
            let socket = Int32(name)
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
        switch SocketWatch.peek(socket, bytesMax: RequestLine.bytesMax).map(RequestLine.init) {
        case .unfinished: return false
        case nil:
            loop.turnAway(visitor.arrival, from: visitor.listener)
        case let line?:
            if visitors[socket] != nil { watch.remove(socket) }
            loop.pass(visitor.arrival, by: visitor.listener, line)
        }
        return true
    }
}
