/// A member's connection: what it was sent and has not read yet.
struct MemberLink {
    var isOpen: Bool
    /// The client that the welcome named.
    var client: Int?
    private(set) var isWelcomed = false
    private var isFollowing = false
    private var unread: [[UInt8]] = []

    init(isOpen: Bool = true) { self.isOpen = isOpen }

    mutating func send(_ message: [UInt8]) {
        isWelcomed = true
        unread.append(message)
    }

    /// From here on it gets the edits; these first.
    mutating func follow(_ edits: [[UInt8]]) {
        isFollowing = true
        unread += edits
    }

    /// An edit is told to all.
    mutating func tell(_ edit: [UInt8]) {
        if isOpen, isFollowing { unread.append(edit) }
    }

    /// The next messages, at most so many.
    mutating func read(atMost count: Int) -> [[UInt8]] {
        let taken = Array(unread.prefix(count))
        unread.removeFirst(taken.count)
        return taken
    }
}
