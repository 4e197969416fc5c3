/// Whom a proxy speaks for.
///
/// Each proxy appends the address that it heard the request from to `X-Forwarded-For`. What stands
/// before the nearest address that is no proxy of ours was written by that peer, and may be a lie.
package enum ForwardedAddress {
    /// Finds the nearest address that is no trusted proxy's, or the farthest that is known.
    ///
    /// The connection comes from `peer`, which is trusted; commas join lines of the header.
    package static func client(
        of peer: String,
        _ header: String?,
        behind proxies: [AddressRange]
    ) -> String {
        var nearest = peer
        // By bytes: in a String, a scalar that a client wrote may be one character with the comma
        // after it, and hide what the proxy appended.
        for entry in (header ?? "").utf8.split(separator: UInt8(ascii: ",")).reversed() {
            let bytes = entry.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
            let text = withoutPort(String(decoding: bytes, as: UTF8.self))
            guard let address = NetworkAddress(text) else { return nearest }
            nearest = address.isIPv4 ? "\(address)" : text
            if !proxies.contains(where: { $0.contains(address) }) { return nearest }
        }
        return nearest
    }

    /// Some proxies name the port as well: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
    private static func withoutPort(_ text: String) -> String {
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        let isIPv6 = text.count { $0 == ":" } > 1
        return isIPv6 ? text : String(text.prefix { $0 != ":" })
    }
}
