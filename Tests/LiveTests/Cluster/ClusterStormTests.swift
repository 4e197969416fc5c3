import Foundation
import PostgresStore
import Store
import StoreTables
import TestKit
import Testing

/// Storms over several servers of one store, whose clients change servers with each connection.
@Suite(.serialized, .aside) struct ClusterStormTests {
    @Test(arguments: Seeds.first(2))
    func `SV2 SV4 SV11 FA90 FA94 FA95 FA96 each edit is there once, in any storm`(
        seed: UInt64
    ) throws {
        try Seeds.run(from: seed) { seed in
            try Storm.run(seed, editsEach: 240, at: StormyCluster(), as: "ClusterStormTests")
        }
    }
}

/// Three servers, what they need of each other and of PostgreSQL, and all that can happen to it.
private final class StormyCluster: StormPlace {
    private let cluster: LiveCluster
    private var struck = 0
    let proxy: FaultProxy

    init() throws {
        let proxy = try FaultProxy()
        cluster = try LiveCluster(3, options: ["--host", "127.0.0.1:\(proxy.port)"])
        try cluster.addStandby()
        proxy.aim(at: cluster.servers[0].port)
        self.proxy = proxy
    }

    var directory: TemporaryDirectory { cluster.directory }
    var urls: [String] { cluster.servers.map { $0.url() } }
    var seconds: Double { 240 }
    let blows = [
        "killed", "stood still", "drained", "cut off", "link cut", "link silent", "link slow",
        "PostgreSQL killed", "PostgreSQL stood still", "standby missing", "standby promoted",
    ]

    func shift(_ random: inout SplitMix64) {
        let server = Int.random(in: 0..<3, using: &random)
        proxy.aim(at: cluster.servers[server].port)
    }

    func strike(_ number: Int, _ random: inout SplitMix64) throws -> Blow {
        let index = try cluster.owner() ?? Int.random(in: 0..<3, using: &random)
        let server = cluster.servers[index]
        let name = blows[struck % blows.count]
        struck += 1
        func blow(_ time: ClosedRange<Int>, end: @escaping () throws -> Void) -> Blow {
            Blow(name, for: Int.random(in: time, using: &random), end: end)
        }
        func blowOfLinks() -> Blow {
            Blow(name, for: 2_000) { [links = cluster.links] in
                for link in links { link.closeAll() }
            }
        }
        switch name {
        case "killed":
            server.kill()
            return blow(1...5_000) { try server.restart() }
        case "stood still":
            server.program.signal(SIGSTOP)
            return blow(1_000...6_000) { server.program.signal(SIGCONT) }
        case "drained":
            server.program.signal(SIGTERM)
            #expect(server.program.ending() == .exit(0))
            try server.restart()
        case "cut off":
            let way = cluster.ways[index]
            way.refuse(true)
            way.closeAll()
            return blow(500...7_000) { way.refuse(false) }
        case "link cut":
            for link in cluster.links { link.closeAll() }
        case "link silent":
            let direction = FaultDirection.allCases.randomElement(using: &random) ?? .up
            for link in cluster.links { link.arm(FaultStep(direction, .swallow(nil))) }
            return blowOfLinks()
        case "link slow":
            for link in cluster.links { link.arm(FaultStep(.up, .delay(300))) }
            return blowOfLinks()
        case "standby missing":
            cluster.standby?.signal(SIGSTOP)
            return blow(500...4_000) { [standby = cluster.standby] in standby?.signal(SIGCONT) }
        case "standby promoted":
            try cluster.failOver()
        case "PostgreSQL killed":
            try cluster.postgres.kill()
            return blow(100...4_000) { [postgres = cluster.postgres] in try postgres.start() }
        default:
            cluster.postgres.signal(SIGSTOP)
            return blow(500...3_000) { [postgres = cluster.postgres] in
                postgres.signal(SIGCONT)
            }
        }
        return Blow(name)
    }

    func stop() -> [String] {
        for server in cluster.servers { server.program.signal(SIGTERM) }
        return cluster.servers.compactMap { server in
            let ending = server.program.ending()
            return ending == .exit(0)
                ? nil : "a server ended with \(String(describing: ending)): \(server.log.suffix(3))"
        }
    }

    func stored() throws -> StoredLog {
        let address = try #require(PostgresAddress(cluster.postgres.address(schema: "public")))
        let store = try PostgresStore(address, options: JournalOptions { $0.tailEdits = 1_000_000 })
        defer { store.close() }
        let reply = Reply<Result<StoredDocument?, StorageError>>()
        store.load("picnic") { reply.give($0) }
        let stored = try reply.wait()?.get()
        return try StoredLog(try #require(stored))
    }
}
