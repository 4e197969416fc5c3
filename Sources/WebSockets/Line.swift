/// What carries the messages of a connection: a socket of this loop, or another server.
///
/// Each method is what `Connection` says of the one of its name.
package protocol Line: AnyObject {
    /// False once a Close frame is on its way, or the connection has ended.
    var isOpen: Bool { get }
    /// True while the peer is slower than its server.
    var hasBacklog: Bool { get }
    /// True when all that there is for the peer was handed to its connection.
    var isAtRest: Bool { get }
    /// Bytes that wait for this peer alone.
    var queuedBytes: Int { get }
    /// Bytes that wait for the peer to read.
    var backlogBytes: Int { get }

    /// Sends a frame on the private lane.
    func send(_ frame: Frame)
    /// Sends the frames of a bundle on the private lane.
    func send(_ bundle: FrameBundle)
    /// Sends a bundle unless there is a backlog; false when it was not sent.
    func sendOrDrop(_ bundle: FrameBundle) -> Bool
    /// True when it is at rest; one that has to ask says later that it has drained.
    func probe() -> Bool
    /// Writes now what waits of the log: what is sent next came after it.
    func catchUp()
    /// Sends the frames of a log from an index on.
    func follow(_ log: FrameLog, from index: Int)
    /// Reads nothing more of the peer for a while.
    func rest(milliseconds: UInt64)
    /// Closes with a code and a reason.
    func close(_ code: UInt16, _ reason: String)
    /// Has what the peer costs count for somebody too.
    func count(for name: String)
    /// Counts work that was done for the peer.
    func charge(_ microseconds: Int)
    /// Has messages come once more that were put aside.
    func redeliver(_ messages: [[UInt8]])
}
