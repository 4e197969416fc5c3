import Foundation
import TestKit
import Testing

/// Several real servers of one store in PostgreSQL, and proxies on the ways between them.
final class LiveCluster {
    private(set) var postgres: PostgresServer
    /// Which has each commit before it is acknowledged; nil when there is none.
    private(set) var standby: PostgresServer?
    private(set) var servers: [LiveServer] = []
    /// In front of each server, for the others.
    let links: [FaultProxy]
    /// From each server to PostgreSQL.
    let ways: [FaultProxy]
    let directory: TemporaryDirectory

    /// Starts servers on a store that may be filled before.
    init(
        _ count: Int,
        options: [String] = [],
        fill: (PostgresServer) throws -> Void = { _ in }
    ) throws {
        postgres = try PostgresServer()
        try fill(postgres)
        directory = try TemporaryDirectory()
        let secret = try directory.write(String(repeating: "s", count: 40), to: "secret")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret)
        links = try (0..<count).map { _ in try FaultProxy() }
        ways = try (0..<count).map { [port = postgres.port] _ in try FaultProxy(to: port) }
        for (link, way) in zip(links, ways) {
            let server = try LiveServer(
                [
                    "--store", postgres.address(schema: "public", port: way.port),
                    "--node", "http://127.0.0.1:\(link.port)", "--node-secret", secret,
                ] + options,
                isPlain: true
            )
            link.aim(at: server.port)
            servers.append(server)
        }
        // Each learns of the others when it renews its lease.
        let sql = "SELECT expires FROM nodes ORDER BY id"
        let before = try leases(sql)
        let isKnown = try Wait.until { try zip(leases(sql), before).allSatisfy { $0 != $1 } }
        #expect(isKnown)
    }

    /// Starts a synchronous standby.
    func addStandby() throws { standby = try PostgresServer(standbyOf: postgres) }

    /// Kills PostgreSQL, puts its standby in its place, and starts another standby.
    func failOver() throws {
        guard let next = standby else { return }
        try postgres.kill()
        try next.promote()
        postgres = next
        for way in ways { way.aim(at: next.port) }
        try addStandby()
    }

    private func leases(_ sql: String) throws -> [Substring] {
        try postgres.run(sql).split(separator: "\n")
    }

    /// A client that joined a document at a server.
    func client(_ server: Int, _ name: String = "picnic") throws -> LiveClient {
        try LiveClient(servers[server].url(name)).joined()
    }

    /// The server that has the document now; nil when none has.
    func owner() throws -> Int? {
        let sql = """
            SELECT address FROM documents JOIN nodes ON nodes.id = node
            WHERE name = 'picnic' AND NOT dead
            """
        let address = try postgres.run(sql)
        return links.firstIndex { address == "http://127.0.0.1:\($0.port)" }
    }

    /// What each server answers to a path, with its status.
    func answers(to path: String) throws -> [String] {
        try servers.map { server in
            let answer = try server.request(path)
            return "\(answer.status ?? 0) \(answer.body)"
        }
    }
}
