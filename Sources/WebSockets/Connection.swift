/// A client's WebSocket, on the server's side.
///
/// Event-loop thread only. After `closed` was called every method does nothing.
package final class Connection: SocketDelegate {
    /// The connection's name in logs, counted from 1 within the loop and never reused.
    package let number: UInt64
    /// The peer's IP address as text.
    package let peerAddress: String
    /// What the first Close frame said, ours or the peer's, once `closed` is called; 1005 for one
    /// without a code, nil when there was none.
    package private(set) var closeCode: UInt16?
    /// Whether its address has more connections than it may have: say so and close it.
    package let isTooMany: Bool
    /// The handler's own object for this connection; the handler clears it in `closed`.
    package var owner: AnyObject?
    private unowned let listener: Listener?
    private var line: (any Line)?

    init(number: UInt64, peerAddress: String, isTooMany: Bool, listener: Listener) {
        self.isTooMany = isTooMany
        self.number = number
        self.peerAddress = peerAddress
        self.listener = listener
    }

    /// Makes one of a client that another server of the same documents has; whoever has the line
    /// hands on what comes by it, and says when it has ended.
    package init(over line: any Line, peerAddress: String, on loop: EventLoop) {
        number = loop.nextConnectionNumber()
        self.peerAddress = peerAddress
        isTooMany = false
        listener = nil
        self.line = line
    }

    /// True for a client that another server has.
    package var isRelayed: Bool { listener == nil }

    /// The line has ended; what the first Close frame said is kept.
    package func end(_ code: UInt16?) {
        line = nil
        closeCode = code
    }

    /// Has the peer, another server, send as much as it likes, and be sent as much.
    ///
    /// Messages may be as long as a server's are.
    package func trust() { (line as? Socket)?.trust() }

    /// Whether the last flush left something unsent: the peer is slower than we are.
    package var hasBacklog: Bool { line?.hasBacklog ?? false }

    /// Whether a Close frame is on its way, ours or the peer's, or the connection has ended.
    package var isClosing: Bool { line?.isOpen != true }

    /// Whether all that there is for the peer was handed to its connection: the private lane, and
    /// the log as far as it goes.
    package var isAtRest: Bool { line?.isAtRest ?? false }

    /// Bytes that wait in the private lane for this peer alone.
    package var queuedBytes: Int { line?.queuedBytes ?? 0 }

    /// Bytes that wait for the peer to read: the private lane, and what its log has for it.
    ///
    /// - Complexity: O(chunks of the log).
    package var backlogBytes: Int { line?.backlogBytes ?? 0 }

    /// Sends a frame on the private lane: reliable, in order, ahead of the log's frames.
    ///
    /// More than `queuedBytesMax` waiting closes the connection with 4430.
    package func send(_ frame: Frame) { line?.send(frame) }

    /// Sends the frames of a bundle on the private lane.
    package func send(_ bundle: FrameBundle) { line?.send(bundle) }

    /// Sends a bundle unless the connection has a backlog; false when it was not sent.
    ///
    /// For presence: what a slow peer would get late is stale, and the next one replaces it.
    package func sendOrDrop(_ bundle: FrameBundle) -> Bool {
        line?.sendOrDrop(bundle) ?? false
    }

    /// True when it is at rest; else `drained` may follow.
    package func probe() -> Bool { line?.probe() ?? false }

    /// Writes now what waits of the log that it follows: what is sent next came after it.
    ///
    /// Else a turn writes what was sent, and then the log.
    package func catchUp() { line?.catchUp() }

    /// Sends the frames of a log from an index on, and those appended later, as they come.
    ///
    /// Replaces the log followed before. The index is at most `log.endIndex`; when its frame is no
    /// longer kept, `lagged` follows with the next flush.
    package func follow(_ log: FrameLog, from index: Int) { line?.follow(log, from: index) }

    /// Reads nothing more of the peer for a while: it is slowed down, and nothing is lost.
    package func rest(milliseconds: UInt64) { line?.rest(milliseconds: milliseconds) }

    /// Closes with a code of RFC 6455 section 7.4 and a reason, cut to 123 bytes of UTF-8.
    ///
    /// Private frames queued before go first, within the stall limit; the log is unfollowed at
    /// once, and what the peer still sends is discarded.
    package func close(_ code: UInt16, _ reason: String) { line?.close(code, reason) }

    /// Has what it costs count for a user too, with all the user's connections of the loop.
    package func count(for user: String) { line?.count(for: "user \(user)") }

    /// Counts work that was done for the peer later than its message came.
    package func charge(microseconds: Int) { line?.charge(microseconds) }

    /// Has messages come once more that were put aside, as far as the peer's budget goes.
    package func redeliver(_ messages: [[UInt8]]) { line?.redeliver(messages) }

    func attach(_ socket: Socket) { line = socket }

    func socketReceived(_ message: Span<UInt8>) {
        listener?.handler.received(message, on: self)
    }

    func socketDrained() { listener?.handler.drained(self) }

    func socketLagged() { listener?.handler.lagged(self) }

    func socketClosed(_ status: CloseStatus?) {
        end(status?.code)
        listener?.connectionEnded(self)
    }
}
