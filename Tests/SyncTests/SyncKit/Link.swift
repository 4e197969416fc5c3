/// A connection between a client and the room: messages in both directions, each in order.
final class Link {
    /// The connection's number at the room.
    let number: Int
    /// Messages on their way to the room.
    var up: [[UInt8]] = []
    /// Messages on their way to the client.
    var down: [[UInt8]] = []
    /// Whether the client still holds its end.
    var isOpen = true
    /// How many messages fit on the way to the client: what does not waits at the room.
    var capacity = Int.max

    init(number: Int) { self.number = number }
}

/// What the room has for one member: messages of its own, which go first, and a place in the log.
struct Outbox {
    let link: Link
    var queue: [[UInt8]] = []
    /// The next revision to read from the log; nil while the member follows none.
    var next: Int?
    /// Whether the last flush left something unsent.
    var isBlocked = false

    init(_ link: Link) { self.link = link }
}
