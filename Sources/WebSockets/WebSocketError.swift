/// Why a loop, a listener or an address could not be made.
///
/// These are operator errors: each says what to change. What a peer does wrong never throws, it
/// closes that peer.
package enum WebSocketError: Error, Equatable, Sendable {
    /// Another socket listens on this address already.
    case addressInUse(host: String, port: Int)

    /// The host could not be resolved, or this machine may not listen on it.
    case addressUnusable(host: String, port: Int, reason: String)

    /// libwebsockets refused to start the named part; `reason` is its hint.
    case loopFailed(part: String, reason: String)

    /// The text is no `ws` or `wss` URL; `reason` says which part is wrong.
    case invalidURL(reason: String)
}
