internal import WebSockets

/// What a client wrote never hides what its proxy appended, and a path is known once it is whole.
enum RequestTrial {
    private static let proxies = ["127.0.0.0/8", "10.0.0.0/8", "::1"].compactMap(AddressRange.init)

    static func run(_ bytes: [UInt8]) throws(Finding) {
        let text = String(decoding: bytes, as: UTF8.self)
        try forwarded(text)
        try range(text)
        try line(Array(bytes.prefix(RequestLine.bytesMax)))
    }

    private static func client(_ header: String) -> String {
        ForwardedAddress.client(of: "127.0.0.1", header, behind: proxies)
    }

    private static func forwarded(_ header: String) throws(Finding) {
        let found = client(header)
        // RFC 4291: 45 characters at most.
        let isAddress = NetworkAddress(found) != nil && found.utf8.count <= 45
        try promise(isAddress, "\(found) is no address")
        for own in ["203.0.113.9", "2001:db8::9"] {
            let found = client(header + ", " + own)
            try promise(found == own, "\(found) speaks, not \(own)")
        }
    }

    private static func range(_ text: String) throws(Finding) {
        guard let range = AddressRange(text) else { return }
        guard let first = NetworkAddress(text.prefix { $0 != "/" }) else {
            throw Finding("\(text) begins with no address")
        }
        try promise(range.contains(first), "\(first) is not in \(text)")
    }

    private static func line(_ bytes: [UInt8]) throws(Finding) {
        let whole = RequestLine(bytes[...])
        for count in bytes.indices {
            let part = RequestLine(bytes[..<count])
            try promise(part == .unfinished || part == whole, "\(part) becomes \(whole)")
        }
    }
}
