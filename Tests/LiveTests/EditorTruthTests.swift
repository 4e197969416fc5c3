import Foundation
import Testing

/// What the real editor says of edits is so: nothing is called kept or connected that is not.
@Suite(.aside) struct EditorTruthTests {
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

    @Test func `who connects anew to a server that is silent is not told that all is well`() throws
    {
        let server = try LiveServer()
        let window = try EditorWindow()
        try window.start(server.url(), name: "Ada")
        try window.expect("saved")
        server.program.signal(SIGSTOP)
        defer { server.program.signal(SIGCONT) }
        try window.command("add 🚲 0 0")
        try window.expect("1 edit pending, no answer for")
        try window.press("C-g")
        try window.expect("offline, 1 edit pending")
        try window.expect("(no answer)")
        try window.command("add 🌵 100 0")
        try window.expect("offline, 2 edits pending")
        server.program.signal(SIGCONT)
        try window.expect("saved")
        let file = try JSONLine(server.export())
        #expect(file["emojis"]?.array?.count == 2)
        let log = try server.logAtEnd()
        #expect(log.edits.map(\.seq) == [1, 2])
    }
}
