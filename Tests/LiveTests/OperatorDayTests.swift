import Foundation
import TestKit
import Testing

/// A day of somebody who runs the server for others and never read its source.
struct OperatorDayTests {
    private let directory: TemporaryDirectory
    private let machine: ScratchMachine
    private let tokens: TokenIssuer
    private let manager: NotifySocket
    private let backup: String

    init() throws {
        directory = try TemporaryDirectory()
        machine = try ScratchMachine(in: directory)
        tokens = try TokenIssuer(in: directory)
        manager = try NotifySocket()
        backup = directory.path("backup.sqlite")
    }

    @Test func `install, let people in, watch, limit, back up, break, restore, upgrade`()
        async throws
    {
        // Every step builds on the one before.
        let day = Carried(self)
        try await Aside.run {
            let server = try day.value.install()
            try day.value.letIn(server)
            try day.value.limit(server)
            try day.value.restore(server)
            try day.value.upgrade(server)
        }
    }

    /// Installs the package, sets it up, and starts it as systemd does by its unit.
    private func install() throws -> LiveServer {
        try machine.install(version: "1.0")
        let start = try #require(
            try machine.unit("ExecStart")?.split(separator: " ").map(String.init)
        )
        #expect(start[0] == "/usr/bin/emojiart-server")
        let settings = try #require(start.last)
        #expect(machine.root + settings == machine.settings)
        let file = try FileHandle(forWritingTo: URL(filePath: machine.settings))
        try file.seekToEnd()
        let own = """

            token-secret: \(tokens.secret)
            members: 4
            documents: 2
            connections-per-user: 3
            connections-per-address: 20
            connections-silent: 8

            """
        try file.write(contentsOf: Data(own.utf8))
        try file.close()
        let server = try LiveServer(
            ["--config", machine.settings],
            under: [
                "/usr/bin/env", "NOTIFY_SOCKET=\(manager.path)", "/bin/sh", "-c",
                #"shift; exec "$0" "$@""#, machine.program("emojiart-server"),
            ],
            on: directory
        )
        #expect(manager.next()?.hasPrefix("READY=1") == true)
        let image = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/\(server.program.processID)/exe"
        )
        #expect(image == machine.program("emojiart-server"))
        return server
    }

    private func hello(
        _ server: LiveServer,
        _ token: String?,
        key: Int,
        on name: String = "picnic"
    ) throws -> RawSocket {
        let socket = try server.open(name)
        socket.sendText(LiveServer.hello(key: key, token: token))
        return socket
    }

    /// Viewers and editors come in, others do not, and the figures move.
    private func letIn(_ server: LiveServer) throws {
        let before = try server.metrics()
        let editor = try hello(server, try tokens.issue(), key: 1)
        #expect(editor.readMessage("welcome")?["access"]?["role"]?.string == "editor")
        for seq in 1...5 { editor.sendText(LiveServer.add(seq: seq, id: "1.\(seq)")) }
        for revision in 1...5 {
            #expect(editor.readMessage("edit")?["revision"]?.integer == revision)
        }
        let viewer = try hello(server, try tokens.issue(role: "viewer", user: "eve"), key: 2)
        #expect(viewer.readMessage("welcome")?["access"]?["role"]?.string == "viewer")
        viewer.sendText(LiveServer.add(seq: 1, id: "2.1"))
        #expect(viewer.readMessage("refused")?["code"]?.string == "not_permitted")
        #expect(try hello(server, nil, key: 3).readClose()?.code == 4401)
        let elsewhere = try tokens.issue("lake", user: "bob")
        #expect(try hello(server, elsewhere, key: 3).readClose()?.code == 4403)
        let after = try server.metrics()
        func grown(_ name: String) -> Double { (after[name] ?? 0) - (before[name] ?? 0) }
        #expect(grown(#"emojiart_edits_total{outcome="accepted"}"#) == 5)
        #expect(grown(#"emojiart_edits_refused_total{code="not_permitted"}"#) == 1)
        #expect(grown("emojiart_connections_opened_total") == 4)
        #expect(grown("emojiart_ack_seconds_count") >= 5)
        let list = try server.command("list", "--open")
        #expect(list.output.contains { $0.hasPrefix("picnic") }, "\(list.output)")
    }

    /// Whoever wants more than there may be is told by a code.
    private func limit(_ server: LiveServer) throws {
        let all = try tokens.issue("*", user: "bob")
        let silent = try server.open()
        let large = try hello(server, all, key: 3)
        #expect(large.readMessage("welcome")?["limits"]?["members"]?.integer == 4)
        large.sendText(String(repeating: "x", count: 70_000))
        #expect(large.readClose()?.code == 1009)
        let pinger = try hello(server, all, key: 3)
        #expect(pinger.readMessage("welcome") != nil)
        let ping = RawFrame(9, [UInt8](repeating: 7, count: 125)).encoded(mask: RawSocket.mask)
        pinger.send(Array(repeatElement(ping, count: 2_000).joined()))
        #expect(pinger.readClose()?.code == 4429)
        let hasty = try hello(server, all, key: 3)
        #expect(hasty.readMessage("welcome") != nil)
        hasty.sendText(LiveServer.add(seq: 7, id: "3.1"))
        #expect(hasty.readClose()?.code == 4409)
        // One user's connections, then the members of one document, then documents.
        var friends: [RawSocket] = []
        let isBack = Wait.until {
            guard let friend = try? hello(server, all, key: 3 + friends.count),
                friend.readMessage("welcome") != nil
            else { return false }
            friends.append(friend)
            return friends.count == 3
        }
        #expect(isBack)
        let crowded = try hello(server, all, key: 8).readClose()
        #expect(crowded?.code == 4413 && crowded?.reason.contains("the user has 3") == true)
        let others = try ["cy", "di", "ed", "flo"].enumerated().map { number, user in
            try hello(server, try tokens.issue("*", user: user), key: 10 + number)
        }
        let codes = others.map { $0.readMessage()?.code }
        #expect(codes.contains(4413), "\(codes)")
        let owner = try tokens.issue("*", user: "olga")
        let lake = try hello(server, owner, key: 20, on: "lake")
        #expect(lake.readMessage("welcome") != nil)
        lake.sendText(LiveServer.add(seq: 1, id: "1.1"))
        #expect(lake.readMessage("edit") != nil)
        #expect(try hello(server, owner, key: 20, on: "sea").readClose()?.code == 4404)
        // More than one address may have.
        let quiet = (0..<20).compactMap { _ -> RawSocket? in
            guard let socket = RawSocket(port: server.port) else { return nil }
            socket.send(server.handshake())
            return socket.readHead()?.hasPrefix("HTTP/1.1 101 ") == true ? socket : nil
        }
        #expect(quiet.contains { $0.readMessage()?.code == 1013 })
        #expect(silent.readClose()?.code == 4408)
        let metrics = try server.metrics()
        for code in ["1009", "4401", "4403", "4404", "4408", "4409", "4413", "4429"] {
            let count = metrics.first { $0.key.contains("closes_total{code=\"\(code)\"") }?.value
            #expect(count ?? 0 >= 1, "\(code)")
        }
    }

    /// A backup, a damaged journal, and everything back.
    private func restore(_ server: LiveServer) throws {
        let made = try server.command("backup", backup)
        #expect(made.ending == .exit(0), "\(made.errors)")
        #expect(try Program.server("verify", backup).ending == .exit(0))
        server.stop()
        while let word = manager.next(within: 1), !word.hasPrefix("STOPPING=1") {}
        let journal = try FileHandle(forUpdating: URL(filePath: server.data + "/journal.sqlite"))
        // All that is in the pages after the first.
        let end = try journal.seekToEnd()
        try journal.seek(toOffset: 4_096)
        try journal.write(contentsOf: Data(repeating: 0xA5, count: Int(end) - 4_096))
        try journal.close()
        let broken = try Program(
            machine.program("emojiart-server"),
            ["--config", machine.settings, "--listen", "127.0.0.1:0", "--data", server.data]
        ).finish()
        // The unit says that systemd leaves this to the operator.
        #expect(broken.ending == .exit(65), "\(broken.errors)")
        #expect(try machine.unit("RestartPreventExitStatus")?.contains("65") == true)
        #expect(broken.errors.joined().contains("restore the newest backup"), "\(broken.errors)")
        let run = try Program.server("restore", backup, "--data", server.data, "--replace")
        #expect(run.ending == .exit(0), "\(run.errors)")
        try server.restart()
        #expect(manager.next()?.hasPrefix("READY=1") == true)
        let editor = try hello(server, try tokens.issue(), key: 1)
        let welcome = try #require(editor.readMessage("welcome"))
        #expect(welcome["revision"]?.integer == 5)
        #expect(welcome["seq"]?.integer == 5)
    }

    /// Another version over it, with the settings and the documents as they were.
    private func upgrade(_ server: LiveServer) throws {
        let settings = try Data(contentsOf: URL(filePath: machine.settings))
        let drained = try server.command("drain", "--wait")
        #expect(drained.ending == .exit(0), "\(drained.errors)")
        #expect(server.program.ending() == .exit(0))
        while let word = manager.next(within: 1), !word.hasPrefix("STOPPING=1") {}
        try machine.install(version: "1.1")
        #expect(try Data(contentsOf: URL(filePath: machine.settings)) == settings)
        try server.restart()
        #expect(manager.next()?.hasPrefix("READY=1") == true)
        let token = try tokens.issue()
        let editor = try hello(server, token, key: 1)
        #expect(editor.readMessage("welcome")?["revision"]?.integer == 5)
        editor.sendText(LiveServer.add(seq: 6, id: "1.6"))
        #expect(editor.readMessage("edit")?["revision"]?.integer == 6)
        #expect(try server.command("revoke", "--user", "ada").ending == .exit(0))
        #expect(editor.readClose()?.code == 4401)
        let file = try server.request(
            "/documents/picnic.svg",
            bearer: try tokens.issue(user: "eve")
        )
        #expect(file.status == 200)
        server.stop()
        #expect(try StoredLog(directory: server.data).breaks.isEmpty)
    }
}
