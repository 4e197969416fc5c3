/// What a handler says to a handshake.
package enum UpgradeDecision: Sendable {
    case accept
    /// The answer reaches the client as HTTP and the connection closes.
    case refuse(HTTPResponse)
}
