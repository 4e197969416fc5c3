/// How a cluster stands, as one of its nodes sees it; the same for the node that writes it and the
/// command that reads it.
struct ClusterReport: Codable, Equatable, Sendable {
    /// How far the way to the order reaches, in a word: ready, waiting, alone, replaced or
    /// rolled_back.
    let standing: String
    /// What is in the way, in a sentence.
    var cause: String?
    /// The brokers that this node names, as far as they answer.
    var brokers: [Broker] = []
    /// The streams that hold the order, as far as they are there.
    var streams: [Stream] = []
    /// The nodes that answer; this one first.
    var nodes: [Node] = []
    /// How far this node has come with what it offers to the others; nil when it offered nothing.
    var offer: Offer?

    /// A broker.
    struct Broker: Codable, Equatable, Sendable {
        let url: String
        let name: String
        let version: String
    }

    /// A stream.
    struct Stream: Codable, Equatable, Sendable {
        let name: String
        let created: String
        /// Its last place.
        let last: Int
        /// What it holds now.
        let batches: Int
        let bytes: Int
        /// Copies that are kept of it.
        let replicas: Int
        /// The broker that puts batches in order; nil for one that is alone, and while there is
        /// none.
        let leader: String?
        let followers: [Follower]
    }

    /// A broker that keeps a copy.
    struct Follower: Codable, Equatable, Sendable {
        let name: String
        let isCurrent: Bool
        /// Batches that it has yet to get.
        let lag: Int
    }

    /// A node.
    struct Node: Codable, Equatable, Sendable {
        /// The number that it drew at its start.
        let id: String
        let version: String
        /// The last place that it knows of, of all streams together.
        let place: Int
        /// Documents in memory, and those of them whose order cannot be followed.
        let documents: Int
        let broken: Int
        /// Connections with a document.
        let members: Int
    }

    /// What this node offers to the others.
    struct Offer: Codable, Equatable, Sendable {
        let documents: Int
        let done: Int
        /// Edits that the orders lacked, and got.
        let edits: Int
        /// Edits that could not be offered.
        let skipped: Int
        /// What is in the way, by document.
        let failures: [String: String]
        let hasEnded: Bool
    }
}
