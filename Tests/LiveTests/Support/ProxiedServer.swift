import TestKit

/// The real server, and proxies in front of it.
final class ProxiedServer {
    let server: LiveServer
    let proxies: [FaultProxy]

    init(
        _ options: [String] = [],
        proxies count: Int = 1,
        on directory: TemporaryDirectory? = nil
    ) throws {
        let proxies = try (0..<count).map { _ in try FaultProxy() }
        // Clients name the proxy in their handshake.
        let hosts = proxies.flatMap { ["--host", "127.0.0.1:\($0.port)"] }
        let server = try LiveServer(options + hosts, on: directory)
        for proxy in proxies { proxy.aim(at: server.port) }
        self.proxies = proxies
        self.server = server
    }

    var proxy: FaultProxy { proxies[0] }

    func url(_ name: String = "picnic") -> String { proxy.url(name) }
}

extension FaultProxy {
    func url(_ name: String) -> String { "ws://127.0.0.1:\(port)/documents/\(name)" }
}
