/// What all connections of one address, or of one user, may cost a loop together.
///
/// The limits of a connection hold for each: without this one, sixty of them would be sixty times
/// as much, and others would wait.
final class Budget {
    /// Microseconds of work that its messages cost.
    var work: TokenBucket
    /// Bytes of large output.
    var output: TokenBucket
    /// Bytes of bodies.
    var upload: TokenBucket
    /// How many read each of the contents that are on their way to it.
    private var readers: [ObjectIdentifier: Int] = [:]
    private var contentBytes = 0

    init(_ limits: ConnectionLimits, now: UInt64) {
        func bucket(_ perSecond: Int, burst: Int) -> TokenBucket {
            TokenBucket(perSecond: perSecond, burst: burst, now: now)
        }
        work = bucket(limits.sharedWorkPerSecond, burst: limits.sharedWorkBurst)
        output = bucket(limits.sharedOutputPerSecond, burst: limits.sharedOutputBurst)
        upload = bucket(limits.sharedUploadPerSecond, burst: limits.sharedUploadPerSecond)
    }

    /// Whether another content may be kept for it: the first, one that is kept for it already, or
    /// one with which all of them have no more than a number of bytes.
    func mayRead(_ content: HTTPContent, within bytesMax: Int) -> Bool {
        readers.isEmpty || readers[ObjectIdentifier(content)] != nil
            || contentBytes + content.bytes.count <= bytesMax
    }

    /// An answer with a content begins.
    func enter(_ content: HTTPContent) {
        readers[ObjectIdentifier(content), default: 0] += 1
        if readers[ObjectIdentifier(content)] == 1 { contentBytes += content.bytes.count }
    }

    /// An answer with a content is over.
    func leave(_ content: HTTPContent) {
        guard let count = readers[ObjectIdentifier(content)] else {
            preconditionFailure("An answer leaves its content once.")
        }
        readers[ObjectIdentifier(content)] = count == 1 ? nil : count - 1
        if count == 1 { contentBytes -= content.bytes.count }
    }

    /// Whether nothing has to be known of it any more.
    func isForgettable(now: UInt64) -> Bool {
        readers.isEmpty && work.isFull(now: now) && output.isFull(now: now)
            && upload.isFull(now: now)
    }
}

extension EventLoop {
    /// Budgets that are known before those are forgotten of which nothing is to be known.
    private static let budgetsMax = 10_000

    /// The budget of an address or of a user.
    func budget(named name: String) -> Budget {
        if let known = budgets[name] { return known }
        if budgets.count >= Self.budgetsMax {
            budgets = budgets.filter { !$0.value.isForgettable(now: now) }
        }
        let budget = Budget(limits, now: now)
        budgets[name] = budget
        return budget
    }

    /// Lets those go on writing that waited for their budget.
    func resumeDelayed() {
        let (sockets, exchanges) = (delayedSockets, delayedExchanges)
        delayedSockets = []
        delayedExchanges = []
        for socket in sockets { enqueue(socket) }
        for exchange in exchanges { exchange.resume() }
    }
}
