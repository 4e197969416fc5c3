import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import Wire

/// The past of documents, over HTTP: what is answered, and what is kept.
struct PastTests {
    /// A server with a document of so many edits.
    private static func server(
        _ options: [String] = [],
        edits count: Int = 4
    ) throws -> (LiveServer, LiveClient) {
        let server = try LiveServer(options)
        let client = try LiveClient(server.url()).joined()
        let ids = try client.add(2)
        for _ in 0..<(count - 2) { try client.edit(.move(ids: ids, dx: 1, dy: 1)) }
        #expect(try client.settle())
        return (server, client)
    }

    @Test func `HT23 the history says how much is kept`() throws {
        let (server, _) = try Self.server()
        let answer = try server.request("/documents/picnic/history")
        #expect(answer.status == 200)
        let value = try JSONLine(answer.body)
        #expect(value["first"]?.integer == 0 && value["revision"]?.integer == 4)
        #expect(value["time"]?.integer ?? 0 > 1_700_000_000_000)
        #expect(value["epoch"]?.string?.count == 16)
        #expect(try server.request("/documents/nowhere/history").status == 404)
    }

    @Test func `HT24 HT25 CK8 edits are byte for byte those that members got`() throws {
        let (server, _) = try Self.server()
        let body = try server.request("/documents/picnic/edits").body
        let lines = body.split(separator: "\n").map(String.init)
        #expect(lines.count == 4)
        var chain = Checksum.zero
        for (index, line) in lines.enumerated() {
            chain = Position.extend(chain, by: Array(line.utf8).span)
            let edit = try JSONLine(line)
            #expect(edit["revision"]?.integer == index + 1 && edit["client"]?.integer == 1)
            #expect(edit["time"]?.integer ?? 0 > 0)
        }
        let bits = String(chain.bits, radix: 16)
        let welcome = try server.join().1
        #expect(welcome["chain"]?.string == String(repeating: "0", count: 16 - bits.count) + bits)
        let some = try server.request("/documents/picnic/edits?after=1&limit=2").body
        #expect(some.split(separator: "\n").map(String.init) == Array(lines[1...2]))
        #expect(try server.request("/documents/picnic/edits?after=4").body == "")
        #expect(try server.request("/documents/picnic/edits?after=99").body == "")
        for query in ["after=-1", "after=x", "limit=0", "limit=1001", "before=3", "after"] {
            #expect(
                try server.request("/documents/picnic/edits?\(query)").status == 400,
                "\(query)"
            )
        }
        #expect(try server.request("/documents/nowhere/edits").status == 404)
    }

    @Test func `HT24 an answer ends after a mebibyte, and the next goes on`() throws {
        let server = try LiveServer()
        let client = try LiveClient(server.url()).joined()
        for index in 0..<24 { try client.editLargely(index) }
        #expect(try client.settle())
        let first = try server.request("/documents/picnic/edits").body.split(separator: "\n").count
        #expect((20...23).contains(first))
        let rest = try server.request("/documents/picnic/edits?after=\(first)").body
        #expect(rest.split(separator: "\n").count == 24 - first)
    }

    @Test func `HT26 HT27 HT28 a document is answered as it was, in each form`() throws {
        let (server, client) = try Self.server()
        let times = try server.request("/documents/picnic/edits").body.split(separator: "\n")
            .map { try JSONLine(String($0))["time"]?.integer ?? 0 }
        for (at, count) in [("0", 0), ("1", 1), ("4", 2), ("\(Moment.time(times[3]).text)", 2)] {
            let file = try server.request("/documents/picnic.emojiart?at=\(at)")
            #expect(file.status == 200)
            #expect(try EmojiArtFile.read(Array(file.body.utf8)).emojis.count == count, "\(at)")
            let picture = try server.request("/documents/picnic.svg?at=\(at)").body
            #expect(picture.components(separatedBy: "<text").count == count + 1, "\(at)")
            let parts = try server.request("/documents/picnic.snapshot?at=\(at)").body
            let part = try JSONLine(String(try #require(parts.split(separator: "\n").first)))
            #expect(part["emojis"]?.array?.count == count && part.type == "snapshot")
        }
        let now = try server.request("/documents/picnic.svg?at=4").body
        #expect(now == (try server.request("/documents/picnic.svg").body))
        #expect(try Array(now.utf8) == SVGFile.write(client.document))
        let early = try server.request("/documents/picnic.snapshot?at=1970-01-01").body
        #expect(try JSONLine(early)["revision"]?.integer == 0)
        for form in ["svg", "emojiart", "snapshot"] {
            #expect(try server.request("/documents/picnic.\(form)?at=5").status == 404)
            #expect(try server.request("/documents/picnic.\(form)?at=soon").status == 400)
            #expect(try server.request("/documents/nowhere.\(form)?at=0").status == 404)
        }
    }

    @Test func `HT29 who asks for too much of the past at once is told to come again`() throws {
        let (server, _) = try Self.server(["--connections-per-address", "1000"], edits: 1_100)
        let sockets = try (0..<200).map { _ in
            let socket = try #require(RawSocket(port: server.port, timeoutSeconds: 30))
            let host = "Host: 127.0.0.1:\(server.port)"
            socket.send("GET /documents/picnic.snapshot?at=1001 HTTP/1.1\r\n\(host)\r\n\r\n")
            return socket
        }
        let answers = sockets.map { $0.readToEnd() ?? "" }
        let good = answers.count { $0.hasPrefix("HTTP/1.1 200") }
        let busy = answers.count { $0.hasPrefix("HTTP/1.1 503") }
        #expect(good >= 64 && good + busy == 200)
        #expect(try server.request("/documents/picnic.snapshot?at=1001").status == 200)
    }

    @Test func `HT30 HT28 SY37 old edits go where the operator says so, and nothing else`() throws {
        let server = try LiveServer(["--history-edits", "1500"])
        let key = ClientKey.fresh
        var client = try LiveClient(server.url(), key: key).joined()
        let ids = try client.add(2)
        for _ in 0..<2_998 { try client.edit(.move(ids: ids, dx: 1, dy: 1)) }
        #expect(try client.settle())
        client.kill()
        let before = try server.request("/documents/picnic.emojiart?at=2000").body
        // It looks soon after a start.
        try server.crash()
        let first = { () throws -> Int? in
            try JSONLine(server.request("/documents/picnic/history").body)["first"]?.integer
        }
        #expect(try Wait.until { try first() == 1_500 })
        #expect(try server.request("/documents/picnic/edits?after=1499").status == 410)
        #expect(try server.request("/documents/picnic.svg?at=1499").status == 410)
        #expect(try server.request("/documents/picnic.svg?at=2000-01-01").status == 410)
        #expect(try server.request("/documents/picnic.svg?at=1500").status == 200)
        #expect(try server.request("/documents/picnic.emojiart?at=2000").body == before)
        #expect(
            try server.request("/documents/picnic/edits?after=1500&limit=1").body
                .hasPrefix(#"{"type":"edit","revision":1501,"#)
        )
        try server.crash()
        client = try LiveClient(server.url(), key: key)
        #expect(try client.join())
        try client.draw(1)
        #expect(try client.revision == 3_001)
        #expect(try client.document.emojis.count == 3)
    }

    @Test func `RV6 what is sent after a revert comes after it, and nobody else waits`() throws {
        let (server, _) = try Self.server(edits: 2_500)
        let (writer, _) = try server.join(key: 1)
        let (other, welcome) = try server.join(key: 2)
        let number = try #require(welcome["client"]?.integer)
        writer.sendText(
            #"{"type":"edit","seq":1,"mark":"0000000000000001","#
                + #""operation":{"type":"revert","revision":1}}"#
        )
        writer.sendText(LiveServer.add(seq: 2, id: "\(number - 1).1"))
        other.sendText(LiveServer.add(seq: 1, id: "\(number).1"))
        var order: [String] = []
        while order.count < 3, let edit = writer.readMessage("edit") {
            order.append("\(edit["client"]?.integer ?? 0).\(edit["seq"]?.integer ?? 0)")
        }
        let own = order.filter { $0.hasPrefix("\(number - 1).") }
        #expect(own == ["\(number - 1).1", "\(number - 1).2"])
        #expect(order.contains("\(number).1"))
    }
}
