import EmojiArt
import Foundation
import Testing

/// A document as a PNG, through the real programs.
struct PictureTests {
    /// The sides in the header of a PNG; nil when it is none.
    private static func sides(_ file: Data?) -> String? {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard let bytes = file.map(Array.init), bytes.starts(with: signature), bytes.count > 24
        else { return nil }
        let (width, height) = (bytes[16..<20], bytes[20..<24])
        return [width, height].map { side in "\(side.reduce(0) { $0 << 8 | Int($1) })" }
            .joined(separator: " x ")
    }

    /// A server whose document has one emoji: its picture has 80 x 80 units.
    private func server() throws -> LiveServer {
        let server = try LiveServer()
        let run = try server.emojiart("add", ["🚲", "--x", "20", "--y", "20"])
        try #require(run.ending == .exit(0), "\(run.errors)")
        return server
    }

    /// The command for a shell, without a file to write.
    private static func command(_ server: LiveServer) -> String {
        "'\(Program.folder)/emojiart' export '\(server.url())' --format png"
    }

    private func png(
        _ server: LiveServer,
        _ options: [String] = [],
        to name: String = "picnic.png"
    ) throws -> (run: Program.Run, file: Data?) {
        let path = server.directory.path(name)
        let run = try server.emojiart("export", ["--format", "png", "-o", path] + options)
        return (run, FileManager.default.contents(atPath: path))
    }

    @Test func `HT5 a picture goes to a file or a pipe, in the size asked for`() throws {
        let server = try server()
        let (run, file) = try png(server)
        #expect(run.ending == .exit(0), "\(run.errors)")
        #expect(run.output.isEmpty && run.errors.isEmpty)
        #expect(Self.sides(file) == "80 x 80")
        #expect(try Self.sides(png(server, ["--scale", "3"]).file) == "240 x 240")
        let piped = server.directory.path("piped.png")
        #expect(
            try Program("/bin/sh", ["-c", "\(Self.command(server)) > '\(piped)'"]).finish().ending
                == .exit(0)
        )
        #expect(try FileManager.default.contents(atPath: piped) == png(server).file)
    }

    @Test func `HT14 HT16 an image that the server keeps is in the picture`() throws {
        let server = try server()
        let (_, plain) = try png(server)
        // The picture of one document is the background of another.
        let path = server.directory.path("picnic.png")
        let set = try server.emojiart("background", [path], on: "lake")
        #expect(set.ending == .exit(0), "\(set.errors)")
        let run = try server.emojiart(
            "export",
            ["--format", "png", "-o", server.directory.path("lake.png")],
            on: "lake"
        )
        #expect(run.ending == .exit(0) && run.errors.isEmpty, "\(run.errors)")
        let found = FileManager.default.contents(atPath: server.directory.path("lake.png"))
        // 80 x 80 pixels are as many units, and there is some space around them.
        #expect(Self.sides(found) == "120 x 120")
        #expect(try #require(found).count > #require(plain).count)
    }

    @Test func `a background elsewhere is left out, and one that is here is drawn`() throws {
        let server = try server()
        _ = try server.emojiart("background", ["http://127.0.0.1:1/a.png"])
        let elsewhere = try png(server)
        #expect(elsewhere.run.ending == .exit(0))
        #expect(elsewhere.run.errors.joined().contains("without the background"))
        #expect(Self.sides(elsewhere.file) == "80 x 80")
        _ = try server.emojiart(
            "background",
            [
                "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
            ]
        )
        let unknown = try png(server)
        #expect(unknown.run.ending == .exit(0))
        #expect(unknown.run.errors.joined().contains("neither a PNG nor a JPEG"))
        #expect(unknown.file == elsewhere.file)
        let image = try #require(elsewhere.file?.base64EncodedString())
        _ = try server.emojiart("background", ["data:image/png;base64,\(image)"])
        let here = try png(server)
        #expect(here.run.ending == .exit(0) && here.run.errors.isEmpty, "\(here.run.errors)")
        #expect(here.file != elsewhere.file)
    }

    @Test func `what cannot be drawn is refused with a code and a reason`() throws {
        let server = try server()
        _ = try server.emojiart("add", ["🌲", "--x", "9000", "--y", "0"])
        let large = try png(server)
        #expect(large.run.ending == .exit(2) && large.file == nil)
        #expect(large.run.errors.joined().contains("at most 8192 a side"), "\(large.run.errors)")
        let scale = try png(server, ["--scale", "4"])
        #expect(scale.run.ending == .exit(2) && scale.file == nil)
        let svg = try server.emojiart("export", ["--format", "svg", "--scale", "2"])
        #expect(svg.ending == .exit(2))
        let nowhere = try png(server, to: "no folder/a.png")
        #expect(nowhere.run.ending == .exit(2))
        let missing = try server.emojiart("export", ["--format", "png"], on: "nowhere")
        #expect(missing.ending == .exit(3) && missing.output.isEmpty)
        #expect(try !server.request("/documents").body.contains("nowhere"))
    }

    @Test func `a terminal gets no picture`() throws {
        let server = try server()
        let arguments = ["-qec", Self.command(server), "/dev/null"]
        let run = try Program("/usr/bin/script", arguments).finish()
        #expect(run.ending == .exit(2))
        #expect(run.output.joined().contains("refusing to write a PNG"), "\(run.output)")
    }

    @Test func `other formats go to a file as well`() throws {
        let server = try server()
        let path = server.directory.path("picnic.svg")
        let run = try server.emojiart("export", ["--format", "svg", "--output", path])
        #expect(run.ending == .exit(0) && run.output.isEmpty)
        let file = FileManager.default.contents(atPath: path).map(Array.init)
        #expect(try file?.dropLast() == server.export(format: "svg")[...])
    }
}
