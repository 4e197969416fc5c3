import EmojiArt
import Foundation
import Sync
import TestKit
import Testing

/// A server of several loops, which looks from outside like one of one.
@Suite(.aside) struct LoopsTests {
    /// Enough for each of three loops to have some.
    private static let names = (1...9).map { "room-\($0)" }

    private func server(_ options: String...) throws -> LiveServer {
        try LiveServer(["--loops", "3"] + options, isPlain: true)
    }

    @Test func `documents of all loops are edited, told of together, and there after a crash`()
        throws
    {
        let server = try server()
        for name in Self.names {
            let ada = try LiveClient(server.url(name)).joined()
            let bob = try LiveClient(server.url(name)).joined()
            try ada.draw(3)
            #expect(try bob.eventually { $0.document.emojis.count == 3 })
            let figures = try server.metrics()
            #expect(figures["emojiart_members"] == 2)
        }
        #expect(Wait.until { (try? server.metrics()["emojiart_members"]) == 0 })
        let figures = try server.metrics()
        #expect(figures["emojiart_loops"] == 3)
        #expect(figures["emojiart_documents_loaded"] == 9)
        #expect(figures["emojiart_connections_opened_total"] == 18)
        #expect(figures["emojiart_edits_total{outcome=\"accepted\"}"] == 27)
        #expect(figures["emojiart_ack_seconds_count"] == 27)
        #expect(try server.command("list").output.count == 10)
        #expect(try server.command("list", "--open").output.count == 10)
        #expect(try server.request("/readyz").status == 200)
        try server.crash()
        for name in Self.names {
            #expect(try server.request("/documents/\(name).emojiart").status == 200)
            let again = try LiveClient(server.url(name)).joined()
            #expect(try again.eventually { $0.document.emojis.count == 3 })
        }
        server.stop()
    }

    @Test func `CN20 CN21 HT19 HT21 operators reach the documents of all loops`() throws {
        let server = try server()
        for name in Self.names {
            let (socket, welcome) = try server.join(name, key: 1)
            let member = try #require(welcome["member"]?.integer)
            socket.sendText(LiveServer.add(seq: 1, id: "1.1"))
            #expect(socket.readMessage("edit") != nil)
            #expect(try server.command("inspect", name).ending == .exit(0))
            #expect(try server.command("freeze", name).ending == .exit(0))
            #expect(try server.command("rename", name, "\(name)-new").ending != .exit(0))
            #expect(try server.metrics()["emojiart_documents_frozen"] == 1)
            #expect(try server.command("unfreeze", name).ending == .exit(0))
            #expect(try server.command("kick", name, "\(member)").ending == .exit(0))
            #expect(socket.readClose()?.code == 4410)
            #expect(try server.command("rename", name, "\(name)-new").ending == .exit(0))
            #expect(try server.command("delete", "\(name)-new").ending == .exit(0))
        }
        #expect(try server.command("list").output.count == 1)
    }

    @Test func `ER9 a member follows its document to another loop`() throws {
        let server = try server()
        let ada = try LiveClient(server.url("start")).joined()
        var name = "start"
        for next in Self.names {
            try ada.draw(1)
            #expect(try server.command("rename", name, next).ending == .exit(0))
            name = next
        }
        try ada.draw(1)
        let bob = try LiveClient(server.url(name)).joined()
        #expect(try bob.eventually { $0.document.emojis.count == 10 })
        #expect(try server.command("list").output.count == 2)
    }

    @Test func `HT32 CN2 a request is served however it comes, and a hidden name is refused`()
        throws
    {
        let server = try server()
        for name in Self.names {
            #expect(try server.request("/documents/\(name)").status == 426)
            let hidden = "/documents/%72" + name.dropFirst()
            #expect(try server.request(hidden).status == 421)
            #expect(try server.status(hidden) == 421)
            // The request line in pieces.
            let socket = try #require(RawSocket(port: server.port))
            for piece in ["G", "ET ", "/docu", "ments/\(name).", "svg HTTP/1", ".1\r\n"] {
                socket.sendAtOnce()
                socket.send(piece)
            }
            socket.send("Host: 127.0.0.1:\(server.port)\r\n\r\n")
            #expect(socket.readToEnd()?.hasPrefix("HTTP/1.1 404 ") == true)
        }
        // Nothing, or no end of it.
        let longest = String(repeating: "a", count: 3_000)
        #expect(try server.request("/documents/\(longest)").status == 421)
        let mute = try #require(RawSocket(port: server.port))
        let late = try #require(RawSocket(port: server.port))
        late.send("GET /documents/")
        #expect(mute.readToEnd() == "")
        #expect(late.readToEnd() == "")
        #expect(try server.request("/healthz").status == 200)
    }

