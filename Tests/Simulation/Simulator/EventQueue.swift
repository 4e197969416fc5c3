import Cluster
import HeapModule

/// What comes next in virtual time: by time, then by order of asking.
struct EventQueue {
    /// Something that happens.
    enum Event {
        /// A server's loop was woken.
        case turn(Node)
        /// A server's timer fires.
        case timer(Node)
        /// A journal's thread does what is queued.
        case commit(Node)
        /// Work that the loop does not wait for is done.
        case background(Node)
        /// A server's process starts.
        case start(Node)
        /// A server's process ends as a signal told it to.
        case stop(Node)
        case bytesReachServer(Link)
        case bytesReachClient(Link)
        /// The kernel has room for what the server sends.
        case kernelHasRoom(Link)
        /// The server hears that a connection is over.
        case connectionEnds(Link)
        /// A person does something.
        case act(SimulatedClient)
        case wake(SimulatedClient)
        case connect(SimulatedClient)
        case fault(Regime.Fault)
        /// The brokers hear what a node says.
        case brokersHear(Node)
        /// A node hears what the brokers say.
        case brokersSay(Node, SimulatedConnection.Lane)
        /// Something happens at the brokers.
        case brokers(() -> Void)
    }

    /// An event and its place in time.
    struct Entry: Comparable {
        let time: UInt64
        let order: UInt64
        /// The run of a server's process that it belongs to; nil for the rest of the world.
        let life: Node.Life?
        let event: Event

        static func < (left: Entry, right: Entry) -> Bool {
            (left.time, left.order) < (right.time, right.order)
        }

        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }
    }

    private var heap = Heap<Entry>()
    private var count: UInt64 = 0

    /// Adds an event.
    mutating func add(_ event: Event, at time: UInt64, life: Node.Life?) {
        count += 1
        heap.insert(Entry(time: time, order: count, life: life, event: event))
    }

    /// Takes the earliest event.
    mutating func next() -> Entry? { heap.popMin() }
}
