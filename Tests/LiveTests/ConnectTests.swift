import TestKit
import Testing

/// How a connection to a document begins, seen from the socket.
struct ConnectTests {
    @Test func `CN1 a document's path opens, any other answers 404`() throws {
        let server = try LiveServer()
        for name in ["picnic", "a", "0-_", String(repeating: "z", count: 64)] {
            #expect(try server.status("/documents/\(name)") == 101, "\(name)")
        }
        for path in [
            "/", "/documents", "/documents/", "/healthz", "/documents/Picnic",
            "/documents/picnic/", "/documents/picnic.svg", "/documents/-picnic",
            "/documents/" + String(repeating: "z", count: 65),
        ] {
            #expect(try server.status(path) == 404, "\(path)")
        }
    }

    @Test func `FA62 CN2 CN3 the server takes its subprotocol from the list, and needs it`() throws
    {
        let server = try LiveServer()
        for list in ["emojiart.v1", "emojiart.v2, emojiart.v1", "chat,emojiart.v1 , x"] {
            let text = server.handshake(changing: ["Sec-WebSocket-Protocol": list])
            let head = try server.answer(toHandshake: text).lowercased()
            #expect(head.hasPrefix("http/1.1 101 "), "\(list)")
            let named = head.split(separator: "\r\n").filter { $0.contains("-protocol:") }
            #expect(named == ["sec-websocket-protocol: emojiart.v1"], "\(list)")
        }
        for list in [nil, "emojiart.v2", "emojiart", "EMOJIART.V1", "emojiart.v10"] {
            let status = try server.status(changing: ["Sec-WebSocket-Protocol": list])
            #expect(status == 400, "\(list ?? "none")")
        }
    }

    @Test func `FA62 CN4 a wrong handshake is answered over HTTP`() throws {
        let server = try LiveServer()
        #expect(try server.status(method: "POST", changing: ["Content-Length": "0"]) == 405)
        for version in [nil, "8", "12", "14", "x"] {
            let changes: [String: String?] = ["Sec-WebSocket-Version": version]
            #expect(try server.status(changing: changes) == 426, "\(version ?? "none")")
        }
        for key in [nil, "short", "dGhlIHNhbXBsZSBub25jZQ"] {
            #expect(try server.status(changing: ["Sec-WebSocket-Key": key]) == 400)
        }
        #expect(try server.status(changing: ["Host": nil]) == 400)
    }

    @Test func `FA60 CN5 no extension is agreed on, and a compressed frame closes 1002`() throws {
        let server = try LiveServer()
        let socket = try #require(RawSocket(port: server.port, timeoutSeconds: Int(Wait.seconds)))
        socket.send(
            server.handshake(changing: ["Sec-WebSocket-Extensions": "permessage-deflate"])
        )
        let head = try #require(socket.readHead())
        #expect(head.hasPrefix("HTTP/1.1 101 "))
        #expect(!head.lowercased().contains("extensions"))
        socket.sendFrame(1, Array(LiveServer.hello().utf8), reserved: 0x40)
        #expect(socket.readClose()?.code == 1002)
    }

    @Test func `CN15 a join makes a document, unless the server makes none`() throws {
        let server = try LiveServer()
        let (member, welcome) = try server.join("meadow", key: 1)
        #expect(welcome["revision"]?.integer == 0)
        #expect(try server.request("/documents/meadow.svg").status == 200)
        withExtendedLifetime(member) {}
        server.stop()
        let strict = try LiveServer(["--existing-only"])
        let close = try #require(try strict.greet(key: 1, on: "meadow").readClose())
        #expect(close.code == 4404)
        #expect(close.reason.hasPrefix("no_document:"))
        #expect(try JSONLine(strict.request("/documents").body) == JSONLine("[]"))
        let run = try strict.emojiart("add", ["🌲"], on: "meadow")
        #expect(run.ending == .exit(3))
        #expect(run.output.isEmpty)
    }
}
