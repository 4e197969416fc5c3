/// Why a loop, a listener or an address could not be made.
package enum WebSocketError: Error, Equatable, Sendable {
    case addressInUse(host: String, port: Int)
    case addressUnusable(host: String, port: Int, reason: String)
    case socketInUse(path: String)
    case socketUnusable(path: String, reason: String)
    case loopFailed(part: String, reason: String)
    case identityUnusable(file: String, reason: String)
    case invalidURL(reason: String)
}
