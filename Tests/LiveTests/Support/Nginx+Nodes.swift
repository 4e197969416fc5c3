import TestKit
import Testing

extension Nginx {
    /// Debian's nginx in front of several nodes, by the example that operators get.
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
        let letsEncrypt = "/etc/letsencrypt/live/art.example.org"
        var changes = [
            ("listen 443 ssl;", "listen 127.0.0.1:\(port) ssl;"),
            ("    listen [::]:443 ssl;\n", ""),
            ("\(letsEncrypt)/fullchain.pem", certificate.certificate),
            ("\(letsEncrypt)/privkey.pem", certificate.key),
            ("listen 80;", "listen unix:\(directory.path("80"));"),
            ("    listen [::]:80;\n", ""),
        ]
        for (index, port) in ports.enumerated() {
            changes.append(("server 10.0.0.1\(index + 1):8080", "server 127.0.0.1:\(port)"))
        }
        if !isHashed { changes.append(("    hash $emojiart_key consistent;\n", "")) }
        let site = try OperationsFile.text("nginx-cluster.conf", changing: changes)
        _ = try directory.write(site, to: "site.conf")
        let configuration = try directory.write(main(in: directory.path), to: "nginx.conf")
        return try Program("/usr/sbin/nginx", ["-c", configuration, "-e", "stderr"])
    }
}
