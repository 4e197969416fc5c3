import Testing

@testable import WebSockets

/// Addresses, ranges of them, and whom a proxy speaks for.
struct AddressTests {
    @Test func `an IPv4 address is the same by IPv6, and IPv6 counts by its 64 bits`() throws {
        let four = try #require(NetworkAddress("192.0.2.7"))
        #expect(NetworkAddress("::ffff:192.0.2.7") == four)
        #expect(four.isIPv4)
        #expect(four.counted == four)
        let six = try #require(NetworkAddress("2001:db8:1:2:3:4:5:6"))
        #expect(six.counted == NetworkAddress("2001:db8:1:2::"))
        #expect(six.counted == NetworkAddress("2001:db8:1:2:ffff::1")?.counted)
        #expect(six.counted != NetworkAddress("2001:db8:1:3::")?.counted)
        for text in [
            "", "a", "1.2.3", "1.2.3.4.5", "192.0.2.7:80", "[::1]", "::g", "fe80::1%lo", "::1\0",
        ] {
            #expect(NetworkAddress(text) == nil, "\(text)")
        }
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("10.0.0.0/8", "::ffff:10.1.2.3", true), ("192.0.2.7", "192.0.2.7", true),
        ("192.0.2.7", "192.0.2.6", false), ("0.0.0.0/0", "203.0.113.9", true),
        ("0.0.0.0/0", "::1", false), ("::/0", "203.0.113.9", true), ("::1", "::1", true),
        ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::", false),
        ("2001:db8::1/127", "2001:db8::", true), ("2001:db8::1/127", "2001:db8::2", false),
        ("2001:db8:0:0:8000::/65", "2001:db8::8000:0:0:1", true),
        ("2001:db8:0:0:8000::/65", "2001:db8::1", false),
    ])
    func `a range holds the addresses with its first bits`(
        range: String,
        address: String,
        isIn: Bool
    ) throws {
        let address = try #require(NetworkAddress(address))
        #expect(try #require(AddressRange(range)).contains(address) == isIn)
    }

    @Test(arguments: ["", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "a/8", "/8", "1/8"])
    func `what is no range is none`(text: String) { #expect(AddressRange(text) == nil) }

    @Test(arguments: [
        // Nothing is said: the proxy itself is all that is known.
        (nil, "127.0.0.1"), ("", "127.0.0.1"),
        ("203.0.113.9", "203.0.113.9"), ("192.0.2.1, 203.0.113.9", "203.0.113.9"),
        // What a client wrote itself stands first, and counts for nothing.
        ("127.0.0.1, 203.0.113.9", "203.0.113.9"), ("lies,203.0.113.9 ", "203.0.113.9"),
        // A proxy behind a proxy.
        ("192.0.2.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"), ("10.1.2.3, 10.4.5.6", "10.1.2.3"),
        ("203.0.113.9, unknown, 10.1.2.3", "10.1.2.3"), ("unknown", "127.0.0.1"),
        ("203.0.113.9:4711", "203.0.113.9"), ("[2001:db8::9]:4711", "2001:db8::9"),
        ("2001:db8::9", "2001:db8::9"), ("::ffff:203.0.113.9", "203.0.113.9"),
        ("::ffff:cb00:7109", "203.0.113.9"),
        // U+0600 is one character with what follows it, a comma too.
        ("\u{600}, 203.0.113.9", "203.0.113.9"), ("192.0.2.1\0, 10.1.2.3", "10.1.2.3"),
    ])
    func `the nearest address that is no proxy's is the client's`(header: String?, client: String) {
        let proxies = ["127.0.0.0/8", "10.0.0.0/8"].compactMap(AddressRange.init)
        #expect(ForwardedAddress.client(of: "127.0.0.1", header, behind: proxies) == client)
    }
}
