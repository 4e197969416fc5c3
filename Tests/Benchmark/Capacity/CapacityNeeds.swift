/// What a load needs: rates at the busiest time, machines, and growth.
struct CapacityNeeds: Equatable, Sendable {
    /// What the nodes have to be so many for, each way by itself.
    enum Resource: String, CaseIterable, Sendable {
        case processors
        case memory
        case network
        case connections
    }

    /// Nodes that have a document open, at the mean.
    var nodesPerDocument = 1.0
    /// Edits, and batches of them, a second.
    var edits = 0.0
    var batches = 0.0
    /// Messages a second that tell of edits.
    var editDeliveries = 0.0
    /// Presence messages a second that come in, and that go out.
    var patches = 0.0
    var presenceDeliveries = 0.0
    /// Presence messages a second that go from node to node by the brokers.
    var sharedPresence = 0.0
    /// Questions a second of documents that know no other node.
    var questions = 0.0
    /// Cores that the nodes use: for edits, for telling them, for presence.
    var editCores = 0.0
    var deliveryCores = 0.0
    var presenceCores = 0.0
    /// GiB that the nodes use.
    var gibibytes = 0.0
    /// Bytes a second between members and nodes.
    var bytesIn = 0.0
    var bytesOut = 0.0
    /// Nodes by each resource.
    var nodesBy: [Resource: Double] = [:]
    /// Nodes, those that may be away among them.
    var nodes = 0.0
    /// Machines with proxies in front of them.
    var proxies = 0.0
    /// Streams, and the brokers that keep them.
    var streams = 0.0
    var brokers = 0.0
    /// Cores and GiB that each broker uses.
    var brokerCores = 0.0
    var brokerGibibytes = 0.0
    /// Bytes that are written a day to the nodes' disks.
    var nodeBytesPerDay = 0.0
    /// Bytes that all brokers keep.
    var brokerBytes = 0.0
    /// Seconds until a new node knows all names.
    var startSeconds = 0.0
    /// Seconds until the documents of a node that has ended were read by others.
    var takeoverSeconds = 0.0
    /// Dollars a month: machines, traffic to members, and disks: what a month adds at nodes, and
    /// what the brokers keep.
    var machineDollars = 0.0
    var trafficDollars = 0.0
    var diskDollars = 0.0

    /// The resource that most nodes are needed for.
    var binding: Resource? { nodesBy.max { $0.value < $1.value }?.key }
}
