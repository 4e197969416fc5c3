import TestKit

/// The weather of a run, drawn from its seed: who is there, how fast the network and the disk are,
/// and how often what fails.
struct Regime: CustomStringConvertible {
    /// What may fail; each can be switched off to find out what a failure needs.
    enum Fault: String, CaseIterable {
        /// Connections break, with bytes lost at any place.
        case cuts
        /// Connections die without a word, in one direction or both.
        case silences
        case kills
        /// The power fails: what was not synced is there, or not, or torn.
        case powerCuts
        /// The power fails in the middle of a commit.
        case tornCommits
        /// The process is killed in the middle of a commit.
        case killedCommits
        /// Everyone leaves for some seconds.
        case absences
        case failedSyncs
        case fullDisks
        case stops
        /// A backup is put in place of what is there.
        case backups
        /// Histories lose their old end.
        case trims
        /// Clients are killed, at rest or while they write.
        case clientKills
        /// Clients lose the end of their files.
        case clientPowerCuts
        /// Running clients are copied, with their keys and files.
        case clones
        /// Older files of clients come back.
        case oldStates
        case slowReaders
        /// Clients do not read at all for some seconds, while others edit what they are at.
        case stalledReaders
        /// The server's process stands still for up to a minute.
        case pauses
        case clockJumps
        // Of several servers:
        /// PostgreSQL crashes, and serves again after a while.
        case outages
        /// A server does not reach PostgreSQL.
        case storeCuts
        case slowStores
        /// Its standby is away, so that commits wait.
        case lateStandbys
        /// The connections of a server with the others break.
        case cableCuts
        /// They die without a word, in one direction or both.
        case cableSilences

        /// Whether a server may have to send its members away for it.
        var endsService: Bool {
            switch self {
            case .kills, .powerCuts, .tornCommits, .killedCommits, .failedSyncs, .fullDisks, .stops,
                .backups, .pauses, .outages, .storeCuts, .lateStandbys, .cableCuts, .cableSilences:
                true
            case .cuts, .silences, .absences, .trims, .clientKills, .clientPowerCuts, .clones,
                .oldStates,
                .slowReaders, .stalledReaders, .clockJumps, .slowStores:
                false
            }
        }

        /// Whether it can happen where there is one server, or are several.
        func happens(to servers: Int) -> Bool {
            switch self {
            case .outages, .storeCuts, .slowStores, .lateStandbys, .cableCuts, .cableSilences:
                servers > 1
            case .tornCommits, .killedCommits, .failedSyncs, .fullDisks: servers == 1
            default: true
            }
        }
    }

    var servers: Int
    var clients: Int
    var documents: Int
    /// Milliseconds in which people edit and things fail.
    var duration: UInt64
    /// Microseconds between two acts of a client, at most.
    var pace: Int
    /// Microseconds that bytes are on their way, at most.
    var latency: Int
    /// Microseconds that a commit waits for the disk, at most.
    var diskLatency: Int
    /// Microseconds that a message to the database or from it is on its way, at most.
    var databaseLatency: Int { min(diskLatency, 30_000) }
    /// Milliseconds between two faults of one kind, at most.
    var faultPause: Int
    /// Milliseconds before a client connects again, at most.
    var backoff: Int
    /// Bytes that the kernel holds for a client that does not read.
    var socketBytes: Int
    var faults: Set<Fault>

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed ^ 0x7265_6769_6d65)
        var ownRandom = SplitMix64(seed: seed ^ 0x7365_7276)
        let servers = [1, 1, 1, 2, 2, 3].randomElement(using: &ownRandom) ?? 1
        self.servers = servers
        clients = [1, 2, 2, 3, 4, 6, 9].randomElement(using: &random) ?? 2
        documents = [1, 1, 1, 2, 3].randomElement(using: &random) ?? 1
        duration = [500, 2_000, 6_000, 20_000].randomElement(using: &random) ?? 2_000
        let acts = [40, 120, 300].randomElement(using: &random) ?? 100
        pace = max(2_000, Int(duration) * 2_000 * clients / acts)
        latency = [100, 1_000, 20_000, 200_000].randomElement(using: &random) ?? 1_000
        diskLatency = [100, 1_000, 30_000, 1_500_000].randomElement(using: &random) ?? 1_000
        backoff = [5, 250, 2_000].randomElement(using: &random) ?? 250
        socketBytes = [700, 2_000, 8_192, 65_536].randomElement(using: &random) ?? 8_192
        // Some runs have nearly all faults, some one or two that meet again and again.
        let rarity = [2, 3, 6].randomElement(using: &random) ?? 2
        // Fewer kinds come more often: there are about as many faults in all.
        let pause = [100, 400, 2_000, 100_000].randomElement(using: &random) ?? 400
        faultPause = pause * 16 / rarity
        // Each kind is drawn by itself, so that one more of them leaves the others what they were.
        faults = Set(
            Fault.allCases.filter { fault in
                var own = SplitMix64(seed: seed ^ fault.digest)
                let isRare = fault == .backups && servers == 1
                let isDrawn = own.chance(oneIn: isRare ? 2 * rarity : rarity)
                return isDrawn && fault.happens(to: servers)
            }
        )
    }

    var description: String {
        let names = faults.map(\.rawValue).sorted().joined(separator: " ")
        return """
            servers \(servers), clients \(clients), documents \(documents), \(duration) ms, \
            each acts every \(pace / 2) us, network \(latency) us, disk \(diskLatency) us, \
            a fault every \(faultPause / 2) ms of each of: \(names.isEmpty ? "none" : names)
            """
    }
}

extension Regime.Fault {
    /// A number for its name: what a seed is mixed with to get the fault's own chance.
    var digest: UInt64 {
        rawValue.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
