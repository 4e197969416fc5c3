/// What a client connection accepts from its server, and how long it waits.
package struct ClientLimits: Sendable {
    /// Largest message from the server in bytes; a larger one closes 1009.
    package var messageBytesMax = 16_777_216
    /// Most frames one message from the server may be cut into; more close 1009.
    package var fragmentsMax = 65_536
    /// Seconds for name, TCP, TLS and upgrade together; then the connect has failed.
    package var connectTimeoutSeconds = 10
    /// Seconds without a word from the server after which it is pinged.
    package var pingIntervalSeconds = 20
    /// Seconds without a byte from the server after which the connection is lost.
    package var idleTimeoutSeconds = 30
    /// Seconds that output may wait without the server acknowledging one byte.
    package var stallTimeoutSeconds = 20
    /// Seconds between our Close frame and the end of the socket when the server does not answer.
    package var closeTimeoutSeconds = 3
    /// Most bytes waiting to be sent; more close the connection with 4430.
    package var queuedBytesMax = 16_777_216

    /// Creates the limits with their defaults; change the ones you mean to.
    package init() {}
}
