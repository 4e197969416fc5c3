/// A node's connection to the brokers: what is on its way up and down, and what of it gets lost.
///
/// Unchecked: the one thread that runs a world is the library's as well.
package final class SimulatedConnection: @unchecked Sendable {
    /// What comes down in order; of two lanes either may be first, as by way of other brokers.
    package enum Lane: CaseIterable, Sendable {
        /// What becomes of the connection, and answers.
        case answers
        /// Batches that were appended.
        case told
        /// What nodes tell each other.
        case passed
    }

    typealias Receiver = @Sendable (OrderStream.Found, _ previous: Int) -> Void

    /// Whether the brokers have it; the node is told later.
    package private(set) var isOpen = false
    /// Whether a message that nobody asked for gets lost.
    package var losesMessage: () -> Bool = { false }
    /// Whether the answer to an append gets lost.
    package var losesAnswer: () -> Bool = { false }
    /// How much a broker knows that is behind; nil when the node asks one that is not.
    package var knownAtBroker: Int?

    private let brokers: SimulatedBrokers
    /// Told what becomes of the connection.
    var onEvent: (BrokerEvent) -> Void = { _ in }
    private var up: [() -> Void] = []
    private var down: [Lane: [() -> Void]] = [:]
    /// What the node wants to be told, and which of it the brokers know of.
    private var receivers: [Int: (subject: String, receiver: Receiver)] = [:]
    private var known: Set<Int> = []
    private var nextReceiver = 1

    init(_ brokers: SimulatedBrokers) {
        self.brokers = brokers
        brokers.add(self)
    }

    // MARK: The node

    /// Sends something, which is lost when the connection is.
    func send(_ job: @escaping (SimulatedBrokers) -> Void) {
        guard isOpen else { return }
        up.append { [brokers] in job(brokers) }
    }

    func subscribe(_ subject: String, _ receiver: @escaping Receiver) -> Int {
        defer { nextReceiver += 1 }
        let number = nextReceiver
        receivers[number] = (subject, receiver)
        send { [weak self] _ in self?.known.insert(number) }
        return number
    }

    func leave(_ number: Int) {
        receivers[number] = nil
        known.remove(number)
    }

    /// The node's process ends.
    ///
    /// - Returns: what is on its way to the brokers, who may hear it still.
    @discardableResult
    package func abandon() -> [() -> Void] {
        defer { up = [] }
        isOpen = false
        down = [:]
        receivers = [:]
        brokers.remove(self)
        return up
    }

    // MARK: The brokers

    /// The connection is made, or made again.
    package func open() {
        guard !isOpen else { return }
        isOpen = true
        // The library asks for what was asked for before, and only then tells.
        known = Set(receivers.keys)
        say(.answers) { [unowned self] in onEvent(.connected) }
    }

    /// The connection is lost, with all that is on its way.
    package func cut() {
        guard isOpen else { return }
        isOpen = false
        up = []
        down = [:]
        down[.answers] = [{ [unowned self] in onEvent(.disconnected) }]
    }

    /// Puts something on its way to the node.
    func say(_ lane: Lane, _ job: @escaping () -> Void) {
        guard isOpen else { return }
        down[lane, default: []].append(job)
    }

    func tell(
        _ found: OrderStream.Found,
        after previous: Int,
        to subject: String,
        as lane: Lane
    ) {
        for number in known.sorted() where receivers[number]?.subject == subject {
            if losesMessage() { continue }
            // It may not want it any more by then.
            say(lane) { [unowned self] in receivers[number]?.receiver(found, previous) }
        }
    }

    // MARK: The driver

    /// Whether something is on its way to the brokers.
    package var hasUp: Bool { !up.isEmpty }

    /// Whether something is on its way to the node.
    package func hasDown(_ lane: Lane) -> Bool { down[lane]?.isEmpty == false }

    /// The brokers hear what comes next.
    package func hear() { if !up.isEmpty { up.removeFirst()() } }

    /// The node hears what comes next.
    package func deliver(_ lane: Lane) {
        if down[lane]?.isEmpty == false { down[lane]?.removeFirst()() }
    }
}
