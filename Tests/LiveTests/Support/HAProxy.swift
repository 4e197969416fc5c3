import Foundation
import TestKit
import Testing

/// Debian's HAProxy in front of two independent servers, by the example that operators get.
final class HAProxy {
    let servers: [LiveServer]
    let port: Int
    let certificate: TestCertificate
    private let program: Program
    private let directory: TemporaryDirectory

    init() throws {
        let port = try #require(RawListener()).port
        let certificate = try TestCertificate()
        let directory = try TemporaryDirectory()
        servers = try (0..<2).map { _ in
            try LiveServer(
                [
                    "--behind-proxy", "--trusted-proxy", "127.0.0.1", "--everyone-may-edit",
                    "--fixed-names", "--host", "127.0.0.1:\(port)",
                ],
                isPlain: true
            )
        }
        let parts = try [certificate.certificate, certificate.key].map {
            try String(contentsOfFile: $0, encoding: .utf8)
        }
        let both = try directory.write(parts.joined(), to: "both.pem")
        var changes = [
            ("bind :80\n", "bind unix@\(directory.path("80"))\n"),
            ("bind :443 ", "bind 127.0.0.1:\(port) "),
            ("/etc/haproxy/art.example.org.pem", both),
            ("hdr Host art.example.org", "hdr Host 127.0.0.1:\(port)"),
            ("log /dev/log local0", "log stdout format raw local0"),
            // It changes to nobody else, and needs no more files than are allowed here.
            ("    user haproxy\n    group haproxy\n", ""),
            ("maxconn 20000", "maxconn 500"),
        ]
        for (index, server) in servers.enumerated() {
            let name = "server server-\(index + 1) "
            changes.append((name + "10.0.0.1\(index + 1):8080", name + "127.0.0.1:\(server.port)"))
        }
        let text = try OperationsFile.text("haproxy.cfg", changing: changes)
        let configuration = try directory.write(text, to: "haproxy.cfg")
        program = try Program("/usr/sbin/haproxy", ["-db", "-f", configuration])
        self.port = port
        self.certificate = certificate
        self.directory = directory
        try #require(
            Wait.until { RawSocket(port: port) != nil || !program.isRunning }
                && program.isRunning,
            "\(program.errors.lines)"
        )
    }

    /// A client that joined a document through the proxy, whose certificate it checks.
    func client(_ name: String) throws -> LiveClient {
        let url = "wss://127.0.0.1:\(port)/documents/\(name)"
        return try LiveClient(url, authorities: certificate.certificate).joined()
    }

    func status(_ path: String, method: String = "GET") throws -> Int? {
        let tunnel = try TLSTunnel()
        tunnel.aim(at: port)
        let socket = try #require(RawSocket(port: tunnel.port, timeoutSeconds: Int(Wait.seconds)))
        socket.send(
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
                + "Content-Length: 0\r\nConnection: close\r\n\r\n"
        )
        let head = try #require(socket.readHead())
        return Int(head.split(separator: " ").dropFirst().first ?? "")
    }

    /// Which server has a document open, by its place.
    func home(of name: String) throws -> Int? {
        try servers.firstIndex { server in
            guard server.program.isRunning else { return false }
            return try server.ask("GET", "/admin/documents/\(name)").status == 200
        }
    }
}
