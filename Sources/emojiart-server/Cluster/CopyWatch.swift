/// Which brokers keep no copy of a stream any more that they are to keep, as nobody hears of them.
///
/// Without it an operator would learn of the first that is missing when a second one goes, and
/// edits wait. A broker may run and yet be one of them: nats-server 2.10.26 now and then leaves one
/// out when all have started at once, until that one is started again.
struct CopyWatch {
    /// How often each broker that nobody heard of at the last look was so in a row, by its name.
    private var silences: [String: Int] = [:]
    /// When to look next, on the monotonic clock in milliseconds.
    private var lookAt: UInt64 = 0

    /// How long nothing is looked at after a look, in milliseconds.
    static let pause: UInt64 = 5_000
    /// Looks at which a broker is silent that is missing: who has just begun to lead, on a busy
    /// machine, has heard of none for seconds.
    static let patience = 3

    /// The brokers that are missing, by their names.
    var missing: Set<String> { Set(silences.filter { $0.value >= Self.patience }.keys) }

    /// Whether it is time to look.
    mutating func takeLook(now: UInt64) -> Bool {
        guard now >= lookAt else { return false }
        lookAt = now + Self.pause
        return true
    }

    /// Takes what a look has found.
    ///
    /// - Parameter silent: the brokers that nobody hears of, by their names.
    mutating func look(_ silent: Set<String>) {
        let pairs = silent.map { ($0, silences[$0, default: 0] + 1) }
        silences = Dictionary(uniqueKeysWithValues: pairs)
    }
}
