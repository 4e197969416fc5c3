import Foundation
import TestKit
import Testing

/// Debian's HAProxy in front of several nodes, by the example that operators get.
enum HAProxy {
    /// Starts one; what it logs is its standard output.
    ///
    /// - Parameters:
    ///   - ports: of the nodes, three.
    ///   - port: where it listens.
    ///   - certificate: what it shows.
    ///   - isHashed: whether the document decides about the node, as in the example; else they are
    ///     taken in turn.
    ///   - directory: where it keeps all.
    /// - Returns: the running program; it may not listen yet.
    /// - Throws: when it cannot be started, or the example is not what it was.
    static func start(
        before ports: [Int],
        on port: Int,
        certificate: TestCertificate,
        isHashed: Bool,
        in directory: TemporaryDirectory
    ) throws -> Program {
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
        for (index, port) in ports.enumerated() {
            let name = "server node-\(index + 1) "
            changes.append((name + "10.0.0.1\(index + 1):8080", name + "127.0.0.1:\(port)"))
        }
        if !isHashed { changes.append(("balance hash var(txn.key)", "balance roundrobin")) }
        let text = try OperationsFile.text("haproxy-cluster.cfg", changing: changes)
        let configuration = try directory.write(text, to: "haproxy.cfg")
        return try Program("/usr/sbin/haproxy", ["-db", "-f", configuration])
    }
}
