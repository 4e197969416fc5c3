import Disk
import HeapModule
import Transport

/// What comes next in virtual time: by time, then by order of asking.
struct EventQueue {
    /// Something that happens.
    enum Event {
        /// A server's loop was woken.
        case turn
        case timer
        /// The journal's thread does what is queued.
        case commit
        /// A thread of a server goes on.
        case resume(Fiber)
        /// Work that the loop does not wait for is done.
        case background
        /// A server's process starts.
        case start(Node)
        case stop
        case bytesReachServer(Link)
        case bytesReachClient(Link)
        /// The kernel has room for what the server sends.
        case kernelHasRoom(Link)
        /// The server hears that a connection is over.
        case connectionEnds(Link)
        /// The end of a connection between servers hears of what the other has sent, or done.
        case cableMoves(Cable, to: Int)
        /// PostgreSQL serves again.
        case recovery
        /// A person does something.
        case act(SimulatedClient)
        case wake(SimulatedClient)
        case connect(SimulatedClient)
        case fault(Regime.Fault)
    }

    /// An event and its place in time.
    struct Entry: Comparable {
        let time: UInt64
        let order: UInt64
        /// The process that it belongs to; nil for the rest of the world.
        let process: (node: Node, run: Int)?
        let event: Event

        static func < (left: Entry, right: Entry) -> Bool {
            (left.time, left.order) < (right.time, right.order)
        }

        static func == (left: Entry, right: Entry) -> Bool { left.order == right.order }
    }

    private var heap = Heap<Entry>()
    private var count: UInt64 = 0

    mutating func add(_ event: Event, at time: UInt64, of process: (node: Node, run: Int)?) {
        count += 1
        heap.insert(Entry(time: time, order: count, process: process, event: event))
    }

    mutating func next() -> Entry? { heap.popMin() }
}
