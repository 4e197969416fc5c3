/// What one peer, and all peers together, may use of a server's loop.
///
/// Every queue and every wait of a server connection is bounded by a number here. A value of this
/// type is given to `EventLoop` once and holds for all its listeners.
package struct ConnectionLimits: Sendable {
    /// Largest inbound message in bytes; a larger one closes 1009 before it is gathered.
    package var messageBytesMax = 65_536
    /// Most frames one inbound message may be cut into; more close 1009.
    ///
    /// Without it 100,000 one-byte fragments cost far more work than bytes.
    package var fragmentsMax = 64
    /// Seconds from accept to a complete request, and from a request to its answer.
    package var handshakeTimeoutSeconds = 5
    /// Seconds from the head of a PUT to the end of its body.
    ///
    /// A peer that sends less than 32 KiB a second is hung up on sooner.
    package var uploadTimeoutSeconds = 300
    /// Bodies that are gathered at once; more PUTs are answered 503.
    package var uploadsMax = 8
    /// Bodies from one IP address that are gathered at once.
    package var uploadsPerAddressMax = 2
    /// Largest request head in bytes; a larger one is hung up on by libwebsockets.
    ///
    /// One of more than half of it is answered 431.
    package var headerBytesMax = 16_384
    /// Seconds without a word from the peer after which it is pinged.
    package var pingIntervalSeconds = 20
    /// Seconds without a byte from the peer after which the connection is cut.
    ///
    /// Must exceed `pingIntervalSeconds`, or healthy idle peers are cut as well.
    package var idleTimeoutSeconds = 30
    /// Seconds that output may wait without the peer acknowledging one byte; then close 4430.
    package var stallTimeoutSeconds = 10
    /// Seconds between our Close frame and the end of the socket when the peer does not answer.
    package var closeTimeoutSeconds = 3
    /// Most bytes in the private queue of one connection; more close 4430.
    package var queuedBytesMax = 4_194_304
    /// Most bytes in the private queues of all connections together; beyond it those with the most
    /// are closed 4430.
    package var queuedBytesTotalMax = 536_870_912
    /// Sustained inbound message bytes per second; over it reading pauses, nothing is dropped.
    package var inboundBytesPerSecond = 1_048_576
    /// Inbound message bytes that may come at once before the rate counts.
    package var inboundBytesBurst = 4_194_304
    /// Sustained inbound messages per second; over it reading pauses, nothing is dropped.
    package var inboundMessagesPerSecond = 1_000
    /// Inbound messages that may come at once before the rate counts.
    package var inboundMessagesBurst = 2_000
    /// Sustained microseconds per second that the loop works on a connection's messages; over it
    /// reading pauses.
    ///
    /// A short message may ask for long work: without it one peer could keep the loop busy.
    package var inboundWorkPerSecond = 100_000
    /// Microseconds of work that a connection's messages may cost at once before the rate counts.
    package var inboundWorkBurst = 200_000
    /// Sustained microseconds per second that a loop works on the messages of one address, or of
    /// one user; over it they wait.
    package var sharedWorkPerSecond = 100_000
    /// Microseconds of that work at once before the rate counts: so long others may have to wait.
    package var sharedWorkBurst = 30_000
    /// Sustained bytes per second of large output, such as snapshots and files, to one address, or
    /// to one user; over it the rest waits.
    package var sharedOutputPerSecond = 67_108_864
    /// Bytes of large output that may go at once before the rate counts.
    package var sharedOutputBurst = 536_870_912
    /// Bytes of uploads that are taken from one address in a second; as many at once.
    package var sharedUploadPerSecond = 4_194_304
    /// Most pings and pongs a peer may send per second, twice as many at once; more close 4429.
    ///
    /// libwebsockets answers pings unseen and drops those that come while it owes a pong, so pings
    /// that share one TCP segment, or follow a pong at once, count as one. A flood of such pings is
    /// found by its bytes, after 64 KiB and within a second.
    package var controlFramesPerSecondMax = 10
    /// Most accepted sockets at once, with or without a handshake; more are hung up on.
    ///
    /// Lowered to what the process may open, less `descriptorsReserved`.
    package var connectionsMax = 10_000
    /// Most accepted sockets at once from one IP address; of IPv6 from a /64, four times as many
    /// from a /56, and sixteen times from a /48.
    ///
    /// More are told so, and more than ten times as many are hung up on, before any work for TLS.
    package var connectionsPerAddressMax = 512
    /// Connections that one IP address may open per second, and twice as many at once; networks and
    /// more than that as with `connectionsPerAddressMax`.
    package var acceptsPerAddressPerSecond = 1_000
    /// Descriptors kept free for storage, logs and the loop itself.
    package var descriptorsReserved = 64
    /// Bytes that may wait unsent in the kernel (TCP_NOTSENT_LOWAT).
    ///
    /// A slow reader then holds 38 kB of kernel memory instead of 2.7 MB, and what waits in a
    /// `FrameLog` instead is shared by all.
    package var notSentLowWaterBytes = 16_384
    /// Most connections written to in one turn before input is looked at again.
    ///
    /// A send costs about 5.5 microseconds: 512 of them hold up the loop for about 3 ms.
    package var followersPerFlushMax = 512

    /// Creates the limits with their defaults; change the ones you mean to.
    package init() {}
}
