/// What comes next in virtual time: a binary heap by time, then by order of asking.
struct EventQueue {
    /// Something that happens.
    enum Event {
        /// The server's loop was woken.
        case turn
        /// The server's timer fires.
        case timer
        /// The journal's thread does what is queued.
        case commit
        /// Work that the loop does not wait for is done.
        case background
        /// The server's process starts.
        case start
        /// The server's process ends as a signal told it to.
        case stop
        case up(Link)
        case down(Link)
        case room(Link)
        /// The server hears that a connection is over.
        case over(Link)
        /// A person does something.
        case act(SimulatedClient)
        case wake(SimulatedClient)
        case connect(SimulatedClient)
        case fault
    }

    private struct Entry {
        let time: UInt64
        let order: UInt64
        /// The life of the server's process that it belongs to.
        let life: Int
        let event: Event
    }

    private var heap: [Entry] = []
    private var count: UInt64 = 0

    var isEmpty: Bool { heap.isEmpty }

    /// Adds an event.
    mutating func add(_ event: Event, at time: UInt64, life: Int) {
        count += 1
        heap.append(Entry(time: time, order: count, life: life, event: event))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard isBefore(child, parent) else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    /// Takes the earliest event.
    mutating func next() -> (time: UInt64, life: Int, event: Event)? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        if !heap.isEmpty {
            heap[0] = last
            sink()
        }
        return (first.time, first.life, first.event)
    }

    private mutating func sink() {
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < heap.count && isBefore(child, least) { least = child }
            guard least != parent else { return }
            heap.swapAt(parent, least)
            parent = least
        }
    }

    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        (heap[one].time, heap[one].order) < (heap[other].time, heap[other].order)
    }
}
