internal import ArgumentParser

/// A host and a port to listen on.
///
/// Written `host:port`, an IPv6 address in brackets.
struct ListenAddress: ExpressibleByArgument, CustomStringConvertible {
    let host: String
    let port: Int

    init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    init?(argument: String) {
        guard let colon = argument.lastIndex(of: ":"),
            let port = Int(argument[argument.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = argument[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// Whether only this machine can reach it.
    var isLoopback: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// The host as a URL writes it.
    var urlHost: String { host.contains(":") ? "[\(host)]" : host }

    var description: String { "\(urlHost):\(port)" }
}
