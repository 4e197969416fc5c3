/// Why a loop, a listener or an address could not be made.
///
/// These are operator errors: each says what to change. What a peer does wrong never throws, it
/// closes that peer.
package enum WebSocketError: Error, Equatable, Sendable {
    /// Another socket listens on this address already.
    case addressInUse(host: String, port: Int)
    /// The host could not be resolved, or this machine may not listen on it.
    case addressUnusable(host: String, port: Int, reason: String)
    /// A process listens on this Unix socket already.
    case socketInUse(path: String)
    /// No Unix socket can be made at this path.
    case socketUnusable(path: String, reason: String)
    /// libwebsockets refused to start the named part; `reason` is its hint.
    case loopFailed(part: String, reason: String)
    /// A certificate or key cannot be used; `file` is the one that is wrong.
    case identityUnusable(file: String, reason: String)
    /// The text is no `ws` or `wss` URL; `reason` says which part is wrong.
    case invalidURL(reason: String)
}
