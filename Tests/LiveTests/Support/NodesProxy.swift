import Foundation
import TestKit
import Testing
import Wire

/// Three nodes, and a proxy in front of them by the example that operators get.
final class NodesProxy {
    /// Whose example it is.
    enum Kind: CaseIterable, Sendable {
        case nginx
        case haproxy
    }

    let cluster: TestCluster
    let port: Int
    let certificate: TestCertificate
    let program: Program
    private let directory: TemporaryDirectory

    /// Starts a broker, three nodes and the proxy.
    ///
    /// - Parameters:
    ///   - kind: which proxy.
    ///   - isHashed: whether the document decides about the node, as in the example; else they are
    ///     taken in turn.
    /// - Throws: what starting them gives.
    init(_ kind: Kind, isHashed: Bool = true) throws {
        let port = try #require(RawListener()).port
        let certificate = try TestCertificate()
        let directory = try TemporaryDirectory()
        cluster = try TestCluster(
            3,
            [
                "--behind-proxy", "--trusted-proxy", "127.0.0.1", "--everyone-may-edit",
                "--host", "127.0.0.1:\(port)",
            ]
        )
        let ports = cluster.nodes.map(\.port)
        let program =
            switch kind {
            case .nginx:
                try Nginx.start(
                    before: ports,
                    on: port,
                    certificate: certificate,
                    isHashed: isHashed,
                    in: directory
                )
            case .haproxy:
                try HAProxy.start(
                    before: ports,
                    on: port,
                    certificate: certificate,
                    isHashed: isHashed,
                    in: directory
                )
            }
        self.port = port
        self.certificate = certificate
        self.program = program
        self.directory = directory
        try #require(
            Wait.until { RawSocket(port: port) != nil || !program.isRunning }
                && program.isRunning,
            "\(program.errors.lines)"
        )
    }

    /// The address of a document behind the proxy.
    func url(_ name: String) -> String { "wss://127.0.0.1:\(port)/documents/\(name)" }

    /// A client that has joined a document through the proxy.
    func client(_ name: String, key: ClientKey? = .fresh) throws -> LiveClient {
        let client = try LiveClient(url(name), key: key, authorities: certificate.certificate)
        #expect(try client.join())
        return client
    }

    /// The status of the answer to a request by the proxy.
    func status(_ path: String) throws -> Int? {
        let tunnel = try TLSTunnel()
        tunnel.aim(at: port)
        let socket = try #require(RawSocket(port: tunnel.port, timeoutSeconds: Int(Wait.seconds)))
        socket.send(
            "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
        )
        let head = try #require(socket.readHead())
        return Int(head.split(separator: " ").dropFirst().first ?? "")
    }

    /// What the nodes that run say of a document, by their places in the cluster.
    func reports(_ name: String) throws -> [Int: JSONLine] {
        var reports: [Int: JSONLine] = [:]
        for (index, node) in cluster.nodes.enumerated() where node.program.isRunning {
            let (status, body) = try node.ask("GET", "/admin/documents/\(name)")
            if status == 200 { reports[index] = try JSONLine(body) }
        }
        return reports
    }

    /// The nodes that have a document open.
    func holders(_ name: String) throws -> Set<Int> {
        Set(try reports(name).filter { $0.value["open"] != nil }.keys)
    }

    /// How many members a document has on each node that has some.
    func members(_ name: String) throws -> [Int: Int] {
        try reports(name).compactMapValues { $0["open"]?["memberCount"]?.integer }
            .filter { $0.value > 0 }
    }
}
