import Foundation
import TestKit
import Testing

/// How the server starts, or says why it does not.
struct StartTests {
    @Test func `FA11 a second server on a data directory exits 75 and names the first`() throws {
        let server = try LiveServer()
        var client = SweepClient()
        try client.begin(on: server, 5)
        let program = try Program(
            "emojiart-server",
            ["--listen", "127.0.0.1:0", "--data", server.data]
        )
        while program.isRunning {
            let isServed = client.make(2)
            try #require(isServed)
        }
        let second = program.finish()
        #expect(second.ending == .exit(75))
        #expect(second.output.isEmpty)
        #expect(second.errors.joined().contains("\(server.program.processID)"), "\(second.errors)")
        #expect(try server.request("/healthz").status == 200)
        let goesOn = client.make(5)
        #expect(goesOn)
        client.disconnect()
        server.stop()
        let log = try client.check(in: server.data)
        #expect(log.edits.count == client.accepted.count)
    }

    @Test func `a port in use exits 75 and says what to do`() throws {
        let server = try LiveServer()
        let directory = try TemporaryDirectory()
        let second = try Program.server(
            ["--listen", "127.0.0.1:\(server.port)", "--data", directory.path("data")]
        )
        #expect(second.ending == .exit(75))
        let text = second.errors.joined()
        #expect(text.contains("in use"), "\(text)")
        #expect(text.contains("another port"), "\(text)")
    }

    @Test func `an address that others reach needs TLS, here or in front`() throws {
        let directory = try TemporaryDirectory()
        for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:8080"] {
            let data = directory.path("data")
            let refused = try Program.server(["--listen", address, "--data", data])
            #expect(refused.ending == .exit(64), "\(address)")
            let text = refused.errors.joined(separator: "\n")
            #expect(text.contains("--behind-proxy"), "\(text)")
            #expect(text.contains("--tls-certificate"), "\(text)")
            #expect(text.contains("Usage:"), "\(text)")
            #expect(!FileManager.default.fileExists(atPath: data))
        }
    }

    @Test func `a directory that cannot be made, or holds another file, says so`() throws {
        let directory = try TemporaryDirectory()
        let file = try directory.write("x", to: "file")
        let inFile = try Program.server(["--listen", "127.0.0.1:0", "--data", file + "/data"])
        #expect(inFile.ending == .exit(66))
        #expect(inFile.errors.joined().contains(file), "\(inFile.errors)")
        let data = directory.path("data")
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        _ = try directory.write("This is no database.", to: "data/journal.sqlite")
        let notOurs = try Program.server(["--listen", "127.0.0.1:0", "--data", data])
        #expect(notOurs.ending == .exit(65))
        let text = try String(contentsOfFile: data + "/journal.sqlite", encoding: .utf8)
        #expect(text == "This is no database.")
    }

    @Test(arguments: [
        ("emojiart-server", ["--idle-seconds", "9223372036854775807"]),
        ("emojiart-server", ["--messages-per-second", "9223372036854775807"]),
        ("emojiart", ["list", "ws://127.0.0.1:1", "--timeout=nan"]),
        ("emojiart", ["list", "ws://127.0.0.1:1", "--timeout=1e30"]),
        ("emojiart", ["add", "ws://127.0.0.1:1/documents/a", "🌲", "--x=-9223372036854775808"]),
        (
            "emojiart",
            ["move", "ws://127.0.0.1:1/documents/a", "1.1", "--dx=-9223372036854775808"]
        ),
        ("emojiart", ["scale", "ws://127.0.0.1:1/documents/a", "1.1", "--factor=1e300"]),
    ])
    func `a number that is too large is wrong usage`(program: String, arguments: [String]) throws {
        let run = try Program(program, arguments).finish()
        #expect(run.ending == .exit(program == "emojiart" ? 2 : 64), "\(run.errors)")
        #expect(run.output.isEmpty)
    }

    @Test func `the log of a session holds nothing of a document`() throws {
        let server = try LiveServer(["--log-level", "trace"])
        let editor = try Program(
            "emojiart",
            ["edit", server.url(), "--json", "--name", "Zanzibar", "--state", server.state]
        )
        editor.write([
            #"{"type":"add","emojis":[{"text":"🦖","x":31415,"y":-27182,"size":1618}],"ref":"Rho"}"#,
            #"{"type":"background","url":"https://secret.example/meadow.png"}"#,
            #"{"type":"move","ids":["1.1"],"dx":14142,"dy":0}"#, #"{"type":"undo"}"#,
            #"{"type":"add","emojis":[{"text":"Tyrannosaurus","x":0,"y":0}]}"#,
        ])
        editor.closeInput()
        #expect(editor.finish().ending == .exit(4))
        let (socket, _) = try server.join(key: 77)
        socket.sendText(#"{"type":"Velociraptor","🦕":"Quetzal"}"#)
        #expect(socket.readClose()?.code == 4400)
        _ = try server.export()
        server.stop()
        let log = try #require(server.program.errors.wholeLines())
        #expect(log.contains { $0.contains("opened") }, "\(log)")
        for secret in [
            "🦖", "🦕", "Zanzibar", "31415", "27182", "1618", "14142", "secret.example", "Rho",
            "Tyrannosaurus", "Velociraptor", "Quetzal", "000000000000004d",
        ] {
            #expect(!log.contains { $0.contains(secret) }, "\(secret): \(log)")
        }
        #expect(log.allSatisfy { $0.contains("emojiart-server: ") }, "\(log)")
    }
}
