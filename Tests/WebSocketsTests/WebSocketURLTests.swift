import Testing
import Transport

@testable import WebSockets

@Suite struct WebSocketURLTests {
    @Test(
        arguments: [
            ("ws://host", .ws, "host", 80, "/", "host"),
            ("WSS://host/", .wss, "host", 443, "/", "host"),
            ("ws://a.b-c:8080/d/e?f=g", .ws, "a.b-c", 8_080, "/d/e?f=g", "a.b-c:8080"),
            ("ws://[::1]:9/x", .ws, "::1", 9, "/x", "[::1]:9"),
            ("wss://127.0.0.1?q", .wss, "127.0.0.1", 443, "/?q", "127.0.0.1"),
        ] as [(String, WebSocketURL.Scheme, String, Int, String, String)]
    )
    func `a URL is read into its parts`(
        text: String,
        scheme: WebSocketURL.Scheme,
        host: String,
        port: Int,
        path: String,
        header: String
    ) throws {
        let url = try WebSocketURL(text)
        #expect(url.scheme == scheme && url.host == host && url.port == port)
        #expect(url.path == path && url.hostHeader == header)
    }

    @Test(arguments: [
        "", "host", "http://host", "ws:/host", "ws://", "ws://:80", "ws://host:", "ws://host:0",
        "ws://host:65536", "ws://host:8x", "ws://host:+8", "ws://u@host", "ws://u:p@host/",
        "ws://host/#f", "ws://ho st", "ws://host/\r\nX: y", "ws://[::1", "ws://[host]", "ws://[]",
        "ws://[::1]x", "ws://h\u{F6}st", "ws://a:b:c", "ws://host\\x",
        "ws://" + String(repeating: "a", count: 3_000),
    ])
    func `a text that is no WebSocket URL is refused`(text: String) {
        #expect(throws: WebSocketError.self) { try WebSocketURL(text) }
    }
}
