import Foundation
import TestKit
import Testing

/// Debian's nginx in front of a real server, by the example that operators get.
final class Nginx {
    /// What the example is for, and what stands for it here.
    private static let example = "art.example.org"

    let server: LiveServer
    let port: Int
    let certificate: TestCertificate
    private let directory: TemporaryDirectory
    private let program: Program

    /// Starts a server and nginx in front of it.
    init(_ options: [String] = [], patience seconds: Int = 60) throws {
        let port = try #require(RawListener()).port
        let certificate = try TestCertificate()
        let host = ["--behind-proxy", "--everyone-may-edit", "--host", "127.0.0.1:\(port)"]
        let server = try LiveServer(host + options, isPlain: true)
        let directory = try TemporaryDirectory()
        let letsEncrypt = "/etc/letsencrypt/live/\(Self.example)"
        let site = try OperationsFile.text(
            "nginx.conf",
            changing: [
                ("127.0.0.1:8080;", "127.0.0.1:\(server.port);"),
                ("listen 443 ssl;", "listen 127.0.0.1:\(port) ssl;"),
                ("    listen [::]:443 ssl;\n", ""),
                ("\(letsEncrypt)/fullchain.pem", certificate.certificate),
                ("\(letsEncrypt)/privkey.pem", certificate.key),
                ("listen 80;", "listen unix:\(directory.path("80"));"),
                ("    listen [::]:80;\n", ""),
                ("timeout 60s;", "timeout \(seconds)s;"),
            ]
        )
        _ = try directory.write(site, to: "site.conf")
        let configuration = try directory.write(
            Self.main(in: directory.path),
            to: "nginx.conf"
        )
        program = try Program("/usr/sbin/nginx", ["-c", configuration, "-e", "stderr"])
        self.port = port
        self.server = server
        self.certificate = certificate
        self.directory = directory
        try #require(
            Wait.until { RawSocket(port: port) != nil || !program.isRunning }
                && program.isRunning,
            "\(program.errors.lines)"
        )
    }

    func url(_ name: String = "picnic") -> String { "wss://127.0.0.1:\(port)/documents/\(name)" }

    /// A client that joins through nginx, whose certificate it checks.
    func client() throws -> LiveClient {
        try LiveClient(url(), authorities: certificate.certificate).joined()
    }

    /// A way to nginx for sockets that speak no TLS.
    func tunnel(from address: String = "127.0.0.1") throws -> TLSTunnel {
        let tunnel = try TLSTunnel(from: address)
        tunnel.aim(at: port)
        return tunnel
    }

    /// One process in the foreground, which touches nothing outside of a folder.
    static func main(in folder: String) -> String {
        let places = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "    \($0)_temp_path \(folder)/\($0);"
        }
        return """
            daemon off;
            master_process off;
            pid \(folder)/pid;
            events {}
            http {
                access_log off;
            \(places.joined(separator: "\n"))
                include \(folder)/site.conf;
            }

            """
    }
}
