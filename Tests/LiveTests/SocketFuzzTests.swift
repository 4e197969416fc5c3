import Foundation
import TestKit
import Testing

/// Peers that send anything to the running server, while a client works.
///
/// `EMOJIART_SEED` is the first seed, and `EMOJIART_SECONDS` how long others follow it.
struct SocketFuzzTests {
    /// How much more memory the server may hold after all of it than after the first client.
    private static let growthMax = (64 << 20) * ProcessFigures.sanitizerFactor
    /// CPU time that a seed may take for each connection of it, some 30 times what a debug build
    /// takes on two cores: an input that costs a whole second is found.
    private static let cpuPerConnection = 0.02
    /// CPU time besides, for the client's edits, in seconds.
    private static let cpuPerSeed = 0.5
    private static let stepsPerSeed = 300
    private static let peersMax = 12

    /// Seeds that are played when nothing else is asked for.
    private static let seedCount: UInt64 = 40

    @Test(.aside) func `FA71 whatever peers send, a client gets all its answers`() throws {
        let server = try LiveServer()
        var client = SweepClient()
        try client.begin(on: server, 1)
        let before = try #require(ProcessFigures(of: server.program.processID))
        let spoiler = try MessageSpoiler()
        var (connections, count) = (0, 0)
        for seed in Seeds.first(Self.seedCount) {
            Seeds.run(from: seed) { seed in
                do {
                    let used = try Self.cpuSeconds(of: server)
                    let played = try Self.play(seed, server, spoiler, &client)
                    Self.judge(try Self.cpuSeconds(of: server) - used, of: played, seed)
                    connections += played
                    count += 1
                    return true
                } catch {
                    Issue.record("seed \(seed): \(error)")
                    return false
                }
            }
        }
        let cpu = try Self.cpuSeconds(of: server) - before.cpuSeconds
        print(
            "FA71: \(connections) connections of \(count) seeds, \(client.sent) edits answered, "
                + "\(Int(cpu * 1_000)) ms of CPU"
        )
        try Self.check(server, since: before)
    }

    /// Plays a seed; returns how many connections it took.
    private static func play(
        _ seed: UInt64,
        _ server: LiveServer,
        _ spoiler: MessageSpoiler,
        _ client: inout SweepClient
    ) throws -> Int {
        var generator = SplitMix64(seed: seed)
        var peers: [HostilePeer] = []
        var connections = 0
        for step in 0..<stepsPerSeed {
            if peers.count < peersMax, generator.chance(oneIn: 2) {
                let peer = try #require(HostilePeer(server, spoiler))
                connections += 1
                if peer.begin(using: &generator) { peers.append(peer) }
            }
            if let index = peers.indices.randomElement(using: &generator) {
                let goesOn = peers[index].go(using: &generator)
                // A peer that ends leaves unread bytes behind: the server's next write fails.
                if !goesOn || generator.chance(oneIn: 8) { peers.remove(at: index) }
            }
            guard step.isMultiple(of: 10) else { continue }
            let isAnswered = client.make(1)
            try #require(isAnswered, "no answer to \(client.sent)")
        }
        return connections
    }

    private static func cpuSeconds(of server: LiveServer) throws -> Double {
        try #require(ProcessFigures(of: server.program.processID)).cpuSeconds
    }

    private static func judge(_ used: Double, of connections: Int, _ seed: UInt64) {
        let most = cpuPerSeed + cpuPerConnection * Double(connections)
        guard !LiveServer.isInstrumented else { return }
        #expect(used <= most, "seed \(seed): \(used) s of CPU for \(connections) connections")
    }

    /// Waits until the server takes at most 5 % of a core over half a second.
    private static func rests(_ server: LiveServer) throws -> Bool {
        var start = ContinuousClock.now
        var used = try cpuSeconds(of: server)
        return try Wait.until {
            let elapsed = (ContinuousClock.now - start) / .seconds(1)
            guard elapsed >= 0.5 else { return false }
            let now = try cpuSeconds(of: server)
            defer { (start, used) = (.now, now) }
            return now - used <= 0.05 * elapsed
        }
    }

    private static func check(_ server: LiveServer, since before: ProcessFigures) throws {
        let id = server.program.processID
        #expect(server.program.isRunning)
        #expect(try server.request("/healthz").status == 200)
        // The client's connection is the one of before.
        let areClosed = Wait.until {
            ProcessFigures(of: id).map { $0.descriptors <= before.descriptors + 1 } ?? false
        }
        let after = try #require(ProcessFigures(of: id))
        #expect(areClosed, "\(after.descriptors) descriptors, \(before.descriptors) before")
        #expect(try rests(server), "the server takes CPU time though nobody sends anything")
        let growth = after.residentBytes - before.residentBytes
        #expect(growth <= growthMax, "\(growth) bytes more")
        server.stop()
    }
}
