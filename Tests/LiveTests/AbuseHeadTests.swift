import Foundation
import TestKit
import Testing

/// Requests that no honest client sends, on the real server, while others edit.
struct AbuseHeadTests {
    private static let blank = "\r\nHost: HOST\r\n\r\n"

    /// What is no HTTP, or hardly: HOST stands for the server's own.
    private static let malformed: [(name: String, bytes: String)] = [
        ("nothing but NUL", "\0\0\0\0\r\n\r\n"),
        ("NUL in the path", "GET /\0healthz HTTP/1.1\(blank)"),
        ("NUL in a name", "GET / HTTP/1.1\r\nHost: HOST\r\nX\0Y: 1\r\n\r\n"),
        ("NUL in a value", "GET / HTTP/1.1\r\nHost: HOST\0\r\nX: a\0b\r\n\r\n"),
        ("NUL in the Origin", "GET / HTTP/1.1\r\nHost: HOST\r\nOrigin: \0http://HOST\r\n\r\n"),
        ("no version", "GET /healthz\r\n\r\n"), ("HTTP/1.0", "GET /healthz HTTP/1.0\(blank)"),
        ("HTTP/9.9", "GET /healthz HTTP/9.9\(blank)"),
        ("lines ended by LF", "GET / HTTP/1.1\nHost: HOST\n\n"),
        ("lines ended by CR", "GET / HTTP/1.1\rHost: HOST\r\r"), ("empty lines", "\r\n\r\n\r\n"),
        ("no colon", "GET / HTTP/1.1\r\nHost: HOST\r\nnonsense\r\n\r\n"),
        ("no name", "GET / HTTP/1.1\r\nHost: HOST\r\n: x\r\n\r\n"),
        ("a folded header", "GET / HTTP/1.1\r\nHost: HOST\r\nX: a\r\n b\r\n\r\n"),
        ("no path", "GET  HTTP/1.1\(blank)"), ("a relative path", "GET x HTTP/1.1\(blank)"),
        ("a whole address", "GET http://HOST/healthz HTTP/1.1\(blank)"),
        ("a broken escape", "GET /%zz%4 HTTP/1.1\(blank)"),
        ("an escaped NUL", "GET /%00 HTTP/1.1\(blank)"),
        ("dots", "GET /../../../../etc/passwd HTTP/1.1\(blank)"),
        ("escaped dots", "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\(blank)"),
        ("a strange method", "BREW / HTTP/1.1\(blank)"), ("a star", "OPTIONS * HTTP/1.1\(blank)"),
        ("a long method", String(repeating: "G", count: 3_000) + " / HTTP/1.1\(blank)"),
        ("CONNECT", "CONNECT example.org:443 HTTP/1.1\(blank)"),
        ("CONNECT and more", "CONNECT HOST HTTP/1.1\r\nHost: HOST\r\n\r\nGET / HTTP/1.1\(blank)"),
        ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0"),
        ("TLS", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}\u{3}\u{3}"),
        ("a fragment of a request", "GET /heal"),
    ]

    /// Heads that are too much.
    private static let giant: [(name: String, bytes: String)] = [
        ("a header of 8 KiB", "GET / HTTP/1.1\r\nHost: HOST\r\nX: \(fill(8_192))\r\n\r\n"),
        ("a header of 1 MiB", "GET / HTTP/1.1\r\nHost: HOST\r\nX: \(fill(1_048_576))\r\n\r\n"),
        ("a header without an end", "GET / HTTP/1.1\r\nHost: HOST\r\nX: \(fill(100_000))"),
        ("a Host of 3 KiB", "GET / HTTP/1.1\r\nHost: \(fill(3_000))\r\n\r\n"),
        ("an Origin of 3 KiB", "GET / HTTP/1.1\r\nHost: HOST\r\nOrigin: \(fill(3_000))\r\n\r\n"),
        ("a path of 3 KiB", "GET /\(fill(3_000)) HTTP/1.1\(blank)"),
        ("a path of 8 KiB", "GET /\(fill(8_192)) HTTP/1.1\(blank)"),
        ("a query of 1,000 items", "GET /?\(fill(1_000, "a&")) HTTP/1.1\(blank)"),
        ("a name of 3 KiB", "GET / HTTP/1.1\r\nHost: HOST\r\n\(fill(3_000)): 1\r\n\r\n"),
        ("500 headers", "GET / HTTP/1.1\r\nHost: HOST\r\n\(fill(500, "A: b\r\n"))\r\n"),
        ("500 hosts", "GET / HTTP/1.1\r\n\(fill(200, "Host: HOST\r\n"))\r\n"),
        (
            "500 headers of 100 bytes",
            "GET / HTTP/1.1\r\nHost: HOST\r\n\(fill(500, "X: \(fill(96))\r\n"))\r\n"
        ),
    ]

    private static let post = "POST / HTTP/1.1\r\nHost: HOST\r\n"

    /// Bodies that are announced in two ways, or in pieces.
    private static let bodies: [(name: String, bytes: String)] = [
        ("two lengths", "\(post)Content-Length: 5\r\nContent-Length: 50\r\n\r\nhello"),
        ("chunks", "\(post)Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"),
        (
            "chunks and a length",
            "\(post)Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "ffffffffffffffff\r\nhello"
        ),
    ]

    private static func fill(_ count: Int, _ text: String = "x") -> String {
        String(repeating: text, count: count)
    }

