internal import WebSockets

/// What a loop tells of itself when somebody looks at all of them.
package struct LoopFigures: Sendable {
    /// Counts since the start.
    package var metrics: Metrics
    /// Open WebSockets.
    package var connectionCount: Int
    /// Bytes that members have yet to be sent.
    package var backlogBytes = 0
    /// Members that do not take what they are sent at this moment.
    package var slowReaders = 0
    /// Members of all its documents.
    package var memberCount: Int
    /// Documents in memory.
    package var documentCount: Int
    /// Documents of this loop that take no edits.
    package var frozenCount: Int
    /// For how long the oldest edit waits for its answer; 0 when none does.
    package var unansweredNanoseconds: UInt64

    /// - Complexity: O(connections), as what waits for slow readers is looked up.
    package init(of server: Server) {
        metrics = server.metrics
        connectionCount = server.entrance.listener?.connectionCount ?? 0
        for guest in server.documents.guests {
            backlogBytes += guest.connection.backlogBytes
            if guest.connection.hasBacklog { slowReaders += 1 }
        }
        let open = server.documents.open
        memberCount = open.reduce(0) { $0 + $1.guests.count }
        documentCount = open.count
        frozenCount = server.holds.frozen.count { server.isHome(of: $0) }
        unansweredNanoseconds = server.unansweredNanoseconds
    }

    mutating func add(_ other: LoopFigures) {
        metrics.add(other.metrics)
        connectionCount += other.connectionCount
        backlogBytes += other.backlogBytes
        slowReaders += other.slowReaders
        memberCount += other.memberCount
        documentCount += other.documentCount
        frozenCount += other.frozenCount
        unansweredNanoseconds = max(unansweredNanoseconds, other.unansweredNanoseconds)
    }

    /// Those of all loops together.
    package static func sum(_ parts: [LoopFigures]) -> LoopFigures {
        parts.dropFirst().reduce(into: parts[0]) { $0.add($1) }
    }
}
