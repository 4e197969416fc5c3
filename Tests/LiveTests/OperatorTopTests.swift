import Foundation
import TestKit
import Testing

/// `emojiart-server top` in a terminal, and without one.
struct OperatorTopTests {
    private static let program = Program.folder + "/emojiart-server"

    @Test func `top shows what goes on, sorts by keys, and gives the terminal back`() throws {
        let server = try LiveServer()
        let client = try LiveClient(server.url())
        let other = try LiveClient(server.url("lake"))
        let viewer = try LiveClient(server.url("lake"), key: nil)
        #expect(try client.join() && other.join() && viewer.join())
        _ = try client.add(5)
        #expect(try client.settle())
        let tmux = try Tmux()
        let modes = try tmux.facts("alternate_on", "cursor_flag")
        try tmux.enter("\(Self.program) top --socket '\(server.socket)'")
        #expect(try tmux.waitFor("emojiart-server 0"))
        #expect(try tmux.waitFor { $0.first?.hasSuffix("ready") == true && $0.count == 24 })
        let names = { (lines: [String]) in
            lines.dropFirst(8).compactMap { $0.split(separator: " ").first.map(String.init) }
        }
        try tmux.sendKeys("r")
        #expect(try tmux.waitFor { names($0).prefix(2) == ["picnic", "lake"] })
        try tmux.sendKeys("m")
        #expect(try tmux.waitFor { names($0).prefix(2) == ["lake", "picnic"] })
        // What happens is seen by itself.
        _ = try client.add(7)
        #expect(try tmux.waitFor { $0.contains { $0.hasPrefix("picnic") && $0.contains(" 12 ") } })
        try tmux.resize(columns: 60, rows: 12)
        #expect(try tmux.waitFor { $0.count == 12 && $0[11].hasPrefix("sort: e edits") })
        try server.crash()
        #expect(try tmux.waitFor { $0.first?.contains("ready") == true })
        server.program.signal(SIGKILL)
        #expect(try tmux.waitFor("NO ANSWER"))
        try tmux.sendKeys("q")
        #expect(try tmux.waitFor { $0.last { !$0.isEmpty } == "$" })
        #expect(try tmux.facts("alternate_on", "cursor_flag") == modes)
        #expect(try !tmux.capture().contains { $0.contains("emojiart-server:") })
    }

    @Test func `top prints one table where there is no terminal`() throws {
        let server = try LiveServer()
        let client = try LiveClient(server.url())
        #expect(try client.join())
        _ = try client.add(3)
        #expect(try client.settle())
        let run = try server.command("top", "--once")
        #expect(run.ending == .exit(0))
        #expect(run.output.first?.hasSuffix("ready") == true, "\(run.output)")
        #expect(run.output.last?.hasPrefix("picnic") == true)
        let live = try server.command("top")
        #expect(live.ending == .exit(64))
        #expect(live.errors.joined().contains("--once"))
        server.stop()
        #expect(try server.command("top", "--once").ending == .exit(69))
    }
}