    @Test(arguments: ["1", "3"])
    func `HT32 a path has one spelling`(loops: String) throws {
        let server = try LiveServer(["--loops", loops], isPlain: true)
        for path in [
            "/documents/%70icnic", "/documents//picnic", "//documents/picnic",
            "/documents/./picnic", "/x/../documents/picnic", "/documents/a/../picnic",
            "/documents%2Fpicnic", "/documents/..%2f..%2fetc%2fpasswd", "/documents/%2e%2e/x",
            "/documents/%F0%9F%8C%B2",
            "/documents/" + String(repeating: "./", count: 400) + "picnic",
        ] {
            #expect(try server.request(path).status == 421, "\(path)")
            #expect(try server.request(path + ".svg").status == 421, "\(path)")
            #expect(try server.status(path) == 421, "\(path)")
        }
        let whole = "http://127.0.0.1:\(server.port)/documents/picnic"
        #expect(try server.request(whole).status == 403)
        #expect(try server.request("/documents/picnic").status == 426)
        #expect(try server.request("/documents/picnic?a=%70//./").status == 426)
        #expect(try server.status("/documents/picnic") == 101)
    }

    @Test func `CN22 SM16 limits hold for all loops together`() throws {
        let server = try server("--connections-silent", "3", "--connections", "8")
        var sockets = try Self.names.prefix(3).map { try server.open($0) }
        for (index, _) in Self.names[3..<6].enumerated() {
            sockets[index].sendText(LiveServer.hello(key: index + 1))
            #expect(sockets[index].readMessage("welcome") != nil)
        }
        for name in Self.names[3..<6] { sockets.append(try server.open(name)) }
        // A fourth that is silent: one of its loop gives way, or it is turned away.
        let fourth = try server.greet(key: 9, on: Self.names[6])
        let isIn = fourth.readMessage("welcome") != nil
        #expect(isIn || fourth.readClose()?.code == 1013)
        for index in 3..<sockets.count {
            sockets[index].sendText(LiveServer.hello(key: index + 20))
        }
        // All places are of members in the end, who give way to nobody.
        var isRefused = false
        /// Knocks; nil when there is no place, which has to be told of by no failed check.
        func knock() -> RawSocket? {
            let socket = RawSocket(port: server.port)
            socket?.send(server.handshake())
            return socket?.readHead() == nil ? nil : socket
        }
        for key in 40..<60 where !isRefused {
            guard let socket = knock() else {
                isRefused = true
                continue
            }
            socket.sendText(LiveServer.hello(key: key))
            sockets.append(socket)
        }
        #expect(isRefused)
        #expect(try server.ask("GET", "/healthz").status == 200)
        #expect(try server.metrics()["emojiart_connections_refused_total"] ?? 0 > 0)
        sockets = []
        #expect(Wait.until { knock() != nil })
    }

    @Test func `ER4 a reload and an end reach all loops`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("members: 2\nloops: 3\n", to: "server.yaml")
        let server = try LiveServer(["--config", file], on: directory, isPlain: true)
        let early = try Self.names.map { try server.join($0, key: 1) }
        #expect(early.allSatisfy { $0.1["limits"]?["members"]?.integer == 2 })
        _ = try directory.write("members: 3\nloops: 2\n", to: "server.yaml")
        server.reload()
        let warning = "setting=loops needs a restart"
        #expect(server.log.contains { $0.contains(warning) }, "\(server.log)")
        for name in Self.names {
            #expect(
                Wait.until {
                    let (_, welcome) = (try? server.join(name, key: 2)) ?? (nil, nil)
                    return welcome?["limits"]?["members"]?.integer == 3
                }
            )
        }
        server.program.signal(SIGTERM)
        for (socket, _) in early { #expect(socket.readClose()?.code == 1012) }
        #expect(server.program.ending() == .exit(0))
    }

    @Test func `loops and TLS do not go together, and a start says so`() throws {
        let run = try Program.server([
            "--loops", "2", "--tls-certificate", "a.pem", "--tls-key", "b.pem",
        ])
        #expect(run.ending == .exit(64))
        #expect(run.errors.contains { $0.contains("put a proxy with TLS in front") })
    }
}
