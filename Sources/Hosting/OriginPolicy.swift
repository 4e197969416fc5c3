internal import WebSockets

/// Which hosts and origins may talk to this server.
///
/// The Host check stops a page whose name was bound to this address anew (DNS rebinding); the
/// Origin check, and where there is none Sec-Fetch-Site, stops pages of other sites. Programs send
/// no Origin, and there are no cookies to abuse.
struct OriginPolicy {
    let port: Int
    private let hosts: Set<String>
    private let origins: Set<String>

    init(_ options: HostingOptions, port: Int) {
        self.port = port
        var hosts = Set(options.host.map { $0.lowercased() })
        var names = [options.listen.urlHost.lowercased()]
        if options.listen.isLoopback { names += ["localhost", "127.0.0.1", "[::1]"] }
        for name in names {
            hosts.insert("\(name):\(port)")
            if port == 80 { hosts.insert(name) }
        }
        // What other servers of the store ask comes by this name.
        if let end = options.node.firstRange(of: "://")?.upperBound {
            hosts.insert(options.node[end...].lowercased())
        }
        self.hosts = hosts
        origins = Set(options.origin.map { $0.lowercased() })
    }

    /// The origin of a page of another site that may read the answers; nil for other requests.
    func guest(_ request: HTTPRequest) -> String? {
        request.origin.flatMap { origins.contains($0.lowercased()) ? $0 : nil }
    }

    func refusal(of request: HTTPRequest) -> HTTPResponse? {
        cause(against: request).map { HTTPResponse(status: 403, text: $0) }
    }

    private func cause(against request: HTTPRequest) -> String? {
        let host = request.host.lowercased()
        guard hosts.contains(host) else {
            return "This server does not accept that host name: see --host."
        }
        guard let origin = request.origin?.lowercased() else {
            return request.isEmbedded ? "Pages of other sites may not embed this." : nil
        }
        // A proxy with TLS in front makes the scheme https; the host is checked already.
        guard
            origins.contains(origin) || origin == "http://\(host)" || origin == "https://\(host)"
        else { return "Pages from that origin may not connect: see --origin." }
        return nil
    }
}
