/// How large a cluster has to be for a load, by arithmetic alone.
///
/// What is asked of it comes first, then what things take, each with where that is from: a figure
/// of BENCHMARKS.md or Cluster.md, one that was measured for this model with a debug build
/// ("tried"), or an assumption that nobody has measured. Capacity.md says what follows from it.
struct CapacityModel: Sendable {
    // MARK: What is asked of it

    /// Documents that are open at the busiest time.
    var documents = 1_000_000.0
    /// Members of all of them together.
    var members = 10_000_000.0
    /// Documents that exist, open or not: what a new node has to learn of.
    var names = 1_000_000.0
    /// Assumption: the share of the members who edit at a moment.
    var editorShare = 0.05
    /// Assumption: edits a second of each of those.
    var editsPerEditor = 0.5
    /// Assumption: the share of the members whose cursors move at a moment.
    var moverShare = 0.05
    /// Assumption: presence messages a second of each of those; the browser client sends no more
    /// than some 30.
    var patchesPerMover = 10.0
    /// Assumption: the mean of a day, of the busiest time.
    var meanShare = 0.3
    /// Batches that brokers keep of a document's order, and that a node reads which never had it:
    /// those since the checkpoint before the last, between one and two thousand.
    var batchesPerDocument = 1_500.0
    /// Assumption: bytes of a document's checkpoint: some hundred emojis, and what can be undone.
    var checkpointBytes = 30_000.0
    /// Whether a document's members come to any nodes, instead of all to one.
    var isDealt = false
    /// Whether the nodes speak TLS themselves, and have no proxies in front.
    var speaksTLS = false

    // MARK: What things take

    /// Processor time of an edit, stored alone, in microseconds: BENCHMARKS.md, many cores,
    /// `--rate 50`: 16.8 for each of ten deliveries, less those.
    var editMicroseconds = 68.0
    /// What a broker adds to an edit, in microseconds.
    ///
    /// Cluster.md, 100 documents: two cores for 8,400 edits instead of 13,000. The broker's own
    /// part is in it, so that it is too much.
    var orderMicroseconds = 84.0
    /// Of one delivery that goes out by itself, in microseconds: BENCHMARKS.md, many cores.
    var deliveryMicroseconds = 10.0
    /// Assumption: of a presence message that comes in, in microseconds.
    var patchMicroseconds = 10.0
    /// KiB of an idle connection: BENCHMARKS.md, idle among 10,000.
    var memberKibibytes = 5.0
    /// The same with TLS.
    var memberKibibytesTLS = 19.3
    /// Assumption: KiB that the kernel has for it.
    var socketKibibytes = 8.0
    /// KiB of an open document: tried, 4,000 documents on a node, less their members.
    var documentKibibytes = 16.0
    /// Bytes of an edit as members get it: tried, a move of one emoji.
    var editBytes = 160.0
    /// Assumption: bytes of a presence message, and of each further member in it.
    var presenceBytes = (first: 100.0, further: 60.0)
    /// Assumption: bytes that WebSocket, TLS, TCP and IP add to a message that goes by itself.
    var packetBytes = 80.0
    /// Bytes of a batch of one edit in the stream, its share of the index in it: tried.
    var batchBytes = 341.0
    /// Bytes of an edit on a node's disk: BENCHMARKS.md, storage.
    var storedBytes = 333.0
    /// Shortest time between two presence messages of a document, in seconds: Limits.swift.
    var presenceInterval = 0.033
    /// Bytes of presence that a document sends in a second: Limits.swift.
    var presenceBudget = 4_194_304.0
    /// Seconds until a batch has its place and the next one goes: Cluster.md, three brokers.
    var orderSeconds = 0.001
    /// Batches a second of one stream of three copies: 12,000 to 31,000 were measured with three
    /// brokers and their client on two cores, none of them synced.
    var streamBatches = 20_000.0
    /// Assumption: seconds that a broker's disk takes to sync a batch, each by itself.
    ///
    /// With `sync_interval: always` brokers do; none was measured that does.
    var syncSeconds = 0.0001
    /// Processor time of each copy of a batch at a broker, in microseconds: from the same figure.
    var copyMicroseconds = 33.0
    /// The most streams that documents can be dealt out to: the setting `cluster-streams`.
    var streamsMax = 64.0
    /// Copies of each batch.
    var copies = 3.0
    /// Assumption: KiB of a subscription, which each broker knows of.
    var subscriptionKibibytes = 1.0
    /// Subscriptions of an open document on each node that has it: its order, and its presence.
    var subscriptionsPerDocument = 2.0
    /// Seconds between two questions of a document whose other nodes are not known.
    var questionSeconds = 30.0
    /// Seconds that a new node takes for each name: tried, 30,000 names in 3.5 s.
    var nameSeconds = 0.00012
    /// Assumption: processor time of a broker to find one batch, in microseconds.
    var readMicroseconds = 20.0
    /// Assumption: processor time of a proxy for each message that it passes on, in microseconds.
    var proxyMicroseconds = 10.0

    // MARK: Machines, and what they cost

    /// Assumption: a machine has so many cores, GiB of memory, and bits a second of network.
    var machine = (cores: 8.0, gibibytes: 32.0, gigabits: 10.0)
    /// Assumption: how much of a machine, or of a stream, is used at the busiest time.
    var use = 0.6
    /// Assumption: members of one node, so that not too many come back at once when it ends.
    var membersPerNode = 100_000.0
    /// Assumption: the share of the nodes that may be away.
    var spareShare = 0.1
    /// Assumption: a broker's disk in terabytes.
    var brokerTerabytes = 4.0
    /// Assumption: the time in which a new node has to be ready, in seconds.
    var startSeconds = 300.0
    /// Assumption: dollars for a core's hour, its memory with it.
    var dollarsPerCoreHour = 0.04
    /// Assumption: dollars for a gigabyte kept for a month.
    var dollarsPerStoredGigabyte = 0.08
    /// Assumption: dollars for a gigabyte sent to members.
    var dollarsPerSentGigabyte = 0.02
}
