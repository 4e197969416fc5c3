/// IP addresses that begin with the same bits: `10.0.0.0/8`, `2001:db8::/32`, or one address.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    package let description: String

    private let first: NetworkAddress
    private let networkMask: UInt64
    private let hostMask: UInt64

    /// Reads an address, or one with the number of bits that count behind a slash.
    ///
    /// Bits beyond those are ignored. Nil for another form.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = NetworkAddress(parts[0]) else { return nil }
        let bitsMax = address.isIPv4 ? 32 : 128
        var bits = bitsMax
        if parts.count == 2 {
            guard let given = Int(parts[1]), (0...bitsMax).contains(given) else { return nil }
            bits = given
        }
        // An IPv4 address lies in the last 32 of 128 bits.
        bits += 128 - bitsMax
        networkMask = Self.mask(min(bits, 64))
        hostMask = Self.mask(max(bits - 64, 0))
        first = NetworkAddress(
            network: address.network & networkMask,
            host: address.host & hostMask
        )
        description = text
    }

    /// This machine's own addresses.
    package static let loopback = ["127.0.0.0/8", "::1"].compactMap(AddressRange.init)

    /// Whether an address is one of them.
    package func contains(_ address: NetworkAddress) -> Bool {
        address.network & networkMask == first.network && address.host & hostMask == first.host
    }

    private static func mask(_ bits: Int) -> UInt64 { bits == 0 ? 0 : ~0 << UInt64(64 - bits) }
}
