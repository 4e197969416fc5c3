import Foundation
import Testing

/// What `emojiart` tells of the past, and how it goes back.
struct PastCommandTests {
    /// A server whose document was drawn by six commands.
    private static func drawn() throws -> LiveServer {
        let server = try LiveServer()
        for (command, arguments) in [
            ("add", ["🌲", "--x", "10", "--y", "20"]), ("add", ["🚲"]),
            ("move", ["1.1", "--dx", "50"]), ("scale", ["1.2", "--factor", "2"]),
            ("delete", ["1.1"]), ("background", ["https://example.org/a.png"]),
        ] {
            let run = try server.emojiart(command, arguments)
            #expect(run.ending == .exit(0), "\(run.errors)")
        }
        return server
    }

    private static func run(_ server: LiveServer, _ arguments: String...) throws -> Program.Run {
        try Program.emojiart([arguments[0], server.url()] + arguments.dropFirst())
    }

    @Test func `log tells the edits, the newest first`() throws {
        let server = try Self.drawn()
        let all = try Self.run(server, "log")
        #expect(all.ending == .exit(0))
        #expect(all.output.count == 6)
        let last = try #require(all.output.last)
        #expect(last.hasPrefix("1  20") && last.hasSuffix("client 1  add 1.1 🌲 at 10,20"))
        #expect(all.output[3].hasSuffix("move 1.1 by 50,0"))
        let two = try JSONLine.objects(try Self.run(server, "log", "-n", "2", "--json").output)
        #expect(two.map { $0["revision"]?.integer } == [6, 5])
        let some = try Self.run(server, "log", "--after", "2", "--until", "4").output
        #expect(some.map { $0.prefix(1) } == ["4", "3"])
        #expect(try Self.run(server, "log", "--client", "2").output.isEmpty)
        #expect(try Self.run(server, "log", "--after", "1h ago").output.count == 6)
        #expect(try Self.run(server, "log", "--until", "1 hour ago").output.isEmpty)
        #expect(try Self.run(server, "log", "--after", "whenever").ending == .exit(2))
    }

    @Test func `diff tells what came, went and changed`() throws {
        let server = try Self.drawn()
        let lines = try Self.run(server, "diff", "2").output
        #expect(
            lines == [
                "- 1.1 🌲 at 10,20 size 40", "~ 1.2 🚲 scaled 40 to 80",
                "~ background none to https://example.org/a.png",
            ]
        )
        #expect(try Self.run(server, "diff", "2", "3").output == ["~ 1.1 🌲 moved 10,20 to 60,20"])
        #expect(try Self.run(server, "diff", "0", "1").output == ["+ 1.1 🌲 at 10,20 size 40"])
        #expect(try Self.run(server, "diff", "3", "3").output.isEmpty)
        let json = try JSONLine.objects(try Self.run(server, "diff", "2", "--json").output)
        #expect(json.map(\.type) == ["removed", "changed", "background"])
        #expect(json[1]["after"]?["size"]?.integer == 80)
        #expect(try Self.run(server, "diff", "2", "99").ending == .exit(3))
    }

    @Test func `blame tells who made an emoji what it is`() throws {
        let server = try Self.drawn()
        let run = try Self.run(server, "blame", "--at", "4", "--json")
        let emojis = try JSONLine.objects(run.output)
        #expect(emojis.map { $0["id"]?.string } == ["1.1", "1.2"])
        #expect(emojis[0]["position"]?["revision"]?.integer == 3)
        #expect(emojis[0]["size"]?["revision"]?.integer == 1)
        #expect(emojis[1]["size"]?["revision"]?.integer == 4)
        #expect(emojis[1]["added"]?["client"]?.integer == 1)
        let one = try Self.run(server, "blame", "1.2")
        #expect(one.output.first == "1.2 🚲" && one.output.count == 5)
        #expect(try Self.run(server, "blame", "1.1").ending == .exit(2))
    }

    @Test func `checkout writes the document as it was, and changes nothing`() throws {
        let server = try Self.drawn()
        let file = server.directory.path("old.svg")
        let run = try Self.run(server, "checkout", "--at", "3", "--format", "svg", "-o", file)
        #expect(run.ending == .exit(0) && run.output.isEmpty)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("🌲") && text.contains("🚲"))
        let art = try Self.run(server, "checkout", "--at", "1")
        #expect(try JSONLine(art.output.joined())["emojis"]?.array?.count == 1)
        let picture = server.directory.path("old.png")
        let drawn = try Self.run(server, "checkout", "--at", "3", "--format", "png", "-o", picture)
        #expect(drawn.ending == .exit(0), "\(drawn.errors)")
        let bytes = try Data(contentsOf: URL(filePath: picture))
        #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        #expect(try Self.run(server, "checkout", "--at", "99").ending == .exit(3))
        #expect(try Self.run(server, "log").output.count == 6)
    }

    @Test func `RV1 RV4 UN15 restore is an edit, durable, and undone in one step`() throws {
        let server = try Self.drawn()
        let run = try server.emojiart("restore", ["--at", "3"])
        #expect(run.ending == .exit(0) && run.output == [#"{"type":"ack","seq":7,"revision":7}"#])
        try server.crash()
        func emojis() throws -> Int? {
            let state = try JSONLine(try server.emojiart("watch", ["--once"]).output.joined())
            return state["emojis"]?.array?.count
        }
        #expect(try emojis() == 2)
        let line = try Self.run(server, "log", "-n", "1").output[0]
        #expect(line.hasSuffix("restore of 3: remove 0, set 2"))
        #expect(try server.emojiart("undo").ending == .exit(0))
        #expect(try emojis() == 1)
        #expect(try server.emojiart("restore", ["--at", "1h ago"]).ending == .exit(0))
        #expect(try emojis() == 0)
        let late = try server.emojiart("restore", ["--at", "99"])
        #expect(late.ending == .exit(4) && late.output[0].contains("out_of_range"))
    }

    @Test func `play tells the state and then each edit, when it was due`() throws {
        let server = try Self.drawn()
        let run = try Self.run(server, "play", "--json", "--speed", "1000")
        let lines = try JSONLine.objects(run.output)
        #expect(lines.map(\.type) == ["state"] + Array(repeating: "edit", count: 6))
        let part = try Self.run(server, "play", "--json", "--from", "2", "--to", "3")
        #expect(try JSONLine.objects(part.output).map { $0["revision"]?.integer } == [2, 3])
        #expect(try Self.run(server, "play", "--speed", "0").ending == .exit(2))
        #expect(try Self.run(server, "play").ending == .exit(2))
    }
}
