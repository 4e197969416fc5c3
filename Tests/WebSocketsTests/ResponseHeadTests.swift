import Testing

@testable import WebSockets

@Suite struct ResponseHeadTests {
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
