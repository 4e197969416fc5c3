internal import Glibc

/// An IP address as its 16 bytes, IPv4 as IPv6 maps it (RFC 4291, section 2.5.5.2).
package struct NetworkAddress: Hashable, Sendable {
    /// The first 64 bits: of IPv6 the network, as far as providers hand it out.
    let network: UInt64
    let host: UInt64
}

extension NetworkAddress {
    private static let mappedHigh: UInt64 = 0xFFFF_0000_0000

    /// Reads the numeric form of an address; nil for another text.
    package init?(_ text: some StringProtocol) {
        let text = String(text)
        // C reads up to the first one.
        guard !text.utf8.contains(0) else { return nil }
        var four = in_addr()
        if unsafe inet_pton(AF_INET, text, &four) == 1 {
            network = 0
            host = Self.mappedHigh | UInt64(UInt32(bigEndian: four.s_addr))
            return
        }
        var six = in6_addr()
        guard unsafe inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        let words = unsafe withUnsafeBytes(of: six) { bytes in
            (0..<2).map {
                unsafe bytes.loadUnaligned(fromByteOffset: 8 * $0, as: UInt64.self)
            }
        }
        network = UInt64(bigEndian: words[0])
        host = UInt64(bigEndian: words[1])
    }

    var isIPv4: Bool { network == 0 && host >> 32 == 0xFFFF }

    /// What limits count by: an IPv4 address, and of IPv6 the /64, for a subscriber has all of it.
    package var counted: NetworkAddress {
        isIPv4 ? self : NetworkAddress(network: network, host: 0)
    }

    /// What counts for an address that is written as a peer's is.
    package static func counted(_ text: String) -> String {
        "address \(NetworkAddress(text).map { "\($0.counted)" } ?? text)"
    }

    /// What counts with a counted address, and how many times as much it may have: of IPv6 also the
    /// /56 and the /48, which providers hand out as well.
    var circles: [(place: NetworkAddress, factor: Int)] {
        guard !isIPv4 else { return [(self, 1)] }
        return [
            (self, 1), (NetworkAddress(network: network & ~0xFF, host: 56), 4),
            (NetworkAddress(network: network & ~0xFFFF, host: 48), 16),
        ]
    }
}

extension NetworkAddress: CustomStringConvertible {
    /// The address as people write it, of IPv6 the network: `2001:db8::/64`.
    package var description: String {
        if isIPv4 {
            return (0..<4).reversed().map { "\(UInt8(truncatingIfNeeded: host >> ($0 * 8)))" }
                .joined(separator: ".")
        }
        let groups = (0..<4).reversed().map { index in
            String(UInt16(truncatingIfNeeded: network >> (index * 16)), radix: 16)
        }
        return groups.joined(separator: ":") + "::/64"
    }
}
