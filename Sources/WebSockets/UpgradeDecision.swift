/// What a handler says to a handshake, or to a body.
package enum UpgradeDecision: Sendable {
    case accept
    /// The answer reaches the client as HTTP and the connection closes.
    case refuse(HTTPResponse)
}
