import Foundation
import Testing

/// The real editor while the server is away, while it is killed itself, and while nobody reads: no
/// edit is called kept, and nothing connected, that is not.
@Suite(.aside) struct EditorOfflineTests {
    typealias Spot = EditorScreen.Spot

    /// A server, an editor, and what watches the document.
    private final class Desk {
        let server: LiveServer
        let window: EditorWindow

        init() throws {
            server = try LiveServer()
            window = try EditorWindow()
            try open()
            try window.expect("saved")
        }

        func open(name: String = "Ada") throws { try window.start(server.url(), name: name) }

        /// The emojis that the server has, by text.
        func emojis() throws -> [String: Int] {
            let file = try JSONLine(server.export())
            let texts = file["emojis"]?.array?.compactMap { $0["string"]?.string } ?? []
            return Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
        }

        /// Ends the server; the journal's edits, each of which must be there once.
        func journal() throws -> [StoredLog.Edit] {
            let log = try server.logAtEnd()
            let edits = log.edits
            for (_, edits) in Dictionary(grouping: edits, by: \.client) {
                // None twice, and none left out.
                #expect(edits.map(\.seq) == Array(1..<edits.count + 1))
            }
            return edits
        }
    }

    @Test func `FA24 TC12 edits without a server outlive kill -9, and each counts once`() throws {
        let desk = try Desk()
        try desk.window.command("add 🌲 0 0")
        try desk.window.expect("saved and there") {
            $0.status.contains("saved") && $0.spot(of: "🌲") != nil
        }
        desk.server.kill()
        let banner = try desk.window.expect("You can edit; edits are kept.")
        #expect(banner.status.contains("offline"))
        try desk.window.command("add 🚲 100 0")
        try desk.window.command("add 🌵 200 0")
        try desk.window.command("move 0 80")
        try desk.window.expect("offline, 3 edits pending")
        let moved = Spot(column: 49, row: 9)
        try desk.window.expect("🌵", at: moved)
        try desk.window.killProgram()
        // Again without a server: it is all there, and one more.
        try desk.open()
        try desk.window.expect("offline, 3 edits pending")
        try desk.window.expect("🌵", at: moved)
        try desk.window.command("add 🐢 300 0")
        try desk.window.expect("offline, 4 edits pending")
        try desk.window.killProgram()
        try desk.server.restart()
        try desk.open()
        try desk.window.expect("saved")
        #expect(try desk.emojis() == ["🌲": 1, "🚲": 1, "🌵": 1, "🐢": 1])
        try desk.window.expect("🌵", at: moved)
        #expect(try desk.journal().count == 5)
    }

    @Test func `FA24 TC12 kill -9 amid edits doubles none, and what was shown is sent`() throws {
        let desk = try Desk()
        let watch = try Program("emojiart", ["watch", desk.server.url()])
        #expect(watch.output.line { $0.contains(#""state""#) } != nil)
        var told = 0
        for _ in 0..<4 {
            // More than are answered by the time of the kill.
            try desk.window.send(String(repeating: "i", count: 150))
            #expect(watch.output.waitForLines(1 + told + 20))
            try desk.window.killProgram()
            told = watch.output.lines.count - 1
            try desk.open()
            try desk.window.expect("saved")
            let emojis = try desk.emojis().values.reduce(0, +)
            #expect(emojis >= told)
            #expect(watch.output.waitForLines(1 + emojis))
            told = watch.output.lines.count - 1
        }
        #expect(try desk.emojis().values.reduce(0, +) == told)
        #expect(try desk.journal().count == told)
        #expect(watch.output.lines.count { $0.contains(#""edit""#) } == told)
    }

    /// 300 trees side by side in the lower half of a window.
    private static let forest = (0..<300).map { number in
        let (x, y) = (number % 39 * 40 - 760, number / 39 * -40 - 80)
        return #"{"type":"add","emojis":[{"text":"🌲","x":\#(x),"y":\#(y)}]}"#
    }

