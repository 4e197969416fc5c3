import Foundation
import Testing

/// However the real editor ends, the terminal is as it was before.
@Suite(.aside) struct EditorEndTests {
    /// A shell in which an editor is started, and its server.
    private final class Table {
        let server: LiveServer
        let shell: ProbeShell
        var window: Tmux { shell.window }

        init() throws {
            server = try LiveServer()
            shell = try ProbeShell()
        }

        /// Starts the editor and waits until it is there; its process.
        @discardableResult
        func open(_ line: String? = nil) throws -> Int32 {
            let url = server.url()
            try window.enter(
                line ?? "'\(EditorWindow.program)' open \(url) --state ~/state; echo status $?"
            )
            #expect(try window.waitFor("saved"))
            try shell.expectTaken()
            return try process()
        }

        private func process() throws -> Int32 {
            let shell = try #require(try window.facts("pane_pid").first)
            let path = "/proc/\(shell)/task/\(shell)/children"
            let children = try String(contentsOfFile: path, encoding: .utf8)
            return try #require(children.split(separator: " ").last.flatMap { Int32($0) })
        }

        func expectGivenBack(_ status: Int32) throws {
            try shell.expectGivenBack(status: status, words: "")
            shell.expectModesOff()
        }
    }

    @Test(arguments: ["q", "C-c", ":quit"])
    func `TC10 an editor that is left gives the terminal back`(way: String) throws {
        let table = try Table()
        try table.open()
        if way.hasPrefix(":") {
            try table.window.enter(way)
        } else {
            try table.window.sendKeys(way)
        }
        try table.expectGivenBack(0)
    }

    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGSEGV, SIGABRT, SIGBUS, SIGILL])
    func `TC10 an editor that is asked to end, or crashes, gives the terminal back`(
        signal: Int32
    ) throws {
        let table = try Table()
        kill(try table.open(), signal)
        let isAsked = [SIGTERM, SIGHUP, SIGINT, SIGQUIT].contains(signal)
        try table.expectGivenBack(isAsked ? 130 : 128 + signal)
    }

    @Test func `TC10 after kill -9 of an editor, emojiart reset gives the terminal back`() throws {
        let table = try Table()
        kill(try table.open(), SIGKILL)
        #expect(try table.window.waitFor("status 137"))
        #expect(try table.window.facts("alternate_on", "mouse_all_flag") == ["1 1"])
        // Enter is no end of a line in raw mode.
        try table.window.type("clear; '\(EditorWindow.program)' reset; echo status $?")
        try table.window.sendKeys("C-j")
        try table.expectGivenBack(0)
    }

    @Test func `TC10 Ctrl+Z of an editor gives the terminal back until fg`() throws {
        let table = try Table()
        try table.open()
        try table.window.enter(":add 🐸 -300 80")
        #expect(try table.window.waitFor("🐸"))
        try table.window.sendKeys("C-z")
        try table.shell.expectGivenBack(status: 128 + SIGTSTP, words: "")
        // Meanwhile someone else edits.
        #expect(
            try table.server.emojiart("add", ["🐢", "--x", "300", "--y", "80"]).ending
                == .exit(0)
        )
        try table.window.enter("clear; echo the marker; fg; echo status $?")
        #expect(try table.window.waitFor("🐢"))
        #expect(try table.window.waitFor("🐸"))
        #expect(try table.window.waitFor("saved"))
        try table.shell.expectTaken()
        try table.window.type("q")
        try table.expectGivenBack(0)
    }

    @Test func `TC10 an editor that the server sends away says why on the usual screen`() throws {
        let table = try Table()
        try table.open()
        // The same client joins from a copy of its directory.
        let state = table.window.directory.path("state")
        try FileManager.default.createDirectory(
            atPath: table.server.state,
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(
            atPath: state + "/keys",
            toPath: table.server.state + "/keys"
        )
        #expect(try table.server.emojiart("add", ["🐢"]).ending == .exit(0))
        try table.expectGivenBack(3)
        let lines = try table.window.capture()
        #expect(lines.contains { $0.contains("another program goes on") }, "\(lines)")
    }

    @Test func `what was exported is written before the editor ends, and over nothing`() throws {
        let table = try Table()
        try table.open()
        try table.window.enter(":add 🐢 0 0")
        #expect(try table.window.waitFor("🐢"))
        let path = table.window.directory.path("turtle.emojiart")
        try table.window.enter(":export \(path)")
        try table.window.type("q")
        try table.expectGivenBack(0)
        let first = try #require(FileManager.default.contents(atPath: path))
        #expect(String(decoding: first, as: UTF8.self).contains("🐢"))
        try table.open()
        try table.window.enter(":add 🌵 200 0")
        try table.window.enter(":export \(path)")
        #expect(try table.window.waitFor("exists already"))
        #expect(FileManager.default.contents(atPath: path) == first)
        try table.window.enter(":export! \(path)")
        #expect(try table.window.waitFor("wrote"))
        #expect(FileManager.default.contents(atPath: path) != first)
    }

    @Test func `TC10 TC12 who leaves without a server is told what is kept`() throws {
        let table = try Table()
        try table.open()
        table.server.program.signal(SIGKILL)
        #expect(try table.window.waitFor("offline"))
        try table.window.enter(":add 🐢 0 0")
        #expect(try table.window.waitFor("1 edit pending"))
        try table.window.type("q")
        try table.expectGivenBack(0)
        let lines = try table.window.capture()
        #expect(lines.contains { $0.contains("1 edit is not saved") }, "\(lines)")
        try table.server.restart()
        try table.window.enter("clear")
        #expect(try table.window.waitFor { !$0.contains { $0.contains("saved") } })
        try table.open()
        #expect(try table.window.waitFor("🐢"))
        #expect(String(decoding: try table.server.export(), as: UTF8.self).contains("🐢"))
    }

    @Test func `TC10 an editor whose terminal has gone ends, too`() throws {
        let server = try LiveServer()
        let window = try EditorWindow()
        try window.start(server.url(), name: "Ada")
        try window.expect("saved")
        let process = try window.processID
        window.tmux.signal(SIGKILL)
        window.expectEnd(of: process)
    }

    @Test(arguments: ["ws://127.0.0.1:1/documents/picnic", "http://example.org", "picnic"])
    func `TC10 a wrong address is said on the usual screen`(url: String) throws {
        let shell = try ProbeShell()
        try shell.window.enter(
            "'\(EditorWindow.program)' open \(url) --state ~/state; echo status $?"
        )
        let isAddress = url.contains("/documents/")
        try shell.expectGivenBack(status: isAddress ? 3 : 2, words: "")
        let lines = try shell.window.capture()
        let text = isAddress ? "cannot reach \(url)" : "ws://HOST"
        #expect(lines.contains { $0.contains(text) }, "\(lines)")
    }

    @Test func `TC10 what the terminal answers late is not left to the shell`() throws {
        let shell = try ProbeShell()
        // The terminal stands still while the editor asks it, and ends.
        let pause = "kill -STOP $t; (sleep 0.4; kill -CONT $t) &"
        try shell.window.enter(
            "t=$(echo $TMUX | cut -d, -f2); \(pause) '\(EditorWindow.program)' open "
                + "ws://127.0.0.1:1/documents/picnic --state ~/state; echo status $?"
        )
        try shell.expectGivenBack(status: 3, words: "")
        let lines = try shell.window.capture()
        #expect(!lines.contains { $0.contains("1R") || $0.contains("[?") }, "\(lines)")
    }
}
