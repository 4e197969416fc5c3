/// An event of one connection.
package enum SocketEvent {
    /// On a listening socket: a socket was accepted, which stays unless the answer is false.
    case arrived(descriptor: Int32)
    /// An accepted socket is a connection now, which has said nothing yet.
    case accepted
    /// The head of a request that asks for an upgrade is there.
    case upgradeAsked
    /// The subprotocol of a handshake is chosen.
    case protocolChosen
    /// The handshake is done, as a server.
    case established
    /// The head of any other request is there.
    case requested
    /// A piece of a request's body came.
    case body
    case bodyEnded
    /// There is room for more of an answer.
    case answerWriteable
    case received
    /// There is room for more frames, or a pong was sent.
    case writeable
    case pong
    /// A Close frame came, with this payload; without an answer when the result is false.
    case closeFrame
    /// The library is about to end the connection: the peer is gone, or it broke the protocol.
    case dropped
    /// A server has answered a handshake of ours.
    case answered
    /// The handshake is done, as a client.
    case connected
    /// The handshake of a client has failed, with this reason.
    case failed
    /// A file that the loop watches can be read.
    case fileReadable
    case closed
    /// The library frees it: the `NativeSocket` is void from here on.
    case freed
}

/// An event of the loop itself.
package enum LoopEvent {
    /// It was woken by another thread, or for nothing.
    case woken
    /// It has waited, and has something to report.
    case waited
    /// It has reported all there was, and is about to wait.
    case resting
    /// The time given to `setTimer` has come.
    case timer
}
