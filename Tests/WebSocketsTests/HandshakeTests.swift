import Testing

@testable import WebSockets

@Suite struct HandshakeTests {
    private func refusal(
        isGet: Bool = true,
        connection: String? = "keep-alive, Upgrade",
        version: String? = "13",
        key: String? = "dGhlIHNhbXBsZSBub25jZQ==",
        protocols: String? = "chat, emojiart.v1",
        host: String = "localhost"
    ) -> Int? {
        Handshake(
            isGet: isGet,
            connection: connection,
            version: version,
            key: key,
            protocols: protocols,
            host: host
        ).refusal(subprotocol: "emojiart.v1")?.status
    }

    @Test func `a handshake is refused for each thing that is wrong`() {
        #expect(refusal() == nil)
        #expect(refusal(isGet: false) == 405)
        #expect(refusal(connection: "upgraded") == 400)
        #expect(refusal(version: "13, 8") == 426)
        #expect(refusal(version: nil) == 426)
        #expect(refusal(key: "dGhlIHNhbXBsZSBub25jZQ") == 400)
        #expect(refusal(protocols: "emojiart.v1x") == 400)
        #expect(refusal(protocols: "EmojiArt.v1") == 400)
        let long = String(repeating: "x", count: 120)
        #expect(refusal(protocols: "emojiart.v1, \(long)") == 400)
        #expect(refusal(host: "") == 400)
    }

    @Test func `a header that would split the answer is left out`() {
        let response = HTTPResponse(
            status: 200,
            contentType: "text/plain",
            headers: [("X-Good", "1"), ("X-Bad", "1\r\nSet-Cookie: a=b")]
        )
        let head = String(decoding: response.head(isSecure: false), as: UTF8.self)
        #expect(head.contains("\r\nX-Good: 1\r\n") && !head.contains("Cookie"))
    }

    @Test func `FA52 every answer says what browsers may do with it, and to stay with TLS`() {
        let response = HTTPResponse(status: 404, text: "no")
        for isSecure in [false, true] {
            let head = String(decoding: response.head(isSecure: isSecure), as: UTF8.self)
            #expect(head.contains("\r\nX-Content-Type-Options: nosniff\r\n"))
            #expect(head.contains("\r\nCross-Origin-Resource-Policy: same-origin\r\n"))
            let line = "\r\nStrict-Transport-Security: max-age=31536000\r\n"
            #expect(head.contains(line) == isSecure)
            #expect(head.hasSuffix("\r\n\r\n"))
        }
    }
}
