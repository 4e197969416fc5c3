/// How a client connection ended.
package enum ClientCloseReason: Equatable, Sendable {
    /// A Close frame said why: the server's code and reason, or ours when we closed.
    ///
    /// A Close frame without a code is 1005 (RFC 6455 section 7.1.5). libwebsockets 4.1.6 rewrites
    /// 1012, 1013 and 1014 to 1002 before we see them; the reason arrives as it was sent.
    case code(UInt16, String)
    /// The server answered, but not with this WebSocket; the HTTP status when it sent one.
    case refused(httpStatus: Int?)
    /// No answer: the name, the route, TLS or the time; the text says which.
    case unreachable(String)
    /// It was open and ended without a Close frame.
    case lost
}
