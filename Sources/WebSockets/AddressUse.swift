/// What an IP address, or a network of them, has of a server.
struct AddressUse {
    var count = 0
    /// Those of them whose bodies are being gathered.
    var uploadCount = 0
    /// How many more it may open at once.
    private var opening: TokenBucket
    /// How many more are told that they are too many, and not hung up on.
    private var telling: TokenBucket
    private let countMax: Int

    /// By so much more than the limit an address is still told what is wrong.
    private static let tellingFactor = 10

    init(_ limits: ConnectionLimits, factor: Int, now: UInt64) {
        countMax = limits.connectionsPerAddressMax * factor
        let rate = limits.acceptsPerAddressPerSecond * factor
        opening = TokenBucket(perSecond: rate, burst: 2 * rate, now: now)
        let tellingRate = rate * Self.tellingFactor
        telling = TokenBucket(perSecond: tellingRate, burst: 2 * tellingRate, now: now)
    }

    mutating func judge(now: UInt64) -> Standing {
        if count < countMax, opening.isSolvent(now: now) { return .within }
        let isTold = count < countMax * Self.tellingFactor && telling.isSolvent(now: now)
        return isTold ? .beyond : .farBeyond
    }

    /// Another connection is opened, or refused with a word.
    mutating func open(_ admission: Standing, now: UInt64) {
        guard admission != .farBeyond else { return }
        if admission == .within { opening.take(1, now: now) }
        telling.take(1, now: now)
    }

    /// Whether nothing has to be known of it any more.
    mutating func isForgettable(now: UInt64) -> Bool {
        count == 0 && opening.isFull(now: now) && telling.isFull(now: now)
    }
}

/// Whether an address may open another connection.
enum Standing {
    case within
    /// It has too many, and is told so.
    case beyond
    /// It has far too many: it is hung up on.
    case farBeyond
}