    /// What is answered: all others are hung up on.
    private static func status(of name: String) -> Int? {
        statuses.first { $0.value.contains(name) }?.key
    }

    private static let statuses: [Int: Set<String>] = [
        200: [
            "HTTP/1.0", "NUL in a name", "a name of 3 KiB", "lines ended by LF", "500 headers",
        ],
        421: ["a path of 3 KiB", "an escaped NUL", "dots", "escaped dots"],
        431: ["a path of 8 KiB"],
        505: ["HTTP/9.9", "no version"],
        403: [
            "HTTP/2", "NUL in the Origin", "TLS", "a Host of 3 KiB", "a broken escape",
            "a long method", "a relative path", "a star", "a strange method", "a whole address",
            "an Origin of 3 KiB", "no path", "nothing but NUL",
        ],
        404: ["NUL in the path"],
        405: ["two lengths", "chunks", "chunks and a length"],
    ]

    private static func status(in answer: String) -> Int? {
        Int(answer.split(separator: " ").dropFirst().first ?? "")
    }

    /// Sends all, each on its own connection, and then reads what came of each.
    private func answers(
        _ server: LiveServer,
        _ heads: [(name: String, bytes: String)]
    ) throws -> [(name: String, answer: String)] {
        let sockets = try heads.map { head in
            let socket = try #require(
                RawSocket(port: server.port, timeoutSeconds: Int(Wait.seconds))
            )
            socket.send(head.bytes.replacing("HOST", with: "127.0.0.1:\(server.port)"))
            return (head.name, socket)
        }
        return try sockets.map { name, socket in
            (name, try #require(socket.readToEnd(), "\(name) was not hung up on"))
        }
    }

    @Test func `FA61 HT32 malformed and giant heads are refused, and others go on`() throws {
        let server = try LiveServer(["--connections-per-address", "200"])
        let pair = try LivePair(server)
        let before = server.residentKibibytes
        for (name, answer) in try answers(server, Self.malformed + Self.giant + Self.bodies) {
            #expect(!answer.contains(" 101 ") && !answer.contains("root:"), "\(name): \(answer)")
            // A reset may take an answer away that was on its way.
            let isRight = answer.isEmpty || Self.status(in: answer) == Self.status(of: name)
            let isAnswer = answer.isEmpty || answer.hasPrefix("HTTP/1.")
            #expect(isRight && isAnswer, "\(name): \(answer)")
            let count = answer.components(separatedBy: "HTTP/1.").count - 1
            #expect(count <= 1, "\(name) was answered \(count) times")
        }
        if !LiveServer.isUnderValgrind { #expect(server.residentKibibytes - before < 30_000) }
        try pair.check()
        server.stop()
    }

    @Test func `FA61 what follows a request on its connection is not answered`() throws {
        let server = try LiveServer()
        let pair = try LivePair(server)
        let get = "GET /healthz HTTP/1.1\(Self.blank)"
        let upgrade = server.handshake()
        let rest: [(String, String)] = [
            ("another request", get), ("a hundred", String(repeating: get, count: 100)),
            ("a handshake", upgrade),
            ("an unknown upgrade", server.handshake(changing: ["Upgrade": "foo"])),
            ("an upgrade to HTTP/2", server.handshake(changing: ["Upgrade": "h2c"])),
        ]
        for (name, answer) in try answers(server, rest.map { ($0.0, get + $0.1) }) {
            #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(name): \(answer)")
            let count = answer.components(separatedBy: "HTTP/1.").count - 1
            #expect(count == 1, "\(name): \(answer)")
        }
        try pair.check()
        server.stop()
    }

    @Test func `FA61 FA62 an upgrade to anything else, or by any other way, is refused`() throws {
        let server = try LiveServer()
        let pair = try LivePair(server)
        let changes: [([String: String?], Int?)] = [
            (["Upgrade": "foo"], 403), (["Upgrade": "h2c"], nil),
            (["Upgrade": "websocket, foo"], 403), (["Upgrade": ""], 426),
            (["Upgrade": "web\0socket"], 403), (["Connection": "close"], 400),
            (["Connection": nil], 400), (["Sec-WebSocket-Version": "99"], 426),
            (["Sec-WebSocket-Version": "-13"], 426),
            (["Sec-WebSocket-Key": String(repeating: "A", count: 2_000)], 400),
            (["Sec-WebSocket-Key": "\0\0\0\0"], 400), (["Sec-WebSocket-Key": ""], 400),
            (["Sec-WebSocket-Protocol": String(repeating: "emojiart.v1,", count: 100)], 400),
            (["Sec-WebSocket-Protocol": "\0emojiart.v1"], 400), (["Host": nil], 400),
            (["Host": "\0"], 400),
        ]
        let methods: [(String, Int?)] = [
            ("POST", 405), ("HEAD", 405), ("PUT", 405), ("CONNECT", nil), ("OPTIONS", 405),
        ]
        let heads =
            changes.map { ("\($0.0)", server.handshake(changing: $0.0)) }
            + methods.map { ($0.0, server.handshake(method: $0.0)) }
        let statuses = changes.map(\.1) + methods.map(\.1)
        for ((name, answer), status) in zip(try answers(server, heads), statuses) {
            let isRight = answer.isEmpty || Self.status(in: answer) == status
            #expect(isRight, "\(name): \(answer)")
        }
        try pair.check()
        server.stop()
    }
}
