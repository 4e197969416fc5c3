import EmojiArt
import Sync
import TestKit
import Testing

/// What the server answers over HTTP.
struct HTTPTests {
    @Test func `HT2 the list of documents is JSON, ascending by name`() throws {
        let server = try LiveServer()
        #expect(try JSONLine(server.request("/documents").body) == JSONLine("[]"))
        for (name, count) in [("zoo", 1), ("a-b", 2), ("picnic", 3)] {
            let client = try LiveClient(server.url(name)).joined()
            try client.draw(count)
        }
        let answer = try server.request("/documents")
        #expect(answer.status == 200)
        #expect(answer.head.lowercased().contains("content-type: application/json"))
        let list = try #require(JSONLine(answer.body).array)
        #expect(list.map { $0["name"]?.string } == ["a-b", "picnic", "zoo"])
        #expect(list.map { $0["revision"]?.integer } == [2, 3, 1])
        #expect(list.allSatisfy { ($0["time"]?.integer ?? 0) > 1_700_000_000_000 })
        let run = try Program.emojiart(["list", "ws://127.0.0.1:\(server.port)"])
        #expect(run.ending == .exit(0))
        #expect(try JSONLine.objects(run.output) == list)
    }

    @Test func `HT3 HT4 HT5 a document is fetched as a file and as a picture`() throws {
        let server = try LiveServer()
        let client = try LiveClient(server.url()).joined()
        let ids = try client.add(2)
        try client.ask { watch in
            watch.update { $0.select(ids, now: watch.now) }
        }
        #expect(try client.settle())
        let file = try server.request("/documents/picnic.emojiart")
        #expect(file.status == 200)
        #expect(file.head.lowercased().contains("content-type: application/json"))
        let value = try JSONLine(file.body)
        #expect(Set(value.object.map { Array($0.keys) } ?? []) == ["emojis", "uniqueEmojiId"])
        #expect(try EmojiArtFile.read(Array(file.body.utf8)).dialect == .year2023)
        #expect(try Array(file.body.utf8) == EmojiArtFile.write(client.document))
        let picture = try server.request("/documents/picnic.svg")
        #expect(picture.status == 200)
        #expect(picture.head.lowercased().contains("content-type: image/svg+xml"))
        #expect(try Array(picture.body.utf8) == SVGFile.write(client.document))
        let head = try server.request("/documents/picnic.svg", method: "HEAD")
        #expect(head.status == 200)
        #expect(head.head.contains("Content-Length: \(picture.body.utf8.count)"))
        #expect(head.body.isEmpty)
    }

    @Test func `HT6 what does not exist answers 404 and is not made`() throws {
        let server = try LiveServer()
        let long = String(repeating: "a", count: 65)
        for path in [
            "/nothing", "/documents/", "/documents/nowhere.emojiart", "/documents/nowhere.svg",
            "/documents/nowhere.png", "/documents/Picnic.svg",
            "/documents/\(long).svg", "/documents/-a.svg", "/documents/a/b.svg",
            "/documents/.svg",
        ] {
            for method in ["GET", "HEAD"] {
                let status = try server.request(path, method: method).status
                #expect(status == 404, "\(method) \(path)")
            }
        }
        #expect(try JSONLine(server.request("/documents").body) == JSONLine("[]"))
    }

    @Test func `HT8 a document's own path without an upgrade answers 426`() throws {
        let server = try LiveServer()
        let answer = try server.request("/documents/picnic")
        #expect(answer.status == 426)
        #expect(answer.head.lowercased().contains("upgrade: websocket"))
        #expect(try JSONLine(server.request("/documents").body) == JSONLine("[]"))
    }

    @Test func `HT7 another method answers 405`() throws {
        let server = try LiveServer()
        for path in ["/", "/healthz", "/documents", "/documents/picnic.emojiart"] {
            for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH"] {
                #expect(try server.request(path, method: method).status == 405, "\(method) \(path)")
            }
        }
        #expect(try server.request("/healthz").status == 200)
    }

    @Test func `FA53 CN18 a request for another host gets 403`() throws {
        let server = try LiveServer(["--host", "art.example:8443"])
        let port = server.port
        for name in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
            let host = "\(name):\(port)"
            #expect(try server.request("/healthz", host: host).status == 200, "\(host)")
        }
        #expect(try server.request("/healthz", host: "Art.Example:8443").status == 200)
        for host in [
            "evil.example", "evil.example:\(port)", "127.0.0.1", "127.0.0.1:1", "art.example",
            "127.0.0.1:\(port).evil.example", "127.0.0.1:\(port)@evil.example",
        ] {
            #expect(try server.request("/healthz", host: host).status == 403, "\(host)")
            #expect(try server.status(changing: ["Host": host]) == 403, "\(host)")
        }
    }

    @Test func `FA52 CN18 pages of other origins get 403`() throws {
        let server = try LiveServer(["--origin", "https://app.example"])
        let own = "http://127.0.0.1:\(server.port)"
        for origin in [own, "https://app.example", "https://127.0.0.1:\(server.port)"] {
            #expect(try server.status(changing: ["Origin": origin]) == 101, "\(origin)")
            #expect(try server.request("/healthz", origin: origin).status == 200, "\(origin)")
        }
        for origin in [
            "https://evil.example", "null", "\(own).evil.example", "\(own)@evil.example",
            "\(own)/", "http://app.example", "https://app.example.evil.example",
            "https://app.example:444", "http://127.0.0.1", "http://127.0.0.1:1", "file://",
            "https://evil.example/\(own)", "\(own), https://evil.example",
        ] {
            #expect(try server.status(changing: ["Origin": origin]) == 403, "\(origin)")
            #expect(try server.request("/healthz", origin: origin).status == 403, "\(origin)")
        }
    }

    @Test func `FA52 CN18 pages of other sites embed nothing, and links lead here`() throws {
        let server = try LiveServer()
        func status(_ site: String, _ mode: String) throws -> Bool {
            let socket = try #require(RawSocket(port: server.port))
            socket.send(
                "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
                    + "Sec-Fetch-Site: \(site)\r\nSec-Fetch-Mode: \(mode)\r\n\r\n"
            )
            return try #require(socket.readToEnd()).hasPrefix("HTTP/1.1 200 ")
        }
        #expect(try !status("cross-site", "no-cors") && !status("same-site", "no-cors"))
        #expect(try status("cross-site", "navigate") && status("none", "navigate"))
        #expect(try status("same-origin", "cors"))
    }
}
