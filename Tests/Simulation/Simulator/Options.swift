import Foundation

/// What a run is asked for.
struct Options {
    /// Seconds to run for; nil for a number of seeds.
    var seconds: Int?
    var first: UInt64 = 0
    var count: UInt64 = 1
    /// Every how many seeds a process takes, beginning with its own.
    var stride: UInt64 = 1
    /// Whether the timeline of a run is printed.
    var isVerbose = false
    /// The folder of the patches that plant bugs, all of which to look for.
    var patches: String?
    /// The planted bug to run with.
    var bug: Int?
    /// Whether this process runs seeds: the others start such processes.
    var isLane = false
    var reductions = Reductions()

    /// What is taken away from the regimes, to find out what a failure needs.
    struct Reductions {
        var faults: Set<Regime.Fault> = []
        var clients: Int?
        var duration: UInt64?

        /// The options that say the same.
        var arguments: [String] {
            var arguments: [String] = []
            let names = faults.map(\.rawValue).sorted().joined(separator: ",")
            if !names.isEmpty { arguments += ["--without", names] }
            if let clients { arguments += ["--clients", "\(clients)"] }
            if let duration { arguments += ["--duration", "\(duration)"] }
            return arguments
        }

        /// A seed's regime with that taken away.
        func regime(of seed: UInt64) -> Regime {
            var regime = Regime(seed: seed)
            regime.faults.subtract(faults)
            if let clients { regime.clients = min(regime.clients, clients) }
            if let duration { regime.duration = min(regime.duration, duration) }
            return regime
        }
    }

    static let help = """
        emojiart-simulation --seconds N      new seeds for N seconds, on all cores
        emojiart-simulation --planted FOLDER finds the bugs of these patches, which are built in
        emojiart-simulation --seed N         one seed, with the end of its timeline:
            --bug N                          with a planted bug
            --without FAULT,FAULT --clients N --duration MILLISECONDS

        """

    init(_ arguments: [String]) {
        var rest = arguments.dropFirst()
        while let name = rest.popFirst() {
            switch name {
            case "--planted": patches = rest.popFirst()
            case "--lane": isLane = true
            case "--seconds": seconds = Int(Self.number(&rest))
            case "--seed":
                first = Self.number(&rest)
                isVerbose = true
            case "--bug": bug = Int(Self.number(&rest))
            case "--first": first = Self.number(&rest)
            case "--count": count = Self.number(&rest)
            case "--stride": stride = Self.number(&rest)
            case "--clients": reductions.clients = Int(Self.number(&rest))
            case "--duration": reductions.duration = Self.number(&rest)
            case "--without": reductions.faults = Self.faults(&rest)
            default: Self.refuse()
            }
        }
    }

    private static func faults(_ rest: inout ArraySlice<String>) -> Set<Regime.Fault> {
        Set(
            (rest.popFirst() ?? "").split(separator: ",").map { name in
                guard let fault = Regime.Fault(rawValue: String(name)) else { refuse() }
                return fault
            }
        )
    }

    private static func number(_ rest: inout ArraySlice<String>) -> UInt64 {
        guard let number = rest.popFirst().flatMap(UInt64.init) else { refuse() }
        return number
    }

    private static func refuse() -> Never {
        FileHandle.standardError.write(Data(help.utf8))
        exit(64)
    }
}
