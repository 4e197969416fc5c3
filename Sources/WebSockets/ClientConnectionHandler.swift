/// What a client does with its connection; all on the loop's thread, never from within `init`.
package protocol ClientConnectionHandler: AnyObject {
    /// The server accepted the connection.
    func opened(_ connection: ClientConnection)
    /// One complete text message came; the span is valid during the call only.
    func received(_ message: Span<UInt8>, on connection: ClientConnection)
    /// The connection has ended or never came about: exactly once.
    func closed(_ connection: ClientConnection, reason: ClientCloseReason)
}
