import Foundation
import Testing

/// A shell in which `terminal-probe` takes the terminal over, and what was there before.
final class ProbeShell {
    static let probe = Program.folder + "/terminal-probe"

    let window: Tmux
    private let before: String
    private var recording: String { window.directory.path("recording") }

    /// Opens a window and writes a line that is to be there again.
    init() throws {
        window = try Tmux(columns: 100, environment: ["PROBE=\(Self.probe)"])
        try window.enter("stty sane")
        before = try Self.settings(of: window)
        try window.record(to: recording)
        try window.enter("clear; echo the marker")
        // With the prompt: what is typed before it is echoed above it, and the prompt then stands
        // where a status is looked for.
        let isThere = try window.waitFor { $0.starts(with: ["the marker", "$"]) }
        guard isThere else { throw Tmux.Failed(what: "\(try window.capture())") }
    }

    /// Has the probe end in the way of its argument.
    func start(_ argument: String) throws {
        try window.enter("$PROBE \(argument); echo status $?")
    }

    /// Starts a line with the probe, `$PROBE`, and waits until it has the terminal; its process.
    @discardableResult
    func startWaiting(_ line: String = "$PROBE wait") throws -> Int32 {
        try window.enter(line + "; echo status $?")
        var process: Int32?
        _ = try window.waitFor { lines in
            let line = lines.first { $0.hasPrefix("on the other screen, process ") }
            process = line?.split(separator: " ").last.flatMap { Int32($0) }
            return process != nil
        }
        try expectTaken()
        return try #require(process)
    }

    /// The program has the terminal.
    func expectTaken() throws {
        let facts = try window.facts(
            "alternate_on",
            "cursor_flag",
            "mouse_all_flag",
            "mouse_sgr_flag"
        )
        #expect(facts == ["1 0 1 1"])
    }

    /// The program has ended with a status, and all is as it was.
    func expectGivenBack(status: Int32, words: String = "words for standard error") throws {
        let hasEnded = try window.waitFor { $0.contains("status \(status)") }
        let lines = try window.capture()
        #expect(hasEnded, "\(lines)")
        #expect(lines.first == "the marker", "\(lines)")
        #expect(words.isEmpty || lines.contains(words), "\(lines)")
        #expect(!lines.contains { $0.hasPrefix("on the other screen") })
        let facts = try window.facts(
            "alternate_on",
            "cursor_flag",
            "mouse_any_flag",
            "mouse_sgr_flag"
        )
        #expect(facts == ["0 1 0 0"])
        #expect(try Self.settings(of: window) == before)
    }

    /// The last that was said of each mode is that it is off, also of those that tmux keeps quiet
    /// about.
    func expectModesOff() {
        var said = ""
        let isOff = Wait.until(5) {
            let bytes = FileManager.default.contents(atPath: recording) ?? Data()
            said = String(decoding: bytes, as: UTF8.self)
            var modes: [Substring: Substring] = [:]
            for match in said.matches(of: /\u{1b}\[\?(\d+)([hl])/) { modes[match.1] = match.2 }
            modes["25"] = modes["25"] == "h" ? "l" : "h"
            let known = ["1049", "25", "1002", "1003", "1006", "1004", "2004", "2026", "2027"]
            let keyboard = said.matches(of: /\u{1b}\[([<>])1?u/).map(\.1)
            return known.allSatisfy { modes[$0[...]] == "l" } && keyboard.last == "<"
                && keyboard.contains(">")
        }
        #expect(isOff, "\(said.debugDescription)")
    }

    /// The terminal's settings, as `stty` tells them.
    private static func settings(of window: Tmux) throws -> String {
        let path = window.directory.path("settings")
        try? FileManager.default.removeItem(atPath: path)
        try window.enter("stty -a >~/settings.new && mv ~/settings.new ~/settings")
        var text = ""
        let isThere = Wait.until {
            text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return !text.isEmpty
        }
        guard isThere else { throw Tmux.Failed(what: "\(try window.capture())") }
        return text
    }
}
