import Testing

@testable import WebSockets

/// What the first bytes of a connection say.
struct RequestLineTests {
    private func line(_ text: String) -> RequestLine { RequestLine(Array(text.utf8)[...]) }

    @Test(arguments: [
        ("GET /documents/a HTTP/1.1\r\n", "/documents/a"), ("PUT /a?b=c ", "/a"),
        ("GET / HTTP/1.1\r\nHost: a\r\n\r\n", "/"), ("GET http://a/b HTTP/1.1", "http://a/b"),
        ("A  B", ""), ("GET /a\r", "/a"),
    ])
    func `HT32 a path is known once it is complete`(text: String, path: String) {
        #expect(line(text) == .path(path))
    }

    @Test(arguments: ["/", "/a", "/documents/a.svg", "/documents/a/", "/documents/...a/..b"])
    func `HT32 a path is plain`(path: String) { #expect(line("GET \(path) ").isPlain) }

    @Test(arguments: [
        "/%61", "//", "/a//b", "/./a", "/.", "/a/..", "/../a", "http://a/b", "*", "a", "",
    ])
    func `HT32 other spellings of a path are not plain`(path: String) {
        #expect(!line("GET \(path) ").isPlain)
    }

    @Test(arguments: ["\r\n", " /a HTTP/1.1", "GET\r\n", "\u{16}\u{3}\u{1}"])
    func `HT32 what is no request line has no path`(text: String) { #expect(line(text) == .other) }

    @Test func `HT32 only so much is looked at`() {
        let long = String(repeating: "a", count: RequestLine.bytesMax)
        #expect(line(long) == .other)
        #expect(line("GET /" + long) == .other)
        #expect(line(String(long.dropLast())) == .unfinished)
    }
}
