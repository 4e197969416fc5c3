import EmojiArt
import Foundation
import Sync
import TestKit
import Testing
import Transport
import WebSockets

/// What operators ask of the running server, by its socket and by commands.
struct OperatorTests {
    @Test func `documents are listed and inspected`() throws {
        let server = try LiveServer()
        #expect(try server.command("list").output.count == 1)
        let ada = try LiveClient(server.url(), name: "Ada 🌲").joined()
        try ada.draw(3)
        let viewer = try LiveClient(server.url(), key: nil).joined()
        let run = try server.command("list")
        #expect(run.ending == .exit(0))
        #expect(run.output.count == 2)
        let cells = run.output.last?.split(separator: " ").map(String.init) ?? []
        #expect(cells == ["picnic", "3", "2", "3", "0", "B", "open"], "\(run.output)")

        let shown = try server.command("inspect", "picnic")
        #expect(shown.ending == .exit(0))
        #expect(shown.output.contains { $0.hasSuffix("127.0.0.1") } == false)
        #expect(shown.output.contains { $0.hasSuffix("Ada 🌲") }, "\(shown.output)")
        #expect(shown.output.contains { $0.contains("viewer") })
        let line = try #require(try server.command("inspect", "picnic", "--json").output.first)
        let json = try JSONLine(line)
        #expect(json["revision"]?.integer == 3)
        #expect(json["isFrozen"]?.integer == 0)
        let open = try #require(json["open"])
        #expect(open["emojis"]?.integer == 3)
        #expect(open["epoch"]?.string?.count == 16)
        let members = try #require(open["members"]?.array)
        #expect(members.map { $0["name"]?.string } == ["Ada 🌲", ""])
        #expect(members.map { $0["client"]?.integer } == [1, nil])
        #expect(members.allSatisfy { $0["address"]?.string == "127.0.0.1" })
        #expect(members.allSatisfy { ($0["since"]?.integer ?? 0) > 1_700_000_000_000 })

        // What is not open is told from the journal.
        ada.stop()
        viewer.stop()
        #expect(try server.command("close", "picnic").ending == .exit(0))
        let stored = try #require(try server.command("list", "--json").output.first)
        let list = try #require(JSONLine(stored).array)
        #expect(list.map { $0["revision"]?.integer } == [3])
        #expect(list.allSatisfy { $0["open"] == nil })
        #expect(try server.command("inspect", "picnic").output.contains { $0.contains("stored") })
        #expect(try server.command("list", "--open").output.count == 1)
    }

    @Test func `top prints what the server does, and its documents in an order`() throws {
        let server = try LiveServer()
        let client = try LiveClient(server.url())
        let other = try LiveClient(server.url("lake"))
        let viewer = try LiveClient(server.url("lake"), key: nil)
        #expect(try client.join() && other.join() && viewer.join())
        try client.draw(3)
        for (order, names) in [("revision", ["picnic", "lake"]), ("members", ["lake", "picnic"])] {
            let run = try server.command("top", "--sort", order)
            #expect(run.ending == .exit(0))
            #expect(run.output.first?.hasSuffix("ready") == true, "\(run.output)")
            let shown = run.output.suffix(2).compactMap { $0.split(separator: " ").first }
            #expect(shown.map(String.init) == names, "\(run.output)")
        }
        server.stop()
        #expect(try server.command("top").ending == .exit(69))
    }

