/// A way of a connection's bytes through a `FaultProxy`.
package enum FaultDirection: String, Sendable, CaseIterable {
    /// From the client to the server.
    case up
    /// From the server to the client.
    case down
}

/// What a network does to one direction of a connection.
///
/// Times are milliseconds. A direction that waits is not read: TCP holds the sender back.
package enum Fault: Sendable, Equatable {
    /// From here on every portion of bytes waits so long before it goes on.
    case delay(Int)
    /// Nothing goes on for so long; nil is for good.
    case stall(Int?)
    /// So many bytes go on one at a time, a millisecond apart.
    case dribble(Int)
    /// Both ends of the connection are closed, in good order.
    case cut
    /// Both ends of the connection are reset.
    case reset
    /// The receiver sees the end of the stream; the other direction goes on.
    case halfClose
    /// Bytes are taken and dropped, and no end is told; after so long both ends are reset, nil is
    /// never.
    case swallow(Int?)
    /// The client's end is closed. The server's end stays, and gets what the client had sent
    /// only after so long, or nil, when it is released: by then the client has connected anew.
    case orphan(Int?)
}

/// A fault, and when it happens.
package struct FaultStep: Sendable, Equatable {
    /// The way that it happens to.
    package let direction: FaultDirection
    /// How many bytes go that way before it, counted from the step before it.
    ///
    /// It happens as soon as they went; after 0, when the next byte is about to go.
    package let after: Int
    /// What happens.
    package let fault: Fault

    /// A fault that happens to a direction after so many bytes more.
    package init(_ direction: FaultDirection, after: Int = 0, _ fault: Fault) {
        self.direction = direction
        self.after = after
        self.fault = fault
    }
}

/// What a `FaultProxy` did so far.
package struct FaultCounts: Sendable, Equatable {
    /// Connections that were accepted.
    package var connections = 0
    /// Connections that were cut, half closed, or reset by a fault.
    package var cuts = 0
    /// Connections whose server end outlived the client's.
    package var orphans = 0
    /// Directions that were held up, or went byte by byte.
    package var slowdowns = 0
    /// Bytes that were dropped.
    package var swallowedBytes = 0

    /// Nothing so far.
    package init() {}
}