    @Test func `a terminal that does not read loses no edits, and keeps nobody waiting`() throws {
        let desk = try Desk()
        try desk.window.command("add 🚲 0 0")
        try desk.window.expect("🚲", marked: "[]")
        let watch = try Program("emojiart", ["watch", desk.server.url(), "--presence"])
        #expect(watch.output.line { $0.contains(#""state""#) } != nil)
        // The key is held for a while yet when the terminal stops.
        try desk.window.press("Right")
        try desk.window.expect("x 20 y 0")
        desk.window.tmux.signal(SIGSTOP)
        #expect(watch.output.line { $0.contains(#""type":"move""#) } != nil)
        // More frames than a terminal's buffer holds.
        let pipe = try desk.server.editor(state: "pipe")
        pipe.write(Self.forest)
        #expect(pipe.output.waitForLines(Self.forest.count))
        let members = watch.output.lines.last { $0.contains(#""type":"presence""#) } ?? ""
        #expect(members.contains("Ada"))
        desk.window.tmux.signal(SIGCONT)
        try desk.window.expect("all 300") { screen in
            screen.status.contains("saved")
                && screen.canvas.joined().count { $0 == "🌲" } == Self.forest.count
        }
        try desk.window.type("d")
        try desk.window.expect("deleted") { $0.spot(of: "🚲") == nil }
        try desk.window.expect("saved")
        pipe.closeInput()
        #expect(pipe.finish().ending == .exit(0))
        #expect(try desk.journal().count == 303)
    }

    @Test func `a server that does not answer keeps no key waiting`() throws {
        let desk = try Desk()
        desk.server.program.signal(SIGSTOP)
        defer { desk.server.program.signal(SIGCONT) }
        try desk.window.command("add 🚲 0 0")
        try desk.window.expect("🚲", marked: "[]")
        try desk.window.press("Right", "Up")
        try desk.window.expect("🚲", at: Spot(column: 40, row: 10))
        try desk.window.type("?", expecting: "Esc closes")
        try desk.window.press("Escape")
        try desk.window.expect("2 edits pending, no answer for")
        // What is gone is not deleted twice, though the server has not said so yet.
        try desk.window.type("d", expecting: "3 edits pending")
        try desk.window.type("d", expecting: "nothing is selected")
        desk.server.program.signal(SIGCONT)
        try desk.window.expect("saved")
        try desk.window.expect("The canvas is empty.")
        #expect(try desk.journal().count == 3)
    }

    @Test func `TC12 edits that cannot be kept are not said to be`() throws {
        let server = try LiveServer()
        let window = try EditorWindow()
        // A file where the transcripts' folder should be is a disk that takes nothing.
        let folder = URL(fileURLWithPath: window.state)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "documents"))
        try window.start(server.url(), name: "Ada")
        try window.expect("saved")
        server.program.signal(SIGKILL)
        try window.expect("edits are LOST if you quit")
        try window.command("add 🐢 0 0")
        try window.expect("offline, 1 edit pending")
        try window.type("q", expecting: "1 edit is lost")
    }

    @Test func `a client that reconnects to a silent server does not show saved`() throws {
        let desk = try Desk()
        desk.server.program.signal(SIGSTOP)
        defer { desk.server.program.signal(SIGCONT) }
        try desk.window.command("add 🚲 0 0")
        try desk.window.expect("1 edit pending, no answer for")
        try desk.window.press("C-g")
        try desk.window.expect("offline, 1 edit pending")
        try desk.window.expect("(no answer)")
        try desk.window.command("add 🌵 100 0")
        try desk.window.expect("offline, 2 edits pending")
        desk.server.program.signal(SIGCONT)
        try desk.window.expect("saved")
        #expect(try desk.emojis() == ["🚲": 1, "🌵": 1])
        #expect(try desk.journal().count == 2)
    }
}
