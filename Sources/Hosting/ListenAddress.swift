internal import Settings

/// A host and a port to listen on.
///
/// Written `host:port`, an IPv6 address in brackets.
package struct ListenAddress: Sendable, Equatable, CustomStringConvertible {
    /// A name or an address, an IPv6 address without brackets.
    package let host: String
    /// 0 stands for any free one.
    package let port: Int

    /// Makes an address of its parts.
    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`; nil for another form.
    package init?(settingText text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// True when only this machine can reach it.
    package var isLoopback: Bool {
        host == "localhost" || host == "::1" || host.hasPrefix("127.")
    }

    /// The host as a URL writes it.
    package var urlHost: String { host.contains(":") ? "[\(host)]" : host }

    /// `host:port`, as it is read.
    package var description: String { "\(urlHost):\(port)" }
}

extension ListenAddress: SettingValue {
    /// As it is read.
    package var settingText: String { description }

    /// The accepted values in words, for the error about another one.
    package static var expected: String { "HOST:PORT, with a port up to 65535" }
}
