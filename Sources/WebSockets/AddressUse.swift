/// What one IP address has of a server.
struct AddressUse {
    /// Its connections now.
    var count = 0
    /// Those of them whose bodies are being gathered.
    var uploadCount = 0
    /// How many more it may open at once.
    var opening: TokenBucket

    init(_ limits: ConnectionLimits, now: UInt64) {
        let rate = limits.acceptsPerAddressPerSecond
        opening = TokenBucket(perSecond: rate, burst: 2 * rate, now: now)
    }
}
