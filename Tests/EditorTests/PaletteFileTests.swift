import EmojiArt
import Foundation
import Testing

@testable import emojiart

struct PaletteFileTests {
    private let directory: PaletteDirectory
    private let file: PaletteFile

    init() throws {
        directory = try PaletteDirectory()
        file = PaletteFile(path: directory.file)
    }

    private static func renaming(
        _ index: Int,
        to name: String
    ) -> (inout PaletteBook) throws -> Void {
        { book in try book.change(book.palettes[index].id) { try $0.rename(to: name) } }
    }

    @Test func `nothing is written before the first change`() throws {
        #expect(file.read() == PaletteBook())
        #expect(file.readIfChanged() == nil)
        #expect(directory.names.isEmpty)
        #expect(throws: PaletteError.noEmoji) {
            try file.update { book in try book.change(book.palettes[0].id) { try $0.add("x") } }
        }
        try file.update { _ in }
        #expect(!directory.names.contains("palettes.json"))
        #expect(file.takeNotice() == nil)
    }

    @Test func `L12-2 a change is on disk, for its user alone`() throws {
        let changed = try file.update(Self.renaming(0, to: "Cars"))
        #expect(changed.palettes[0].name == "Cars")
        #expect(PaletteFile(path: directory.file).read() == changed)
        #expect(directory.names == ["palettes.json", "palettes.json.lock"])
        for name in directory.names {
            let folder = URL(filePath: directory.file).deletingLastPathComponent()
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder.appending(path: name).path
            )
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }

    @Test func `L15-3 a change shows up in every open editor, once`() throws {
        let other = PaletteFile(path: directory.file)
        #expect(file.readIfChanged() == PaletteBook())
        #expect(other.read() == PaletteBook())
        for name in ["A", "B", "C"] {
            let changed = try other.update(Self.renaming(3, to: name))
            #expect(other.readIfChanged() == nil)
            #expect(file.readIfChanged() == changed)
            #expect(file.readIfChanged() == nil)
        }
        try FileManager.default.removeItem(atPath: directory.file)
        #expect(file.readIfChanged() == PaletteBook())
        #expect(file.readIfChanged() == nil)
    }

    @Test func `a change is made to what others wrote meanwhile`() throws {
        let other = PaletteFile(path: directory.file)
        let stale = file.read()
        try other.update { book in try book.delete(stale.palettes[0].id) }
        let both = try file.update { book in
            try book.change(stale.palettes[1].id) { try $0.rename(to: "Balls") }
        }
        #expect(both.palettes.count == 8)
        #expect(both.palettes[0].name == "Balls")
        #expect(other.readIfChanged() == both)
        #expect(throws: PaletteError.noSuchPalette) {
            try file.update { book in
                try book.change(stale.palettes[0].id) { try $0.rename(to: "Gone") }
            }
        }
        #expect(try PaletteJSON.read(Array(directory.text().utf8)) == both)
    }

    @Test func `a change that fails does not hide what others wrote`() throws {
        #expect(file.readIfChanged() != nil)
        let changed = try PaletteFile(path: directory.file).update(Self.renaming(0, to: "Cars"))
        #expect(throws: PaletteError.self) { try file.update { _ in throw PaletteError.noEmoji } }
        #expect(file.readIfChanged() == changed)
    }

    @Test func `editors that change at once lose nothing`() throws {
        let path = directory.file
        let finished = DispatchSemaphore(value: 0)
        let mine = try PaletteFile(path: path).update { book in
            DispatchQueue.global()
                .async {
                    _ = try? PaletteFile(path: path).update(Self.renaming(1, to: "Theirs"))
                    finished.signal()
                }
            // The other one must wait for this change: it would be done by now without a lock.
            #expect(finished.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
            try Self.renaming(0, to: "Mine")(&book)
        }
        #expect(mine.palettes[1].name == "Sports")
        #expect(finished.wait(timeout: .now() + .seconds(10)) == .success)
        let names = PaletteFile(path: path).read().palettes.map(\.name)
        #expect(names.starts(with: ["Mine", "Theirs"]))
    }

    @Test func `a lock that is held is not waited for without end`() throws {
        try SharedFile(path: directory.file).withLock {
            let failure = #expect(throws: SharedFileError.self) {
                try file.update(Self.renaming(0, to: "Cars"))
            }
            #expect(failure?.action == "lock")
        }
        #expect(!directory.names.contains("palettes.json"))
        try file.update(Self.renaming(0, to: "Cars"))
    }

    @Test func `a damaged file is moved away by the first change, never overwritten`() throws {
        for (text, aside) in [("{", ".damaged"), ("[1]", ".damaged2"), ("", ".damaged3")] {
            try directory.plant(text)
            let file = PaletteFile(path: directory.file)
            #expect(file.read() == PaletteBook())
            #expect(file.takeNotice()?.contains("palettes.json is damaged: ") == true)
            #expect(file.takeNotice() == nil)
            #expect(file.readIfChanged() == nil)
            #expect(try directory.text() == text)
            let changed = try file.update(Self.renaming(0, to: "Cars"))
            #expect(try directory.text(aside) == text)
            #expect(file.takeNotice()?.contains("palettes.json\(aside)") == true)
            #expect(PaletteFile(path: directory.file).read() == changed)
        }
        #expect(try directory.text(".damaged") == "{")
    }

    @Test func `when the file is damaged meanwhile the palettes that were read go on`() throws {
        let mine = try file.update(Self.renaming(0, to: "Mine"))
        try directory.plant("[")
        #expect(file.readIfChanged() == nil)
        #expect(file.takeNotice() != nil)
        let changed = try file.update(Self.renaming(1, to: "Balls"))
        #expect(changed.palettes[0] == mine.palettes[0])
        #expect(changed.palettes[1].name == "Balls")
        #expect(try directory.text(".damaged") == "[")
    }

    @Test func `a file that cannot be read is left alone`() throws {
        try FileManager.default.createDirectory(
            atPath: directory.file,
            withIntermediateDirectories: true
        )
        #expect(file.read() == PaletteBook())
        #expect(file.takeNotice()?.hasPrefix("cannot read ") == true)
        #expect(file.readIfChanged() == nil)
        let failure = #expect(throws: SharedFileError.self) {
            try file.update(Self.renaming(0, to: "Cars"))
        }
        #expect(failure?.action == "read")
        #expect(directory.names == ["palettes.json", "palettes.json.lock"])
    }

    @Test func `a link to a file elsewhere stays one`() throws {
        try directory.plant("[]")
        let elsewhere = directory.path + "/elsewhere.json"
        try FileManager.default.moveItem(atPath: directory.file, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: directory.file,
            withDestinationPath: elsewhere
        )
        #expect(file.read().palettes == [.fallback])
        let changed = try file.update(Self.renaming(0, to: "Cars"))
        let written = try String(contentsOfFile: elsewhere, encoding: .utf8)
        #expect(try PaletteJSON.read(Array(written.utf8)) == changed)
        #expect(file.readIfChanged() == nil)
    }

    @Test func `the file is where other programs keep their settings`() {
        let path = "/emojiart/palettes.json"
        let home = ["HOME": "/home/a"]
        #expect(PaletteFile.defaultPath(home) == "/home/a/.config" + path)
        let own = home.merging(["XDG_CONFIG_HOME": "/b"]) { $1 }
        #expect(PaletteFile.defaultPath(own) == "/b" + path)
        let relative = home.merging(["XDG_CONFIG_HOME": "b"]) { $1 }
        #expect(PaletteFile.defaultPath(relative) == "/home/a/.config" + path)
    }
}
