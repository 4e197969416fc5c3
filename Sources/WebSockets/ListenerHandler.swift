/// What a server does with the requests and connections of one listener.
///
/// All methods are called on the loop's thread and return before the loop goes on, so none may
/// block. None is called again from within another.
package protocol ListenerHandler: AnyObject {
    /// Decides about an upgrade that is a correct RFC 6455 handshake for our subprotocol.
    ///
    /// Path, Host and Origin are the handler's to check.
    func upgrade(_ request: HTTPRequest) -> UpgradeDecision
    /// Decides about a PUT, whose body is still to come.
    ///
    /// Its length, `contentLength`, is the handler's to bound. One without a length is refused.
    func upload(_ request: HTTPRequest) -> UpgradeDecision
    /// Answers a request, at once or later through `exchange`.
    ///
    /// A PUT comes here with its body; a POST or DELETE has none.
    func respond(to request: HTTPRequest, with exchange: HTTPExchange)
    /// A connection that `upgrade` accepted is open.
    func opened(_ connection: Connection, request: HTTPRequest)
    /// One complete text message came; the span is valid during the call only.
    func received(_ message: Span<UInt8>, on connection: Connection)
    /// The connection had a backlog and has none now.
    func drained(_ connection: Connection)
    /// What the connection had yet to read was trimmed from its log; it follows none now.
    func lagged(_ connection: Connection)
    /// The connection has ended: exactly once after `opened`, whoever ended it.
    func closed(_ connection: Connection)
}