    @Test func `CN21 a member that is removed stays away, the others stay`() throws {
        let server = try LiveServer()
        let ada = try LiveClient(server.url(), name: "Ada").joined()
        let (socket, welcome) = try server.join(key: 7)
        let number = try #require(welcome["member"]?.integer)
        #expect(try ada.eventually { $0.others.count == 1 })
        let run = try server.command("kick", "picnic", "\(number)")
        #expect(run.ending == .exit(0))
        #expect(run.output == ["Member \(number) was disconnected from picnic."])
        let close = try #require(socket.readClose())
        #expect(close.code == 4410)
        #expect(close.reason.hasPrefix("removed:"))
        #expect(try ada.eventually { $0.others.isEmpty })
        try ada.draw(1)
        // A client of ours ends with what the server said.
        let editor = try server.editor()
        editor.write([#"{"type":"add","emojis":[{"text":"🌲","x":0,"y":0}],"ref":1}"#])
        #expect(editor.output.line { $0.contains(#""ref":1"#) } != nil)
        let line = try #require(try server.command("inspect", "picnic", "--json").output.first)
        let members = try JSONLine(line)["open"]?["members"]?.array
        let last = try #require(members?.last?["number"]?.integer)
        #expect(try server.command("kick", "picnic", "\(last)").ending == .exit(0))
        let end = editor.finish()
        #expect(end.ending == .exit(3))
        #expect(end.errors.contains { $0.contains("removed") }, "\(end.errors)")
        // The first one does not answer the Close frame, and is cut after a while.
        let isCounted = try Wait.until {
            try server.metrics()[#"emojiart_closes_total{code="4410",name="removed"}"#] == 2
        }
        #expect(isCounted)
    }

    @Test func `a document that is closed is gone from memory, and its members come back`() throws {
        let server = try LiveServer()
        let clients = try (0..<3).map { _ in try LiveClient(server.url()).joined() }
        for client in clients { _ = try client.add(20) }
        #expect(try server.command("close", "picnic").ending == .exit(0))
        for client in clients { _ = try client.add(20) }
        for client in clients {
            #expect(try client.eventually { $0.isSynced && $0.revision == 120 })
        }
        #expect(try server.metrics()["emojiart_documents_opened_total"] == 2)
        let missing = try server.command("close", "nowhere")
        #expect(missing.ending == .exit(66))
        #expect(missing.errors == ["emojiart-server: The document is not open."])
    }

    @Test func `HT18 HT19 documents are renamed and deleted by command`() throws {
        let server = try LiveServer()
        let client = try LiveClient(server.url()).joined()
        try client.draw(2)
        #expect(try server.command("rename", "picnic", "lake").ending == .exit(0))
        _ = try client.add(2)
        #expect(try client.eventually { $0.isSynced && $0.revision == 4 })
        let other = try LiveClient(server.url("pond")).joined()
        try other.draw(1)
        #expect(try server.command("rename", "lake", "pond").ending == .exit(73))
        #expect(try server.command("rename", "nowhere", "hill").ending == .exit(66))
        #expect(try server.command("rename", "lake", "No Name").ending == .exit(64))
        let run = try server.command("delete", "lake", "--json")
        #expect(run.output == [#"{"document":"lake","result":"deleted"}"#])
        #expect(try server.command("delete", "lake").ending == .exit(66))
    }

    @Test func `a command that finds no server says what to do`() throws {
        let server = try LiveServer()
        server.stop()
        #expect(!FileManager.default.fileExists(atPath: server.socket))
        for run in [try server.command("list"), try server.command("list", on: "/nowhere/s")] {
            #expect(run.ending == .exit(69))
            #expect(run.output.isEmpty)
            #expect(run.errors.joined().contains("--data"), "\(run.errors)")
        }
        let long = String(repeating: "a", count: 120)
        #expect(try server.command("list", on: long).ending == .exit(75))
    }

    @Test func `drain ends the server, and says so when it has ended`() throws {
        let server = try LiveServer()
        let client = try LiveClient(server.url()).joined()
        _ = try client.add(50)
        let run = try server.command("drain", "--wait")
        #expect(run.ending == .exit(0))
        #expect(run.output.first?.contains("\(server.program.processID), has ended") == true)
        #expect(server.program.ending(within: 1) == .exit(0))
        try server.restart()
        #expect(try client.eventually { $0.isSynced && $0.revision == 50 })
    }

    @Test func `HT22 clients find nothing of what is for operators`() throws {
        let server = try LiveServer(["--metrics-listen", "127.0.0.1:0"])
        let client = try LiveClient(server.url()).joined()
        _ = try client.add(1)
        for path in [
            "/metrics", "/admin", "/admin/documents", "/admin/documents/picnic", "/admin/drain",
        ] {
            #expect(try server.request(path).status == 404, "\(path)")
            #expect(
                try [404, 405].contains(server.request(path, method: "POST").status),
                "\(path)"
            )
            #expect(try server.status(path) == 404, "\(path)")
        }
        #expect(try client.settle())
    }

    @Test func `the socket takes no WebSocket, and knows its paths and methods`() throws {
        let server = try LiveServer()
        _ = try LiveClient(server.url()).joined()
        for (method, target, status) in [
            ("GET", "/documents/picnic", 404), ("GET", "/", 404), ("GET", "/admin", 404),
            ("GET", "/admin/documents/Not-A-Name", 404), ("POST", "/metrics", 405),
            ("GET", "/admin/drain", 405), ("POST", "/admin/documents/picnic", 405),
            ("GET", "/admin/documents/picnic/freeze", 405),
            ("POST", "/admin/documents/picnic/kick", 400),
            ("POST", "/admin/documents/picnic/kick?member=x", 400),
            ("POST", "/admin/documents/picnic/kick?member=99", 404),
            ("POST", "/admin/documents/picnic/melt", 404),
            ("POST", "/admin/documents/picnic/rename?name=A", 400),
            ("PUT", "/admin/documents/picnic", 404), ("GET", "/healthz", 200),
        ] {
            #expect(try server.ask(method, target).status == status, "\(method) \(target)")
        }
        let upgrade = [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: operators",
        ]
        let answer = try server.ask("GET", "/", headers: upgrade)
        #expect([400, 404].contains(answer.status))
        let none = try LiveServer(["--admin-socket", ""])
        #expect(!FileManager.default.fileExists(atPath: none.socket))
        #expect(try none.request("/healthz").status == 200)
    }
}
