import Transport
import WebSockets

/// One TCP connection of a client, as both ends and the network between them see it.
final class Link {
    let number: Int
    /// Where it leads.
    let node: Node
    /// How often a backup had been put in place at the server when it began.
    let restores: Int
    let end: SimulatedSocket
    /// The messages that the client sent and the server did not get yet, and pongs.
    var up: [Piece] = []
    /// How much of the first of them the server has.
    var upOffset = 0
    /// When the last byte of each direction arrives: bytes do not overtake each other.
    var upTime: UInt64 = 0
    var downTime: UInt64 = 0
    var isUpDue = false
    var isDownDue = false
    var isRoomDue = false
    /// Whether bytes of a direction get lost from now on.
    var isUpDead = false
    var isDownDead = false
    /// Whether the client has given the connection up.
    var isLeft = false
    /// Whether the server was told that it is over.
    var isOver = false
    /// The most bytes that the client reads at a time.
    var readMax = Int.max
    /// Until when the client reads nothing.
    var readsAfter: UInt64 = 0
    /// Whether only a beginning of the last message will ever arrive.
    var isLastTorn = false
    private var inbox: [UInt8] = []

    /// What a client sends.
    enum Piece {
        case message([UInt8])
        case pong
    }

    init(number: Int, node: Node, restores: Int, capacity: Int) {
        self.number = number
        self.node = node
        self.restores = restores
        end = SimulatedSocket(number: Int32(number))
        end.capacity = capacity
    }

    /// Takes bytes off the wire: at most so many.
    func read(_ count: Int) {
        let count = min(count, end.sent.count)
        inbox += end.sent[..<count]
        end.sent.removeFirst(count)
        end.bytesAcknowledged += UInt64(count)
    }

    /// The next whole frame; nil for none yet.
    func nextFrame() -> SentFrame? { SentFrame.take(from: &inbox) }
}
