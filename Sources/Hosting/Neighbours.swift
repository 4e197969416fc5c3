package import WebSockets
package import Wire

/// The other servers of the store, as the server of a loop reaches them.
///
/// A server that is alone has none, and every document is its own. Event-loop thread only.
package protocol Neighbours: AnyObject {
    /// Takes a guest to the server at an address, which has its document.
    ///
    /// The relay calls `Server.enter` when that server cannot be reached, or has the document no
    /// more.
    func relay(_ guest: Guest, _ hello: ClientMessage.Hello, to address: String) -> any Relay

    /// Has the server at an address answer a request that is for the owner of a document.
    func forward(
        _ request: HTTPRequest,
        _ body: [UInt8]?,
        to address: String,
        _ exchange: HTTPExchange
    )

    /// Another server has come, to bring its guests.
    func greet(_ connection: Connection)

    /// A message of a server that has come.
    func received(_ message: Span<UInt8>, from server: AnyObject)

    /// Ends all connections with other servers, behind what they are to be told: this one ends.
    func close()

    /// The connection of a server that has come is over.
    func left(_ server: AnyObject)
}

/// The way of a guest to its document on another server.
package protocol Relay: AnyObject {
    /// Hands a message of the guest on.
    func receive(_ message: Span<UInt8>)
    /// The guest's connection had a backlog and has none now.
    func drained()
    /// What the guest had yet to read was trimmed from its log.
    func lagged()
    /// The guest is gone.
    func leave()
}
