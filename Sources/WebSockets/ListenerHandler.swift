/// What a server does with the requests and connections of one listener.
///
/// All methods are called on the loop's thread and return before the loop goes on, so none may
/// block. None is called again from within another.
package protocol ListenerHandler: AnyObject {
    /// The answer that refuses an upgrade, a correct RFC 6455 handshake for our subprotocol; nil to
    /// accept it.
    ///
    /// Path, Host and Origin are the handler's to check.
    func refusalOfUpgrade(_ request: HTTPRequest) -> HTTPResponse?
    /// The answer that refuses a PUT, whose body is still to come; nil to accept it.
    ///
    /// Its length, `contentLength`, is the handler's to bound. One without a length is refused.
    func refusalOfUpload(_ request: HTTPRequest) -> HTTPResponse?
    /// The origin of a page of another site that may read the answer to a request; nil for none.
    func guest(_ request: HTTPRequest) -> String?
    /// Answers a request, at once or later through `exchange`.
    ///
    /// A PUT comes here with its body; a POST or DELETE has none.
    func respond(to request: HTTPRequest, with exchange: HTTPExchange)
    /// A connection whose upgrade was accepted is open.
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
