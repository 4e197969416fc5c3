import EmojiArt
import TestKit
import Testing

/// Files of the app, through the real programs.
struct FileTests {
    private func imports(
        _ text: String,
        to server: LiveServer,
        as name: String
    ) throws -> Program.Run {
        let file = try server.directory.write(text, to: "\(name).emojiart")
        return try server.emojiart("import", [file], on: name)
    }

    @Test func `TN4 HT3 what was imported of 2023 is exported as an equal file`() throws {
        let server = try LiveServer()
        let run = try imports(AppFiles.year2023, to: server, as: "picnic")
        #expect(run.ending == .exit(0), "\(run.errors)")
        let lines = try JSONLine.objects(run.output)
        #expect(lines.map(\.type) == ["imported"])
        #expect(lines.first?["emojis"]?.integer == 7)
        #expect(lines.first?["dialect"]?.string == "2023")
        #expect(lines.first?["revision"]?.integer == 2)
        #expect(try JSONLine(server.export()) == JSONLine(AppFiles.year2023))
        try server.crash()
        #expect(try JSONLine(server.export()) == JSONLine(AppFiles.year2023))
    }

    @Test func `a file of more emojis than one edit adds is imported whole`() throws {
        let server = try LiveServer()
        let emojis = (1...1_000).map { number in
            #"{"id":\#(number),"position":{"x":\#(number),"y":0},"size":40,"string":"🌲"}"#
        }
        let text = #"{"emojis":[\#(emojis.joined(separator: ","))],"uniqueEmojiId":1000}"#
        let run = try imports(text, to: server, as: "forest")
        #expect(try JSONLine(run.output.first ?? "null")["revision"]?.integer == 3)
        #expect(try JSONLine(server.export("forest")) == JSONLine(text))
    }

    @Test func `a file that is wrong exits 2, names the field and changes nothing`() throws {
        let server = try LiveServer()
        let good = AppFiles.year2021
        for (text, field) in [
            (good.replacing("\"y\":150", with: "\"y\":1e9"), "emojis[0].y"),
            (good.replacing("☀️", with: "sun"), "emojis[1].text"),
            (good.replacing("\"uniqueEmojiId\":2", with: "\"unique\":2"), "uniqueEmojiId"),
            (good.replacing("https:", with: "javascript:"), "background"),
            (String(good.dropLast(5)), "not JSON"),
        ] {
            let run = try imports(text, to: server, as: "picnic")
            #expect(run.ending == .exit(2), "\(field)")
            #expect(run.output.isEmpty)
            #expect(run.errors.joined().contains(field), "\(field): \(run.errors)")
        }
        let missing = try server.emojiart("import", [server.directory.path("nowhere.emojiart")])
        #expect(missing.ending == .exit(2))
        #expect(try JSONLine(server.request("/documents").body) == JSONLine("[]"))
    }

    @Test func `HT4 EX4 a picture is XML with every emoji in it`() throws {
        let server = try LiveServer()
        _ = try imports(AppFiles.year2023, to: server, as: "picnic")
        let text = String(decoding: try server.export(format: "svg"), as: UTF8.self)
        #expect(text.hasPrefix("<?xml") || text.hasPrefix("<svg"))
        #expect(text.contains("</svg>"))
        // Its background is on another host.
        #expect(text.contains("<!-- The background is left out") && !text.contains("w=1200"))
        for emoji in ["🚲", "👩‍🚀", "❤️", "🏳️‍🌈", "🇫🇷", "👍🏽", "🌦"] {
            #expect(text.contains(emoji), "\(emoji)")
        }
        let missing = try server.emojiart("export", on: "nowhere")
        #expect(missing.ending == .exit(3))
        #expect(missing.output.isEmpty)
    }
}
