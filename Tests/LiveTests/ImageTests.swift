import EmojiArt
import Foundation
import HTTPClient
import Sync
import TestKit
import Testing

/// Pictures that the server keeps for backgrounds.
struct ImageTests {
    private static func joined(_ server: LiveServer) throws -> LiveClient {
        let client = try LiveClient(server.url()).joined()
        try client.draw(1)
        return client
    }

    private static let path = "/documents/picnic/background"

    @Test func `HT12 HT13 HT14 an image is kept, survives a kill, and is fetched by its digest`()
        throws
    {
        let server = try LiveServer()
        let client = try Self.joined(server)
        let image = SamplePicture.png(bytes: 200_000)
        let answer = try server.request(Self.path, method: "PUT", sending: image)
        #expect(answer.status == 201)
        let url = try #require(try JSONLine(answer.body)["url"]?.string)
        let digest = try #require(BackgroundURL(url)?.digest)
        #expect(try JSONLine(answer.body)["type"]?.string == "image/png")
        #expect(answer.head.contains("Location: \(Self.path)/\(digest)"))
        // It changes nothing that is seen.
        #expect(try client.revision == 1)
        try server.crash()
        let address = "http://127.0.0.1:\(server.port)\(Self.path)/\(digest)"
        var request = HTTPClient.Request(url: try #require(HTTPURL(address)))
        request.bodyBytesMax = 1 << 20
        #expect(try #require(HTTPClient()).answer(to: request).body == image)
        let head = try server.request("\(Self.path)/\(digest)", method: "HEAD").head.lowercased()
        for line in [
            "content-type: image/png", "content-length: 200000", "etag: \"\(digest)\"",
            "cache-control: private, max-age=31536000, immutable",
            "x-content-type-options: nosniff",
            "content-security-policy: default-src 'none'; sandbox",
        ] {
            #expect(head.contains(line), "\(line)")
        }
        for other in [
            "\(Self.path)/" + String(repeating: "0", count: 64), "\(Self.path)/\(digest)0",
        ] {
            #expect(try server.request(other).status == 404)
        }
        #expect(try server.request("/documents/other/background/\(digest)").status == 404)
    }

    @Test func `OP21 OP22 a background is no image that the document does not have`() throws {
        let server = try LiveServer()
        _ = try Self.joined(server)
        let image = SamplePicture.png()
        let answer = try server.request(Self.path, method: "PUT", sending: image)
        let kept = try #require(try JSONLine(answer.body)["url"]?.string)
        let socket = try server.greet(key: 7, on: "picnic")
        _ = try #require(socket.readMessage("welcome"))
        for (seq, url) in ["image:" + String(repeating: "0", count: 64), kept].enumerated() {
            let operation = #"{"type":"background","url":"\#(url)"}"#
            socket.sendText(
                #"{"type":"edit","seq":\#(seq + 1),"mark":"\#(LiveServer.mark(seq + 1))","#
                    + #""operation":\#(operation)}"#
            )
        }
        #expect(socket.readMessage("refused")?["code"]?.string == "bad_background")
        #expect(socket.readMessage("edit")?["seq"]?.integer == 2)
    }

    @Test func `HT13 what is no image, or too large, is refused and not read to its end`() throws {
        let server = try LiveServer()
        _ = try Self.joined(server)
        func status(_ body: [UInt8]) throws -> Int? {
            try server.request(Self.path, method: "PUT", sending: body).status
        }
        #expect(try status(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)) == 415)
        #expect(try status(Array(repeating: 0, count: 70_000)) == 415)
        #expect(try status(SamplePicture.png(width: 65_536, height: 1_025)) == 413)
        #expect(try status(SamplePicture.png(width: .max, height: .max)) == 415)
        #expect(try status(SamplePicture.png(width: 65_536, height: 1_024)) == 201)
        #expect(try status(SamplePicture.png(bytes: Limits.imageBytesMax)) == 201)
        #expect(try status([]) == 415)
        let socket = try #require(RawSocket(port: server.port))
        let head = "PUT \(Self.path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
        socket.send("\(head)Content-Length: \(Limits.imageBytesMax + 1)\r\n\r\n")
        let refused = try #require(socket.readToEnd())
        #expect(refused.hasPrefix("HTTP/1.1 413 "))
        for line in ["Transfer-Encoding: chunked\r\n", ""] {
            let socket = try #require(RawSocket(port: server.port))
            socket.send("\(head)\(line)\r\n")
            #expect(try #require(socket.readToEnd()).hasPrefix("HTTP/1.1 411 "), "\(line)")
        }
        #expect(try server.request("/healthz").status == 200)
    }

    @Test func `HT6 HT7 an image is for a document that is there`() throws {
        let server = try LiveServer()
        let answer = try server.request(Self.path, method: "PUT", sending: SamplePicture.png())
        #expect(answer.status == 404)
        #expect(try JSONLine(server.request("/documents").body) == JSONLine("[]"))
        for method in ["GET", "POST", "DELETE"] {
            #expect(try server.request(Self.path, method: method).status == 405)
        }
        #expect(try server.request("/documents/picnic/else", method: "PUT").status == 405)
        let origin = "https://evil.example"
        let foreign = try server.request(Self.path, method: "PUT", origin: origin, sending: [1])
        #expect(foreign.status == 403)
    }

    @Test func `HT17 FA59 two bodies of one address are taken at once, and a slow one ends`() throws
    {
        let server = try LiveServer()
        _ = try Self.joined(server)
        let head = "PUT \(Self.path) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
        var slow = try (0..<2).map { _ in
            let socket = try #require(RawSocket(port: server.port))
            socket.send("\(head)Content-Length: 5000\r\nExpect: 100-continue\r\n\r\n")
            #expect(socket.readHead() == "HTTP/1.1 100 Continue")
            return socket
        }
        let third = try server.request(Self.path, method: "PUT", sending: SamplePicture.png())
        #expect(third.status == 503)
        #expect(third.head.contains("Retry-After: 1"))
        // A body that stops coming is hung up on, and its place is free again.
        slow[0].send([0x89])
        #expect(slow[0].readToEnd() != nil)
        slow.removeAll()
        let again = Wait.until {
            let answer = try? server.request(Self.path, method: "PUT", sending: SamplePicture.png())
            return answer?.status == 201
        }
        #expect(again)
    }

    @Test func `HT16 J1 a file holds the image, and brings it to another server`() throws {
        let server = try LiveServer()
        let folder = try TemporaryDirectory()
        let image = Data(SamplePicture.png(bytes: 120_000))
        try image.write(to: URL(filePath: folder.path("hill.png")))
        let set = try server.emojiart("background", [folder.path("hill.png")])
        #expect(set.ending == .exit(0), "\(set.errors)")
        let held = "data:image/png;base64,\(image.base64EncodedString())"
        let file = try server.export()
        #expect(String(decoding: file, as: UTF8.self).contains("\"background\":\"\(held)\""))
        let drawing = try server.export(format: "svg")
        #expect(String(decoding: drawing, as: UTF8.self).contains("href=\"\(held)\""))
        try Data(file).write(to: URL(filePath: folder.path("a.emojiart")))
        let other = try LiveServer()
        let brought = try other.emojiart("import", [folder.path("a.emojiart")])
        #expect(brought.ending == .exit(0), "\(brought.errors)")
        #expect(try other.export() == file)
        let none = try server.emojiart("background", ["/etc/hostname"])
        #expect(none.ending == .exit(3))
        #expect(none.errors.contains { $0.contains("not a PNG, JPEG, GIF or WebP") })
    }
}
